(* The theorem of `primal`, with a separate offset b, and padding with any constant c.

   Sample i is x i with label y i; after Inner.v's `lift` it is the one vector (y x, y c²), and
   (w, b) · (y x, y c²) = y (w · x + b).  For `primal`, c is R. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A label is a yes or a no; as a number it is +1 or −1. *)
Definition label (R : realFieldType) (positive : bool) : R := if positive then 1 else -1.
Arguments label {R}.

Lemma label_squared (R : realFieldType) y : label y * label y = 1 :> R.
Proof. by case: y; rewrite /label ?mulr1 // mulrNN mulr1. Qed.

Section Padded.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type).
Variables (x : T -> V) (y : T -> bool) (eta c2 : R).
Hypothesis eta_gt0 : 0 < eta.
Hypothesis c2_gt0 : 0 < c2.
Add Field real_field : (field_laws R).
Ltac identity := to_laws R; (ring || field).
Local Notation "u · v" := (dot ip u v) (at level 40).

Definition padded i : V * R^o := (label (y i) *: x i, label (y i) * c2).
Let space := lift ip (ltW c2_gt0).
Local Notation "p • q" := (dot space p q) (at level 40).
Let c2_neq0 : c2 <> 0. Proof. by apply/eqP; rewrite gt_eqF. Qed.

(* One product for both w and b. *)
Lemma padded_product w (b : R^o) i : (w, b) • padded i = label (y i) * (w · x i + b).
Proof. by rewrite /= dotZr; identity. Qed.

Lemma padded_length i : padded i • padded i = x i · x i + c2.
Proof.
rewrite /= dotZl dotZr mulrA label_squared mul1r; congr (_ + _).
have := label_squared R (y i); move: (label (y i)) => s ss.
by rewrite mulrACA ss mul1r; identity.
Qed.

(* line: update.  w += ηyx and b += ηyc² are one update of (w, b). *)
Lemma update_padded w (b : R^o) i :
  update padded eta (w, b) i = (w + eta *: (label (y i) *: x i), b + eta * (label (y i) * c2)).
Proof. by []. Qed.

(* Every c: k γ² ≤ (R² + c²)(1 + b²/c²), for a separator w of length 1 with offset b. *)
Theorem padding_bound w (b : R^o) gamma r2 m : 0 <= r2 -> 0 < gamma -> w · w = 1 ->
  (forall i, gamma <= label (y i) * (w · x i + b)) -> (forall i, x i · x i <= r2) ->
  run space padded eta 0 m -> (size m)%:R * gamma ^+ 2 <= (r2 + c2) * (1 + b ^+ 2 / c2).
Proof.
move=> r2_ge0 gamma_gt0 unit good short wrong.
have -> : 1 + b ^+ 2 / c2 = (w, b) • (w, b) by rewrite /= unit expr2.
rewrite (mulrC (r2 + c2)); apply: (conclusion eta_gt0 _ gamma_gt0 wrong).
- by rewrite addr_ge0 // ltW.
- by apply: everywhere => i; rewrite dotC padded_product.
- by apply: everywhere => i; rewrite padded_length ler_add2r.
Qed.

(* The best c is √(R|b|): the bound is never below ((R + |b|)/γ)², and there it is equal. *)
Lemma padding_at_best b r : 0 <= r -> 0 <= b ->
  (r + b) ^+ 2 <= (r ^+ 2 + c2) * (1 + b ^+ 2 / c2) ?= iff (c2 == r * b).
Proof.
move=> r_ge0 b_ge0; split.
  rewrite -subr_ge0.
  have -> : (r ^+ 2 + c2) * (1 + b ^+ 2 / c2) - (r + b) ^+ 2 = (c2 - r * b) ^+ 2 / c2 by identity.
  by rewrite divr_ge0 ?sqr_ge0 // ltW.
rewrite eq_sym -subr_eq0.
have -> : (r ^+ 2 + c2) * (1 + b ^+ 2 / c2) - (r + b) ^+ 2 = (c2 - r * b) ^+ 2 / c2 by identity.
by rewrite mulf_eq0 invr_eq0 (gt_eqF c2_gt0) orbF expf_eq0 /= subr_eq0.
Qed.
End Padded.

Section Primal.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type).
Variables (x : T -> V) (y : T -> bool) (eta r2 : R).
Hypothesis eta_gt0 : 0 < eta.
Hypothesis r2_gt0 : 0 < r2.
Add Field real_field_ : (field_laws R).
Ltac identity := to_laws R; (ring || field).
Local Notation "u · v" := (dot ip u v) (at level 40).
Let space := lift ip (ltW r2_gt0).
Local Notation "p • q" := (dot space p q) (at level 40).
Local Notation padded := (padded x y r2).
Local Notation weights := (weights padded eta 0).
Local Notation run := (run space padded eta 0).
Local Notation k m := (size m)%:R.

(* The hypotheses: R bounds every sample, both labels occur, (w, b) separates with margin γ, and
   only w has length 1. *)
Hypothesis short : forall i, x i · x i <= r2.
Hypothesis both_labels : (exists i, y i) /\ (exists i, ~~ y i).
Variables (w : V) (b : R^o) (gamma : R).
Hypothesis gamma_gt0 : 0 < gamma.
Hypothesis unit : w · w = 1.
Hypothesis good : forall i, gamma <= label (y i) * (w · x i + b).

