(* Wider gaps: a threshold below which a right sample is corrected too, and the walk of MinOver.

   Samples are folded, z i is y x, and the learning rate is 1. The vector u may have any length; only
   where it says so it has length 1. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Threshold.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V).
Variables (tau : R).
Hypothesis tau_ge0 : 0 <= tau.
Add Field real_field : (field_laws R).
Ltac identity := to_laws R; (ring || field).
Local Notation "u · v" := (dot ip u v) (at level 40).
Local Notation update := (update z 1).
Local Notation weights := (weights z 1 0).
Local Notation margin := (margin ip z).
Local Notation within := (within ip z).
Local Notation k m := (size m)%:R.
Implicit Types (u w : V) (i : T) (m : seq T) (gamma : R).

(* What is corrected: what is wrong, and what is right but does not exceed τ. *)
Definition too_near w i := w · z i <= tau.
Local Notation run := (only_mistakes too_near update).

(* One correction makes w longer by at most R² + 2τ, in squares. *)
Lemma threshold_step r2 w i : too_near w i -> z i · z i <= r2 ->
  update w i · update w i <= w · w + (r2 + 2%:R * tau).
Proof.
move=> near short; rewrite square_of_update expr1n mul1r mulr1 -addrA ler_add2l addrC.
by rewrite ler_add // ler_wpmul2l // ler0n.
Qed.

(* ‖w_k‖² ≤ k (R² + 2τ). *)
Lemma threshold_norm r2 m : run 0 m -> within r2 m ->
  weights m · weights m <= k m * (r2 + 2%:R * tau).
Proof.
elim/last_ind: m => [|m i IH]; first by rewrite /= dot0l mul0r.
rewrite -cats1 only_mistakes_cat /Convergence.within all_cat after_cat /= !andbT.
move=> /andP[wrong near] /andP[short z_short].
apply: le_trans (threshold_step near z_short) _.
by rewrite size_cat natrD mulrDl mul1r ler_add2r IH.
Qed.

(* k γ² ≤ ‖u‖² (R² + 2τ). *)
Theorem threshold_bound u gamma r2 m : 0 <= r2 -> 0 < gamma ->
  run 0 m -> margin u gamma m -> within r2 m ->
  k m * gamma ^+ 2 <= (u · u) * (r2 + 2%:R * tau).
Proof.
move=> r2_ge0 gamma_gt0 wrong good short.
have sum_ge0 : 0 <= r2 + 2%:R * tau by rewrite addr_ge0 // mulr_ge0 ?ler0n.
case: m wrong good short => [|i m] wrong good short; first by rewrite mul0r mulr_ge0 ?dot_ge0.
have k_gt0 : 0 < k (i :: m) :> R by rewrite ltr0n.
have along := numerator ltr01 good; rewrite mulr1 in along.
have along_ge0 : 0 <= k (i :: m) * gamma by rewrite mulr_ge0 ?ltW.
rewrite -(ler_pmul2l k_gt0).
have -> : k (i :: m) * (k (i :: m) * gamma ^+ 2) = (k (i :: m) * gamma) ^+ 2 by identity.
apply: (@le_trans _ _ ((weights (i :: m) · u) ^+ 2)).
  rewrite ler_pexpn2r // nnegrE //; exact: le_trans along_ge0 along.
apply: le_trans (ceiling ip u _) _.
have -> : k (i :: m) * ((u · u) * (r2 + 2%:R * tau)) = k (i :: m) * (r2 + 2%:R * tau) * (u · u).
  by identity.
by rewrite ler_wpmul2r ?dot_ge0 // threshold_norm.
Qed.

(* Every sample that is not corrected any more is farther from the line than τγ/(R² + 2τ), here
   for a u of length 1, in squares and without a division. *)
Theorem threshold_margin u gamma r2 m i : 0 <= r2 -> 0 < gamma -> u · u = 1 ->
  run 0 m -> margin u gamma m -> within r2 m -> ~~ too_near (weights m) i ->
  (tau * gamma) ^+ 2 * (weights m · weights m) <= ((weights m · z i) * (r2 + 2%:R * tau)) ^+ 2.
Proof.
move=> r2_ge0 gamma_gt0 unit wrong good short; rewrite /too_near -ltNge => far.
have sum_ge0 : 0 <= r2 + 2%:R * tau by rewrite addr_ge0 // mulr_ge0 ?ler0n.
have bound := threshold_bound r2_ge0 gamma_gt0 wrong good short; rewrite unit mul1r in bound.
have long : gamma ^+ 2 * (weights m · weights m) <= (r2 + 2%:R * tau) ^+ 2.
  apply: le_trans (ler_wpmul2l (sqr_ge0 _) (threshold_norm wrong short)) _.
  have -> : gamma ^+ 2 * (k m * (r2 + 2%:R * tau)) = k m * gamma ^+ 2 * (r2 + 2%:R * tau).
    by identity.
  by rewrite (expr2 (r2 + _)) ler_wpmul2r.
