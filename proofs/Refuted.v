(* Sentences that are false, each refuted on an example in fractions.

   A file of the same name in `slips` holds a proof of that sentence, up to the step that Coq refuses.
   A refusal says only that this step does not follow; the example here says that the sentence is
   false. *)
From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
From Perceptron Require Import Adversary Example.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The first mistake of the worked example has the cross term 0. *)
Lemma cosine_negative : mistaken (space 0) (z worked 0) zero 0%N /\
  ~~ (2%:R * 1 * dot (space 0) zero (z worked 0 0%N) < 0).
Proof. by vm_compute. Qed.

(* b = −2 is below R = 1, and its square is 4. *)
Lemma primal_offset : exists b r : rat, [/\ 0 <= r, b <= r & ~~ (b ^+ 2 <= r ^+ 2)].
Proof. by exists (- 2%:R), 1. Qed.

(* The worked example makes 9 mistakes; (2R/γ)² = 4·8/1² is 32. *)
Lemma primal_equality : (size run_8)%:R != 4%:R * 8%:R / 1 ^+ 2 :> rat.
Proof. by vm_compute. Qed.

(* w = 0 has y (w · x) ≥ 0 on all four samples, and sign(w · x) = 0 is the label of none. *)
Lemma empirical_exit : let score i := dot (space 0) zero (padded_position worked 0 i) in
  let y i := label (positive worked i) in
  all (fun i => (0 <= y i * score i) && (Num.sg (score i) != y i)) (indices worked).
Proof. by vm_compute. Qed.

Definition elsewhere := start (- 3%:R) 1.

(* From (−3, 1) the first mistake has the margin 2 for u = (1, 2), and leads to (−1, 1), where w · u is
   only 1: less than 2. *)
Lemma start_elsewhere : let m := [:: 0]%N in
  [/\ run (space 0) (z worked 0) 1 elsewhere m,
      margin (space 0) (z worked 0) (start 1 2%:R) 2%:R m
    & ~~ ((size m)%:R * 1 * 2%:R <=
          dot (space 0) (weights (z worked 0) 1 elsewhere m) (start 1 2%:R))].
Proof. by vm_compute. Qed.

(* With η = 1/10 that start makes 16 mistakes, where the bound is 5 · 8 / 2² = 10. *)
Lemma start_elsewhere_bound : let m := mistakes worked 0 10%:R^-1 20 elsewhere in
  [/\ run (space 0) (z worked 0) 10%:R^-1 elsewhere m,
      margin (space 0) (z worked 0) (start 1 2%:R) 2%:R m, within (space 0) (z worked 0) 8%:R m
    & ~~ ((size m)%:R * 2%:R ^+ 2 <= 5%:R * 8%:R :> rat)].
Proof. by vm_compute. Qed.

Definition long : samples := [:: ((1, 0), true); ((-3, 4), true)].
Definition inverse_length i : rat := if i is 0%N then 1 else 5%:R^-1.

(* (1, 0) and (−3, 4) make 5 mistakes; divided by their lengths 1 and 5 they make 2. *)
Lemma cosine_rescaled : let unit i := inverse_length i *: z long 0 i in let m := mistakes long 0 1 9 zero in
  [/\ all (fun i => (0 < inverse_length i) && (dot (space 0) (unit i) (unit i) == 1)) (indices long),
      size m = 5%N, run (space 0) unit 1 zero m != run (space 0) (z long 0) 1 zero m
    & train (mistaken (space 0) unit) (update unit 1) 9 zero (indices long) = [:: 0; 1]%N].
Proof. by split; vm_compute. Qed.

(* Padded with R, where R² = 8, the first mistake moves b by −8, and not by −1. *)
Lemma primal_step : (update (z worked 8) 1 zero 0%N).2 != -1.
Proof. by vm_compute. Qed.

(* With η = −1 what was right is wrong. *)
Lemma learning_rate_sign :
  mistaken (space 0) (z worked 0) (-1 *: start 1 2%:R) 0%N !=
  mistaken (space 0) (z worked 0) (start 1 2%:R) 0%N.
Proof. by vm_compute. Qed.

(* 0 times one sample is 0, and a vector separates it. *)
Lemma gordan_all_zero : [/\ all (fun c : rat => 0 <= c) [:: 0],
  combination [:: 0] [:: z worked 0 0%N] = 0 & separates (space 0) (start 1 2%:R) [:: z worked 0 0%N]].
Proof. by split=> //; rewrite /combination; apply/eqP; vm_compute. Qed.

(* One share, of 2: (2 · 1)² is 4, and 2 · 1² is 2. *)
Lemma mixing_shares : exists (mu : seq rat) (v : rat^o),
  let sum (f : rat^o) := \sum_(share <- mu) share *: f in
  all (fun share => 0 <= share) mu /\ ~~ (dot line (sum v) (sum v) <= sum (dot line v v)).
Proof. by exists [:: 2%:R], 1; rewrite /= !big_seq1. Qed.

(* (1, 0) twice: the second time it is no mistake. *)
Lemma tight_repeats : let one : samples := [:: ((1, 0), true)] in
  dot (space 0) (z one 0 0%N) (z one 0 0%N) = 1 /\ ~~ run (space 0) (z one 0) 1 zero [:: 0; 0]%N.
Proof. by split; [apply/eqP|]; vm_compute. Qed.

Definition twice : samples := [:: ((2, 0), true); ((-3, 0), true)].

(* On 2, 2 and −3 the first sample counts twice: (1, 1) stands for 4 − 3 where w is 2 − 3. *)
Lemma dual_twice : let s := [:: 0; 0; 1]%N in
  train (wrong_dual (space 0) (z twice 0) s) (@count_one_more _) 2 (fun=> 0%N) s !=
  train (mistaken (space 0) (z twice 0)) (update (z twice 0) 1) 2 zero s.
Proof. by rewrite /wrong_dual unlock; vm_compute. Qed.

(* The samples always come in the order no, yes; and the learner is wrong about every yes. *)
Lemma leave_one_out_order : let last := [ffun k : 'I_2 => k == ord_max] in
  let weight (s : {ffun 'I_2 -> bool}) : rat := (s == last)%:R in
  let errs (seen : seq bool) x := x in
  \sum_(r < 2) error_after weight errs r / 2%:R <>
  (\sum_s weight s * mistakes_on rat_realFieldType errs s) / 2%:R.
Proof.
move=> last weight errs.
have only f : \sum_s weight s * f s = f last.
  by rewrite (bigD1 last) //= /weight eqxx mul1r big1 ?addr0 // => s /negbTE->; rewrite mul0r.
rewrite only /mistakes_on /error_after big_ord_recl big_ord1 !only !big_ord_recl big_ord0.
by rewrite /errs !ffunE; apply/eqP; vm_compute.
Qed.
