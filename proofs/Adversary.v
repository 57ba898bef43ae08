(* Without a margin there is no bound; and what a bound on mistakes says about samples not yet seen.

   Halving adversary: a sample is a number in (0, 1), its label says on which side of an unknown
   threshold it lies.  The adversary asks for the middle of what is still possible, and calls
   whatever the learner answers wrong.  With a margin there is a bound, which no learner improves: the
   adversary shows samples at right angles. *)
From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Halving.
Variable R : realFieldType.
(* Any learner at all: it has seen the labelled samples so far, and answers for the next. *)
Variable learner : seq (R * bool) -> R -> bool.

(* What is still possible for the threshold, and the samples so far. *)
Record game := Game { low : R; high : R; asked : seq (R * bool) }.
Definition middle g := (low g + high g) / 2%:R.
Definition answer g := learner (asked g) (middle g).
Definition next g :=
  let y := ~~ answer g in
  if y then Game (low g) (middle g) (rcons (asked g) (middle g, y))
  else Game (middle g) (high g) (rcons (asked g) (middle g, y)).
Definition games n := iter n next (Game 0 1 [::]).

(* A threshold agrees with a labelled sample: yes means above it. *)
Definition agrees threshold (xy : R * bool) := if xy.2 then threshold < xy.1 else xy.1 < threshold.

(* Every answer is a mistake: one for each sample, for ever. *)
Theorem always_wrong n : exists x, asked (games n.+1) =
  rcons (asked (games n)) (x, ~~ learner (asked (games n)) x).
Proof. by exists (middle (games n)); rewrite /= /next /answer /=; case: (~~ _). Qed.

(* And yet at every moment all samples so far are separated by a threshold between 0 and 1. *)
Theorem every_prefix_separable n : let g := games n in
  [/\ low g < high g & forall threshold, low g < threshold -> threshold < high g ->
    all (agrees threshold) (asked g)].
Proof.
elim: n => [|n [lt IH]] /=; first by split; rewrite ?ltr01.
move: (games n) lt IH => g lt IH; have [above below] := (midf_lt lt).
rewrite /next; case: ifP => y; split=> //= threshold gt lt';
  rewrite all_rcons {1}/agrees /= y ?lt' ?gt /=.
  by apply: IH => //; exact: lt_trans lt' below.
by apply: IH => //; exact: lt_trans above gt.
Qed.
End Halving.

(* Samples of length 1 at right angles, one after the other, every answer called wrong. *)
Section RightAngles.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (e : nat -> V).
Hypothesis orthonormal : forall i j, dot ip (e i) (e j) = (i == j)%:R.
Variable learner : seq (V * bool) -> V -> bool.

(* What the learner has seen before sample n, and the label that it did not answer. *)
Fixpoint shown n :=
  if n is p.+1 then rcons (shown p) (e p, ~~ learner (shown p) (e p)) else [::].
Definition opposite i := ~~ learner (shown i) (e i).

(* No learner does better than R²/γ²: all its k answers are mistakes, and some u has γ = R = 1 and
   ‖u‖² = k, so that R²/γ² is k in units of ‖u‖. *)
Theorem no_learner_does_better k : let z := folded e opposite in exists u,
  [/\ all (fun i => learner (shown i) (e i) != opposite i) (iota 0 k),
      margin ip z u 1 (iota 0 k), within ip z 1 (iota 0 k) & dot ip u u = k%:R].
Proof.
move=> z; have z_orthonormal i j : dot ip (z i) (z j) = (i == j)%:R.
  rewrite /z /folded dotZl dotZr orthonormal mulrA; case: eqVneq => [->|_]; last by rewrite mulr0.
  by rewrite label_squared mul1r.
have [good short] := tight z_orthonormal (iota_uniq 0 k).
rewrite expr1n !mulr1 size_iota => square_u; exists (\sum_(i <- iota 0 k) z i); split=> //.
by apply: everywhere => i; rewrite /opposite; case: (learner _ _).
Qed.
End RightAngles.

(* Leave-one-out (Helmbold and Warmuth): stop the learner after r of n + 1 samples, r drawn at
   random, and ask it for the last one.  Where the order of the samples is as good as any other, its
   expected error is the expected number of mistakes on all n + 1, divided by n + 1. *)
Section LeaveOneOut.
Variables (R : realFieldType) (T : finType) (n : nat).
Notation order := {ffun 'I_n.+1 -> T}.
Variable weight : order -> R.
Hypothesis any_order : forall (s : order) (i j : 'I_n.+1),
  weight [ffun k => s (tperm i j k)] = weight s.
(* errs seen x: having seen `seen`, the learner is wrong about x. *)
Variable errs : seq T -> T -> bool.

Definition seen (s : order) (r : nat) := [seq s k | k <- [seq k : 'I_n.+1 <- enum 'I_n.+1 | (k < r)%N]].
Definition mistakes_on s := \sum_(r < n.+1) (errs (seen s r) (s r))%:R : R.
Definition error_after (r : nat) := \sum_s weight s * (errs (seen s r) (s ord_max))%:R.

Theorem leave_one_out :
  \sum_(r < n.+1) error_after r / n.+1%:R = (\sum_s weight s * mistakes_on s) / n.+1%:R.
Proof.
rewrite -mulr_suml; congr (_ / _); rewrite /mistakes_on.
transitivity (\sum_(r < n.+1) \sum_s weight s * (errs (seen s r) (s r))%:R).
  apply: eq_bigr => r _; rewrite /error_after.
  pose swap (s : order) : order := [ffun k => s (tperm r ord_max k)].
  have swapK : involutive swap by move=> s; apply/ffunP => k; rewrite !ffunE tpermK.
  rewrite (reindex_inj (inv_inj swapK)); apply: eq_bigr => s _.
  rewrite any_order ffunE tpermR; congr (_ * (errs _ _)%:R).
  apply/eq_in_map => k; rewrite mem_filter => /andP[k_r _]; rewrite ffunE tpermD //.
    by apply: contraTneq k_r => <-; rewrite ltnn.
  by apply: contraTneq k_r => <-; rewrite -leqNgt /= -ltnS ltn_ord.
by rewrite exchange_big; apply: eq_bigr => s _; rewrite mulr_sumr.
Qed.
End LeaveOneOut.
