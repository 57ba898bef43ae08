(* What the sources do differently, and why it is the same theorem: the learning rate η, the rule
   g(0) = +1 of `online`, the strict margin of `iterations`, the two conditions of `empirical`, and the
   dual form, which keeps only how often each sample was a mistake. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section LearningRate.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V) (eta : R).
Hypothesis eta_gt0 : 0 < eta.

Let scaled (w w' : V) := w = eta *: w'.

Let same_wrong w w' i : true -> scaled w w' -> mistaken ip z w i = mistaken ip z w' i.
Proof. by move=> _ ->; rewrite /mistaken dotZl pmulr_rle0. Qed.

Let same_step w w' i : true -> scaled w w' -> scaled (update z eta w i) (update z 1 w' i).
Proof. by move=> _ ->; rewrite /scaled /update scale1r scalerDr. Qed.

(* From 0, every η > 0 makes the same mistakes as η = 1 … *)
Theorem learning_rate fuel s :
  train (mistaken ip z) (update z eta) fuel 0 s = train (mistaken ip z) (update z 1) fuel 0 s.
Proof.
apply: (same_mistakes (p := predT) same_wrong same_step); first exact: all_predT.
by rewrite /scaled scaler0.
Qed.

(* … in every other order too … *)
Theorem learning_rate_any_order m : run ip z eta 0 m = run ip z 1 0 m.
Proof.
apply: (same_runs (p := predT) same_wrong same_step); first exact: all_predT.
by rewrite /scaled scaler0.
Qed.

(* … and the weights are η times those. *)
Theorem learning_rate_scales m : weights z eta 0 m = eta *: weights z 1 0 m.
Proof. by rewrite !weights_sum !add0r scale1r. Qed.
End LearningRate.

Section Online.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type).
Variables (x : T -> V) (y : T -> bool) (eta : R).
Hypothesis eta_gt0 : 0 < eta.
Definition folded i := label (y i) *: x i.

(* g(θ · x) is +1 where θ · x ≥ 0, and −1 elsewhere; wrong where it is not the label. *)
Definition wrong_online w i := (0 <= dot ip w (x i)) != y i.

(* What is wrong by this rule has y (θ · x) ≤ 0: every theorem about mistakes applies. *)
Lemma wrong_is_mistaken w i : wrong_online w i -> mistaken ip folded w i.
Proof.
rewrite /wrong_online /mistaken /folded dotZr; case: (y i) => /=; rewrite /label.
  by rewrite mul1r eqb_id -ltNge => /ltW.
by rewrite mulN1r oppr_le0; case: (0 <= _).
Qed.

Lemma online_run w m :
  only_mistakes wrong_online (update folded eta) w m -> run ip folded eta w m.
Proof. by elim: m w => //= i m IH w /andP[/wrong_is_mistaken-> /IH]. Qed.

(* Once along any sequence s: at most (D/γ)² mistakes. *)
Theorem online_bound u gamma d2 s : 0 <= d2 -> 0 < gamma -> dot ip u u = 1 ->
  margin ip folded u gamma s -> within ip folded d2 s ->
  (size (pass wrong_online (update folded eta) 0 s))%:R <= d2 / gamma ^+ 2.
Proof.
move=> d2_ge0 gamma_gt0 unit good short.
apply: (mistake_bound eta_gt0 d2_ge0 gamma_gt0 unit).
- exact: online_run (pass_makes_only_mistakes _ _ _ _).
- exact: pass_takes_samples.
- exact: pass_takes_samples.
Qed.
End Online.

Section Strict.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V) (eta : R).
Hypothesis eta_gt0 : 0 < eta.

(* `iterations`: where every sample has more than γ, w* · w_k is more than kηγ, from the first update
   on. *)
Theorem strict_numerator u gamma m : (0 < size m)%N -> all (fun i => gamma < dot ip (z i) u) m ->
  (size m)%:R * eta * gamma < dot ip (weights z eta 0 m) u.
Proof.
case/lastP: m => // m i _; rewrite all_rcons => /andP[more all_more].
have := numerator eta_gt0 (sub_all (fun j => @ltW _ _ gamma _) all_more).
rewrite size_rcons -cats1 after_cat /= /update dotDl dotZl mulrSr !mulrDl mul1r => /ler_lt_add.
by apply; rewrite ltr_pmul2l.
Qed.
End Strict.

Section TwoConditions.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type).
Variables (x : T -> V) (y : T -> bool) (eta : R).
Hypothesis eta_gt0 : 0 < eta.

(* `empirical`: |w* · x| ≥ γ and sign(w* · x) = y together are the margin of the line `gain`. *)
Theorem two_conditions_gain u gamma w i : gamma <= `|dot ip (x i) u| ->
  Num.sg (dot ip (x i) u) = label (y i) ->
  dot ip w u + eta * gamma <= dot ip (update (folded x y) eta w i) u.
Proof. by move=> good sg; apply: gain => //; rewrite /folded dotZl -sg -normrEsg. Qed.
End TwoConditions.

Section Dual.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : eqType) (z : T -> V).
Variable s : seq T.
Hypothesis each_once : uniq s.

(* All that the dual form knows: the products of the samples, for instance a kernel's values. *)
Definition gram i j := dot ip (z i) (z j).
Definition wrong_dual (alpha : T -> nat) i := \sum_(j <- s) (alpha j)%:R * gram j i <= 0.
Definition count_one_more (alpha : T -> nat) i j := (alpha j + (j == i))%N.

Let represents (w : V) (alpha : T -> nat) := w = \sum_(j <- s) (alpha j)%:R *: z j.

Let same_wrong w alpha i : i \in s -> represents w alpha ->
  mistaken ip z w i = wrong_dual alpha i.
Proof.
move=> _ ->; rewrite /mistaken /wrong_dual dotC dot_sum_r; congr (_ <= 0).
by apply: eq_bigr => j _; rewrite dotZr dotC.
Qed.

Let same_step w alpha i : i \in s -> represents w alpha ->
  represents (update z 1 w i) (count_one_more alpha i).
Proof.
move=> i_s ->; rewrite /represents /update scale1r /count_one_more.
rewrite [RHS](eq_bigr (fun j => (alpha j)%:R *: z j + (j == i)%:R *: z j)); last first.
  by move=> j _; rewrite natrD scalerDl.
rewrite big_split /=; congr (_ + _).
rewrite (bigD1_seq i) //= eqxx scale1r big1 ?addr0 // => j /negbTE->.
by rewrite scale0r.
Qed.

(* The same mistakes, although no vector is ever formed. *)
Theorem dual_form fuel :
  train wrong_dual count_one_more fuel (fun=> 0%N) s =
  train (mistaken ip z) (update z 1) fuel 0 s.
Proof.
symmetry; apply: (same_mistakes (p := mem s) same_wrong same_step); first exact/allP.
by rewrite /represents big1 // => j _; rewrite scale0r.
Qed.

(* In every other order too: what is a mistake of one is a mistake of the other. *)
Theorem dual_form_any_order m : {subset m <= s} ->
  only_mistakes wrong_dual count_one_more (fun=> 0%N) m = run ip z 1 0 m.
Proof.
move=> m_s; symmetry; apply: (same_runs (p := mem s) same_wrong same_step); first exact/allP.
by rewrite /represents big1 // => j _; rewrite scale0r.
Qed.
End Dual.
