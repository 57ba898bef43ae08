(* A second proof: at every mistake w comes nearer to the point λu.

   It needs no Cauchy–Schwarz inequality, and any start is as good as 0. The vector u may have any
   length; for one of length 1, λ is ηR²/γ. A comment "line: NAME" is as in Convergence.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Distance.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V) (eta : R).
Hypothesis eta_gt0 : 0 < eta.
Add Field real_field : (field_laws R).
Ltac identity := to_laws R; (ring || field).
Local Notation "u · v" := (dot ip u v) (at level 40).
Local Notation mistaken := (mistaken ip z).
Local Notation update := (update z eta).
Local Notation weights := (weights z eta).
Local Notation run := (run ip z eta).
Local Notation margin := (margin ip z).
Local Notation within := (within ip z).
Local Notation k m := (size m)%:R.
Implicit Types (u w p : V) (i : T) (m : seq T) (lambda gamma : R).

Definition distance_squared w p := (w - p) · (w - p).
Local Notation dist2 := distance_squared.
(* What a mistake takes off ‖w − λu‖² at least. *)
Definition loss lambda gamma r2 := eta * (2%:R * lambda * gamma - eta * r2).


(* line: fall.  Each mistake takes at least η(2λγ − ηR²) off the squared distance from λu. *)
Lemma fall lambda u gamma r2 w i : 0 <= lambda ->
  mistaken w i -> gamma <= z i · u -> z i · z i <= r2 ->
  dist2 (update w i) (lambda *: u) <= dist2 w (lambda *: u) - loss lambda gamma r2.
Proof.
move=> lambda_ge0 wrong good short.
rewrite /dist2 /loss (addrAC w) square_of_update.
rewrite -addrA ler_add2l dotDl dotNl dotZl (dotC _ u).
have -> : 2%:R * eta * (w · z i - lambda * (z i · u)) + eta ^+ 2 * (z i · z i) =
  2%:R * eta * (w · z i) + eta * (eta * (z i · z i) - 2%:R * lambda * (z i · u)) by identity.
rewrite -[X in _ <= X]mulrN opprB -[X in _ <= X]add0r; apply: ler_add; first exact: cross_term.
apply: ler_wpmul2l; first exact: ltW.
apply: ler_add; first by rewrite ler_wpmul2l // ltW.
by rewrite ler_opp2 ler_wpmul2l // mulr_ge0 ?ler0n.
Qed.

(* line: distance.  k mistakes take off k times as much, from any start. *)
Lemma distance lambda u gamma r2 w0 m : 0 <= lambda ->
  run w0 m -> margin u gamma m -> within r2 m ->
  dist2 (weights w0 m) (lambda *: u) <= dist2 w0 (lambda *: u) - k m * loss lambda gamma r2.
Proof.
move=> lambda_ge0; elim: m w0 => [|i m IH] w0 /=; first by rewrite mul0r subr0.
move=> /andP[wrong rest] /andP[good goods] /andP[short shorts].
apply: le_trans (IH _ rest goods shorts) _.
by rewrite mulrSr mulrDl mul1r opprD addrA addrAC ler_add2r fall.
Qed.

(* line: conclusion.  A square is never below 0: k η(2λγ − ηR²) ≤ ‖w0 − λu‖², whatever λ and w0. *)
Theorem conclusion lambda u gamma r2 w0 m : 0 <= lambda ->
  run w0 m -> margin u gamma m -> within r2 m ->
  k m * loss lambda gamma r2 <= dist2 w0 (lambda *: u).
Proof.
move=> lambda_ge0 wrong good short; rewrite -subr_ge0.
exact: le_trans (dot_ge0 _ _) (distance lambda_ge0 wrong good short).
Qed.

(* From 0, with λ = ηR²/γ: k γ² ≤ ‖u‖² R², the theorem of Convergence.v. *)
Corollary from_0 u gamma r2 m : 0 < r2 -> 0 < gamma ->
  run 0 m -> margin u gamma m -> within r2 m -> k m * gamma ^+ 2 <= (u · u) * r2.
Proof.
move=> r2_gt0 gamma_gt0 wrong good short.
have gamma_neq0 : gamma <> 0 by apply/eqP; rewrite gt_eqF.
have lambda_ge0 : 0 <= eta * r2 / gamma by rewrite ltW // divr_gt0 ?mulr_gt0.
have := conclusion lambda_ge0 wrong good short.
rewrite /dist2 sub0r dotNl dotNr opprK dotZl dotZr /loss => bound.
have factor_gt0 : 0 < eta ^+ 2 * r2 / gamma ^+ 2 by rewrite divr_gt0 ?mulr_gt0 ?exprn_gt0.
rewrite -(ler_pmul2r factor_gt0); apply: le_trans (le_trans bound _); rewrite le_eqVlt.
  by apply/orP; left; apply/eqP; identity.
by apply/orP; left; apply/eqP; identity.
Qed.

(* Some λ is large enough that each mistake takes something off. *)
Lemma far_enough gamma r2 : 0 <= r2 -> 0 < gamma ->
  let lambda := eta * (r2 + 1) / gamma in 0 <= lambda /\ 0 < loss lambda gamma r2.
Proof.
move=> r2_ge0 gamma_gt0; split; first by rewrite divr_ge0 ?mulr_ge0 ?addr_ge0 // ltW.
have gamma_neq0 : gamma <> 0 by apply/eqP; rewrite gt_eqF.
rewrite /loss (_ : _ - _ = eta * (r2 + 1 + 1)); last by identity.
by rewrite !mulr_gt0 // !ltr_spaddr ?addr_ge0.
Qed.
End Distance.