Let reach i : (w · x i) ^+ 2 <= r2.
Proof. by apply: le_trans (cauchy_schwarz ip _ _) _; rewrite unit mul1r. Qed.

(* line: Lemma 1, sharper.  |b_opt| + γ ≤ R: the sample of the other label has margin γ as well. *)
Lemma lemma_1_sharper : (`|b| + gamma) ^+ 2 <= r2.
Proof.
have sum_ge0 : 0 <= `|b| + gamma by rewrite addr_ge0 // ltW.
case: both_labels => [[p yp] [n yn]].
have := good p; have := good n; rewrite /label yp (negbTE yn) mul1r mulN1r opprD.
case: (ger0P b) sum_ge0 => [b_ge0|b_lt0] sum_ge0 at_n at_p.
  apply: le_trans (reach n); rewrite -[X in _ <= X]sqrrN ler_pexpn2r ?nnegrE //.
    by rewrite addrC -ler_subr_addr.
  by rewrite (le_trans sum_ge0) // addrC -ler_subr_addr.
apply: le_trans (reach p); rewrite ler_pexpn2r ?nnegrE //.
  by rewrite addrC ler_subl_addr.
by rewrite (le_trans sum_ge0) // addrC ler_subl_addr.
Qed.

(* line: Lemma 1, offset.  |b_opt| ≤ R: the source squares b_opt and bounds only b_opt itself. *)
Lemma lemma_1_offset : b ^+ 2 <= r2.
Proof.
apply: le_trans lemma_1_sharper; rewrite -(real_normK (num_real b)).
by rewrite ler_pexpn2r ?nnegrE ?ler_addl ?addr_ge0 // ltW.
Qed.

(* line: Lemma 1.  ‖ŵ_opt‖² ≤ 2: it is 1 + b_opt²/R². *)
Lemma lemma_1 : (w, b) • (w, b) <= 2%:R.
Proof.
rewrite /= unit (_ : 2%:R = 1 + 1) // ler_add2l ler_pdivr_mulr // mul1r -expr2.
exact: lemma_1_offset.
Qed.

(* line: Lemma 2.  ŵ_k · ŵ_opt ≥ kηγ. *)
Lemma lemma_2 m : k m * eta * gamma <= weights m • (w, b).
Proof. by apply: (numerator eta_gt0); apply: everywhere => i; rewrite dotC padded_product. Qed.

(* line: Lemma 3.  ‖ŵ_k‖² ≤ 2kη²R². *)
Lemma lemma_3 m : run m -> weights m • weights m <= 2%:R * k m * eta ^+ 2 * r2.
Proof.
move=> wrong; rewrite (_ : 2%:R * _ * _ * r2 = k m * (eta ^+ 2 * (r2 + r2))); last by identity.
apply: (norm eta_gt0 wrong); apply: everywhere => i.
by rewrite padded_length // ler_add2r.
Qed.

(* line: Cauchy–Schwarz.  ŵ_k · ŵ_opt ≤ ‖ŵ_k‖ ‖ŵ_opt‖, squared. *)
Lemma product_of_lengths m :
  (weights m • (w, b)) ^+ 2 <= (weights m • weights m) * ((w, b) • (w, b)).
Proof. exact: cauchy_schwarz. Qed.

(* line: Lemma 1 used.  ‖ŵ_k‖ ‖ŵ_opt‖ ≤ √2 ‖ŵ_k‖, squared. *)
Lemma lemma_1_used m :
  (weights m • weights m) * ((w, b) • (w, b)) <= 2%:R * (weights m • weights m).
Proof. by rewrite mulrC ler_wpmul2r ?lemma_1 // dot_ge0. Qed.

(* line: assembled.  kηγ ≤ 2√k ηR, squared. *)
Lemma assembled m : run m -> (k m * eta * gamma) ^+ 2 <= 4%:R * k m * eta ^+ 2 * r2.
Proof.
move=> wrong; have climb_ge0 : 0 <= k m * eta * gamma by rewrite !mulr_ge0 ?ler0n ?ltW.
apply: (@le_trans _ _ ((weights m • (w, b)) ^+ 2)).
  by have along := lemma_2 m; rewrite ler_pexpn2r ?nnegrE // (le_trans climb_ge0).
apply: le_trans (le_trans (product_of_lengths m) (lemma_1_used m)) _.
rewrite (_ : 4%:R * _ * _ * r2 = 2%:R * (2%:R * k m * eta ^+ 2 * r2)); last by identity.
by rewrite ler_wpmul2l ?ler0n ?lemma_3.
Qed.

(* line: conclusion.  k ≤ (2R/γ)², in squares: with ≤, not =. *)
Theorem novikoff m : run m -> k m <= 4%:R * r2 / gamma ^+ 2.
Proof.
move=> wrong; rewrite ler_pdivl_mulr ?exprn_gt0 //.
case: (eqVneq (size m) 0%N) => [->|k_neq0]; first by rewrite mul0r mulr_ge0 ?ler0n ?ltW.
have k_gt0 : 0 < k m :> R by rewrite ltr0n lt0n.
rewrite -(ler_pmul2l (mulr_gt0 k_gt0 (exprn_gt0 2 eta_gt0))).
rewrite (_ : _ * (k m * _) = (k m * eta * gamma) ^+ 2); last by identity.
by apply: le_trans (assembled wrong) _; rewrite le_eqVlt; apply/orP; left; apply/eqP; identity.
Qed.
End Primal.