have high : tau ^+ 2 <= (weights m · z i) ^+ 2.
  by rewrite ler_pexpn2r // ?nnegrE // ?ltW // (le_lt_trans tau_ge0).
rewrite !exprMn -mulrA; apply: ler_pmul high long; first exact: sqr_ge0.
by apply: mulr_ge0; [exact: sqr_ge0 | exact: dot_ge0].
Qed.
End Threshold.

Section Gap.
Variables (R : rcfType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V) (beta : R).
Hypothesis beta_ge0 : 0 <= beta.
Add Field real_field : (field_laws R).
Ltac identity := to_laws R; (ring || field).
Local Notation "u · v" := (dot ip u v) (at level 40).
Local Notation update := (update z 1).
Local Notation weights := (weights z 1 0).
Local Notation k m := (size m)%:R.
Implicit Types (u w : V) (i : T) (m : seq T) (gamma : R).

Definition norm_of w := Num.sqrt (w · w).

(* What is corrected: what is wrong, or no farther than β from the line. *)
Definition thin w i := w · z i <= beta * norm_of w.
Local Notation run := (only_mistakes thin update).

Lemma norm_of_squared w : norm_of w ^+ 2 = w · w.
Proof. by rewrite sqr_sqrtr ?dot_ge0. Qed.

Lemma norm_of_le w (c : R) : 0 <= c -> w · w <= c ^+ 2 -> norm_of w <= c.
Proof. by move=> c_ge0 /ler_wsqrtr; rewrite sqrtr_sqr ger0_norm. Qed.

(* ‖w_k‖ ≤ k β + √k S, with S² = R² − β². *)
Lemma thin_norm (S r2 : R) m : 0 <= S -> S ^+ 2 = r2 - beta ^+ 2 ->
  run 0 m -> within ip z r2 m -> norm_of (weights m) <= k m * beta + Num.sqrt (k m) * S.
Proof.
move=> S_ge0 square; elim/last_ind: m => [|m i IH].
  by rewrite /= norm_of_le ?dot0l ?mul0r ?sqrtr0 ?mul0r ?addr0 ?expr0n.
rewrite -cats1 only_mistakes_cat /within all_cat after_cat /= !andbT.
move=> /andP[before near] /andP[short z_short]; have {}IH := IH before short.
have -> : k (m ++ [:: i]) = k m + 1 :> R by rewrite size_cat natrD.
set w := weights m in near IH *; pose r : R := Num.sqrt (k m); pose b := k m * beta + r * S.
pose s : R := Num.sqrt (k m + 1).
have k_ge0 : 0 <= k m :> R by rewrite ler0n.
have k1_ge0 : 0 <= k m + 1 :> R := addr_ge0 k_ge0 ler01.
have r_ge0 : 0 <= r by rewrite sqrtr_ge0.
have s_ge0 : 0 <= s by rewrite sqrtr_ge0.
have r_squared : r ^+ 2 = k m by rewrite sqr_sqrtr.
have s_squared : s ^+ 2 = k m + 1 by rewrite sqr_sqrtr.
have r_le_s : r <= s by apply: ler_wsqrtr; rewrite ler_addl ler01.
have n_ge0 : 0 <= norm_of w := sqrtr_ge0 _.
apply: norm_of_le; first by apply: addr_ge0; apply: mulr_ge0.
rewrite square_of_update expr1n mul1r mulr1.
apply: (@le_trans _ _ ((norm_of w + beta) ^+ 2 + S ^+ 2)).
  have -> : (norm_of w + beta) ^+ 2 + S ^+ 2 = w · w + 2%:R * (beta * norm_of w) + r2.
    by rewrite square -(norm_of_squared w); identity.
  by rewrite ler_add // ler_add2l ler_wpmul2l ?ler0n.
apply: (@le_trans _ _ ((b + beta) ^+ 2 + S ^+ 2)).
  have sum_ge0 : 0 <= norm_of w + beta := addr_ge0 n_ge0 beta_ge0.
  have up : norm_of w + beta <= b + beta by rewrite ler_add2r.
  by rewrite ler_add2r !expr2 (ler_pmul sum_ge0 sum_ge0 up up).
have -> : (b + beta) ^+ 2 + S ^+ 2 =
  (k m + 1) ^+ 2 * beta ^+ 2 + 2%:R * (k m + 1) * beta * S * r + (r ^+ 2 + 1) * S ^+ 2.
  by rewrite /b; identity.
have -> : ((k m + 1) * beta + s * S) ^+ 2 =
  (k m + 1) ^+ 2 * beta ^+ 2 + 2%:R * (k m + 1) * beta * S * s + s ^+ 2 * S ^+ 2 by identity.
rewrite r_squared s_squared ler_add2r ler_add2l ler_wpmul2l //.
by rewrite !mulr_ge0 // ler0n.
Qed.

