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

(* m samples of length 1 at right angles, one after the other, every answer called wrong. *)
Section RightAngles.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (m : nat) (e : nat -> V).
Hypothesis orthonormal : forall i j, (i < m)%N -> (j < m)%N -> dot ip (e i) (e j) = (i == j)%:R.
Variable learner : seq (V * bool) -> V -> bool.

(* What the learner has seen before sample n, and the label that it did not answer. *)
Fixpoint shown n :=
  if n is p.+1 then rcons (shown p) (e p, ~~ learner (shown p) (e p)) else [::].
Definition opposite i := ~~ learner (shown i) (e i).

(* No learner does better than R²/γ²: all its m answers are mistakes, and some u has γ = R = 1 and
   ‖u‖² = m, so that R²/γ² is m in units of ‖u‖; and no u has more: γ² m ≤ ‖u‖². *)
Theorem no_learner_does_better : let z (i : 'I_m) := folded e opposite i in
  [/\ forall i : 'I_m, learner (shown i) (e i) != opposite i,
      forall i, dot ip (z i) (z i) = 1,
      exists u, (forall i, 1 <= dot ip (z i) u) /\ dot ip u u = m%:R
    & forall u gamma, 0 < gamma -> (forall i, gamma <= dot ip (z i) u) ->
      m%:R * gamma ^+ 2 <= dot ip u u].
Proof.
move=> z; have z_orthonormal i j : dot ip (z i) (z j) = (i == j)%:R.
  rewrite /z /folded dotZl dotZr orthonormal // mulrA.
  case: (eqVneq i j) => [->|]; first by rewrite eqxx label_squared mul1r.
  by rewrite -(inj_eq val_inj) => /negbTE->; rewrite mulr0.
have [/allP good _] := tight z_orthonormal (enum_uniq 'I_m).
rewrite expr1n !mulr1 size_enum_ord => square_u; split.
- by move=> i; rewrite /opposite; case: (learner _ _).
- by move=> i; rewrite z_orthonormal eqxx.
- exists (\sum_(i <- enum 'I_m) z i); split=> // i; exact/good/mem_enum.
move=> u gamma gamma_gt0 margin_u; have := tight_margin z_orthonormal (enum_uniq 'I_m) gamma_gt0.
by rewrite size_enum_ord; apply; exact: everywhere.
Qed.
End RightAngles.

(* There are such samples: in m dimensions the m directions of the axes. *)
Section Axes.
Variables (R : realFieldType) (m : nat).
Definition axis (i : nat) : 'rV[R]_m := \row_j (i == j)%:R.

Lemma axes_at_right_angles i j : (i < m)%N -> (j < m)%N ->
  dot coordinates (axis i) (axis j) = (i == j)%:R.
Proof.
move=> i_m j_m; rewrite /dot /= (bigD1 (Ordinal i_m)) //= !mxE eqxx mul1r big1 ?addr0.
  by rewrite eq_sym.
move=> k; rewrite -(inj_eq val_inj) /= => /negbTE k_i; rewrite !mxE eq_sym k_i mul0r //.
Qed.
End Axes.

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