(* k (γ − β)² ≤ R² − β²: the gap β is found, whatever β < γ is asked for. *)
Theorem thin_bound u gamma r2 m : u · u = 1 -> beta < gamma -> beta ^+ 2 <= r2 ->
  run 0 m -> margin ip z u gamma m -> within ip z r2 m ->
  k m * (gamma - beta) ^+ 2 <= r2 - beta ^+ 2.
Proof.
move=> unit wide r2_large wrong good short.
have rest_ge0 : 0 <= r2 - beta ^+ 2 by rewrite subr_ge0.
have [->|k_neq0] := eqVneq (k m) (0 : R); first by rewrite mul0r.
have k_gt0 : 0 < k m :> R by rewrite lt_def k_neq0 ler0n.
set S := Num.sqrt (r2 - beta ^+ 2).
have S_squared : S ^+ 2 = r2 - beta ^+ 2 by rewrite sqr_sqrtr.
have long := thin_norm (sqrtr_ge0 _) S_squared wrong short.
have along := numerator ltr01 good; rewrite mulr1 in along.
have gamma_ge0 : 0 <= gamma by rewrite ltW // (le_lt_trans beta_ge0).
have reach : weights m · u <= norm_of (weights m).
  have along_ge0 : 0 <= weights m · u by apply: le_trans along; rewrite mulr_ge0 ?ler0n.
  have := ler_wsqrtr (ceiling ip u (weights m)).
  by rewrite unit mulr1 sqrtr_sqr ger0_norm.
have step : k m * (gamma - beta) <= Num.sqrt (k m) * S.
  have -> : k m * (gamma - beta) = k m * gamma - k m * beta by identity.
  by rewrite ler_subl_addl (le_trans along) // (le_trans reach).
rewrite -(ler_pmul2l k_gt0) -S_squared.
have -> : k m * (k m * (gamma - beta) ^+ 2) = (k m * (gamma - beta)) ^+ 2 by identity.
have -> : k m * S ^+ 2 = (Num.sqrt (k m) * S) ^+ 2 by rewrite exprMn (@sqr_sqrtr _ (k m)) ?ler0n.
have step_ge0 : 0 <= k m * (gamma - beta) by rewrite mulr_ge0 ?ler0n // subr_ge0 ltW.
by rewrite !(expr2 (_ * _)) (ler_pmul step_ge0 step_ge0 step step).
Qed.

(* Where it ends, every sample is farther than β from the line. *)
Lemma thin_ends w i : ~~ thin w i -> beta * norm_of w < w · z i.
Proof. by rewrite -ltNge. Qed.
End Gap.

Section MinOver.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V) (p : V).
Add Field real_field : (field_laws R).
Ltac identity := to_laws R; (ring || field).
Local Notation "u · v" := (dot ip u v) (at level 40).
Local Notation weights := (weights z 1 0).
Local Notation k m := (size m)%:R.
Implicit Types (w : V) (i : T) (m : seq T).

(* What MinOver adds: its product is the least, so it is no larger than that with the mean p. *)
Definition least w i := w · z i <= w · p.

(* ‖w_k − k p‖² ≤ k (R² − ‖p‖²), where p · z ≥ ‖p‖² for every sample that was added. *)
Theorem minover r2 m : only_mistakes least (update z 1) 0 m ->
  margin ip z p (p · p) m -> within ip z r2 m ->
  (weights m - k m *: p) · (weights m - k m *: p) <= k m * (r2 - p · p).
Proof.
elim/last_ind: m => [|m i IH]; first by rewrite /= scale0r subrr dot0l mul0r.
rewrite -cats1 only_mistakes_cat /margin /within !all_cat after_cat /= !andbT.
move=> /andP[before low] /andP[good z_good] /andP[short z_short].
have {}IH := IH before good short.
rewrite size_cat natrD scalerDl scale1r mulrDl mul1r /update scale1r.
set w := weights m; set e := w - k m *: p.
have -> : w + z i - (k m *: p + p) = e + 1 *: (z i - p) by rewrite scale1r /e opprD addrACA.
rewrite square_of_update expr1n mul1r mulr1.
have cross : e · (z i - p) <= 0.
  rewrite /e dotDl dotNl dotZl dotDr dotNr -[leRHS]addr0 ler_add ?subr_le0 //.
  by rewrite oppr_le0 mulr_ge0 ?ler0n // dotDr dotNr subr_ge0 (dotC ip p).
have last : (z i - p) · (z i - p) <= r2 - p · p.
  have -> : (z i - p) · (z i - p) = z i · z i - 2%:R * (z i · p) + p · p.
    by rewrite !dotDl !dotNl !dotDr !dotNr (dotC ip p (z i)); identity.
  have -> : r2 - p · p = r2 - 2%:R * (p · p) + p · p by identity.
  by rewrite ler_add2r ler_add // ler_opp2 ler_wpmul2l ?ler0n.
apply: ler_add last; apply: le_trans IH; rewrite -[leRHS]addr0 ler_add2l.
by rewrite mulr_ge0_le0 ?ler0n.
Qed.
End MinOver.
