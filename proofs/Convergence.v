(* The convergence theorem, one lemma for each line of the proof on paper.

   A sample is folded: z i is y x, so that z i · w is y (w · x). The first lemmas are about one
   update, from w to w + η z; those after them about a run m from w0. The vector u may have any
   length; only in the last statements it has length 1. A comment "line: NAME" names the line that
   perceptron_lessons shows as NAME, with both sides as numbers. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Perceptron.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V) (eta : R).

(* A mistake: y (w · x) ≤ 0. The update: w + η y x. *)
Definition mistaken (w : V) i := dot ip w (z i) <= 0.
Definition update (w : V) i := w + eta *: z i.

(* The hypotheses about samples, asked of the mistakes m only. *)
Definition margin u gamma := all (fun i => gamma <= dot ip (z i) u).
Definition within r2 := all (fun i => dot ip (z i) (z i) <= r2).
End Perceptron.

Notation weights z eta := (after (update z eta)).
Notation run ip z eta := (only_mistakes (mistaken ip z) (update z eta)).

Section Convergence.
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
Implicit Types (u w : V) (i : T) (m : seq T) (gamma : R).

Let eta_ge0 : 0 <= eta := ltW eta_gt0.

(** One update *)

(* line: gain.  Each update brings w further along u by at least ηγ. *)
Lemma gain u gamma w i : gamma <= z i · u -> w · u + eta * gamma <= update w i · u.
Proof. by move=> good; rewrite dotDl dotZl ler_add2l ler_wpmul2l. Qed.

(* line: cross term.  The sample was a mistake: the term is 0 or negative (0 at w = 0). *)
Lemma cross_term w i : mistaken w i -> 2%:R * eta * (w · z i) <= 0.
Proof. by move=> wrong; rewrite mulr_ge0_le0 // mulr_ge0 ?ler0n. Qed.

(* line: update term.  No sample is longer than R. *)
Lemma update_term r2 i : z i · z i <= r2 -> eta ^+ 2 * (z i · z i) <= eta ^+ 2 * r2.
Proof. by move=> short; rewrite ler_wpmul2l ?sqr_ge0. Qed.

(* line: own margin.  The update adds η‖x‖² to the margin of the sample itself. *)
Lemma own_margin w i : update w i · z i = w · z i + eta * (z i · z i).
Proof. by rewrite dotDl dotZl. Qed.

(* One update makes w longer by at most η²R², in squares. *)
Lemma length_step r2 w i : mistaken w i -> z i · z i <= r2 ->
  update w i · update w i <= w · w + eta ^+ 2 * r2.
Proof.
move=> wrong short; rewrite square_of_update -addrA ler_add2l -[leRHS]add0r.
exact: ler_add (cross_term wrong) (update_term short).
Qed.

(** A run, from any start w0 *)

(* line: progress.  k updates, each of them adding at least ηγ. *)
Lemma progress u gamma w0 m : margin u gamma m ->
  w0 · u + k m * eta * gamma <= weights w0 m · u.
Proof.
elim: m w0 => [|i m IH] w0 /=; first by rewrite !mul0r addr0.
move=> /andP[good /(IH (update w0 i))]; apply: le_trans.
rewrite mulrSr !mulrDl mul1r addrA addrAC ler_add2r.
exact: gain.
Qed.

(* line: growth.  k updates, each of them adding at most η²R². *)
Lemma growth r2 w0 m : run w0 m -> within r2 m ->
  weights w0 m · weights w0 m <= w0 · w0 + k m * (eta ^+ 2 * r2).
Proof.
elim: m w0 => [|i m IH] w0 /=; first by rewrite mul0r addr0.
move=> /andP[wrong rest] /andP[short /(IH _ rest)]; move/le_trans; apply.
rewrite mulrSr mulrDl mul1r addrA addrAC ler_add2r.
exact: length_step.
Qed.

(* w_k = w0 + η (z_1 + … + z_k): the list of mistakes is the whole run. *)
Lemma weights_sum w0 m : weights w0 m = w0 + eta *: \sum_(i <- m) z i.
Proof.
elim: m w0 => [|i m IH] w0 /=; first by rewrite big_nil scaler0 addr0.
by rewrite IH big_cons scalerDr addrA.
Qed.

(** A run from 0 *)

(* line: numerator.  w_k · u ≥ k η γ. *)
Lemma numerator u gamma m : margin u gamma m -> k m * eta * gamma <= weights 0 m · u.
Proof. by move=> /(progress 0); rewrite dot0l add0r. Qed.

(* line: norm.  ‖w_k‖² ≤ k η² R². *)
Lemma norm r2 m : run 0 m -> within r2 m ->
  weights 0 m · weights 0 m <= k m * (eta ^+ 2 * r2).
Proof. by move=> wrong /(growth wrong); rewrite dot0l add0r. Qed.

(* line: cosine.  cos(w_k, u) ≥ √k γ/R for ‖u‖ = 1, in squares and without a division:
   k γ² ‖w_k‖² ≤ (w_k · u)² R², and w_k · u ≥ 0. *)
Lemma cosine u gamma r2 m : 0 <= gamma -> run 0 m -> margin u gamma m -> within r2 m ->
  0 <= weights 0 m · u /\
  k m * gamma ^+ 2 * (weights 0 m · weights 0 m) <= (weights 0 m · u) ^+ 2 * r2.
Proof.
move=> gamma_ge0 wrong good short.
have along_ge0 : 0 <= k m * eta * gamma by rewrite !mulr_ge0 ?ler0n.
have along := numerator good; split; first exact: le_trans along_ge0 along.
case: m wrong good short along_ge0 along => [|i m] wrong good short along_ge0 along.
  by rewrite /= !dot0l !mul0r expr0n mul0r.
have r2_ge0 : 0 <= r2 by case/andP: short => short _; apply: le_trans (dot_ge0 _ _) short.
apply: le_trans (ler_wpmul2l _ (norm wrong short)) _; first by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
rewrite [X in _ <= X]mulrC.
have -> : k (i :: m) * gamma ^+ 2 * (k (i :: m) * (eta ^+ 2 * r2)) =
  r2 * (k (i :: m) * eta * gamma) ^+ 2 by identity.
by rewrite ler_wpmul2l // ler_pexpn2r // ?nnegrE // (le_trans along_ge0).
Qed.

(* line: ceiling.  cos(w, u) ≤ 1, in squares: Cauchy–Schwarz. *)
Lemma ceiling u w : (w · u) ^+ 2 <= (w · w) * (u · u).
Proof. exact: cauchy_schwarz. Qed.

(* line: conclusion.  k γ² ≤ ‖u‖² R²: the whole theorem, with no root and no division. *)
Theorem conclusion u gamma r2 m : 0 <= r2 -> 0 < gamma ->
  run 0 m -> margin u gamma m -> within r2 m -> k m * gamma ^+ 2 <= (u · u) * r2.
Proof.
move=> r2_ge0 gamma_gt0 wrong good short.
case: m wrong good short => [|i m] wrong good short; first by rewrite mul0r mulr_ge0 ?dot_ge0.
set w := weights 0 (i :: m).
have along_gt0 : 0 < w · u by apply: lt_le_trans (numerator good); rewrite !mulr_gt0 ?ltr0n.
have w_gt0 : 0 < w · w.
  rewrite lt_def dot_ge0 andbT; apply/eqP => w0.
  by have := lt_le_trans (exprn_gt0 2 along_gt0) (ceiling u w); rewrite w0 mul0r ltxx.
have [_ squeezed] := cosine (ltW gamma_gt0) wrong good short.
rewrite -(ler_pmul2r w_gt0); apply: le_trans squeezed _.
by rewrite (mulrAC (u · u)) ler_wpmul2r // (mulrC (u · u)) ceiling.
Qed.

(* The same after dividing: k ≤ R²/γ² for a u of length 1. *)
Corollary mistake_bound u gamma r2 m : 0 <= r2 -> 0 < gamma -> u · u = 1 ->
  run 0 m -> margin u gamma m -> within r2 m -> k m <= r2 / gamma ^+ 2.
Proof.
move=> r2_ge0 gamma_gt0 unit wrong good short.
have := conclusion r2_ge0 gamma_gt0 wrong good short.
by rewrite unit mul1r ler_pdivl_mulr ?exprn_gt0.
Qed.

(* Samples of length 1 (`cosine`, `empirical`): k ≤ 1/γ². *)
Corollary mistake_bound_unit u gamma m : 0 < gamma -> u · u = 1 ->
  run 0 m -> margin u gamma m -> all (fun i => z i · z i == 1) m -> k m <= 1 / gamma ^+ 2.
Proof.
move=> gamma_gt0 unit wrong good unit_length.
have short : within 1 m by apply: sub_all unit_length => i /eqP->.
exact: (mistake_bound ler01 gamma_gt0 unit).
Qed.

(** Beyond the start at 0 *)

(* line: conclusion.  From any start (w0 · u + k η γ)² ≤ ‖u‖² (‖w0‖² + k η² R²).  The left side grows like k², the right
   side like k, so that the run ends from everywhere. *)
Theorem any_start u gamma r2 w0 m : 0 <= r2 -> 0 <= gamma ->
  run w0 m -> margin u gamma m -> within r2 m ->
  (w0 · u + k m * eta * gamma) ^+ 2 <= (u · u) * (w0 · w0 + k m * (eta ^+ 2 * r2)).
Proof.
move=> r2_ge0 gamma_ge0 wrong good short; set a := _ + _.
have steps_ge0 : 0 <= k m * (eta ^+ 2 * r2) by rewrite !mulr_ge0 ?ler0n ?sqr_ge0.
have climb_ge0 : 0 <= k m * eta * gamma by rewrite !mulr_ge0 ?ler0n.
case: (lerP 0 a) => [a_ge0|a_lt0].
  have along := progress w0 good; apply: (@le_trans _ _ ((weights w0 m · u) ^+ 2)).
    by rewrite ler_pexpn2r // nnegrE // (le_trans a_ge0).
  by apply: le_trans (ceiling u _) _; rewrite (mulrC (u · u)) ler_wpmul2r ?dot_ge0 // growth.
apply: (@le_trans _ _ ((w0 · u) ^+ 2)).
  rewrite -sqrrN -[X in _ <= X]sqrrN ler_pexpn2r ?nnegrE ?oppr_ge0 ?(ltW a_lt0) //.
    by rewrite ler_opp2 ler_addl.
  by apply: le_trans (ltW a_lt0); rewrite ler_addl.
by apply: le_trans (ceiling u _) _; rewrite (mulrC (u · u)) ler_wpmul2r ?dot_ge0 // ler_addl.
Qed.

(* The rough form: k ≤ R²/γ² + 2 ‖w0‖/(ηγ), with n ≥ ‖w0‖. *)
Corollary any_start_rough u gamma r2 n w0 m : 0 <= r2 -> 0 < gamma -> u · u = 1 ->
  0 <= n -> w0 · w0 <= n ^+ 2 -> run w0 m -> margin u gamma m -> within r2 m ->
  k m <= r2 / gamma ^+ 2 + 2%:R * n / (eta * gamma).
Proof.
move=> r2_ge0 gamma_gt0 unit n_ge0 start wrong good short.
have /eqP gamma_neq0 : gamma != 0 by rewrite gt_eqF.
have /eqP eta_neq0 : eta != 0 by rewrite gt_eqF.
have -> : r2 / gamma ^+ 2 + 2%:R * n / (eta * gamma) =
  (r2 + 2%:R * n * gamma / eta) / gamma ^+ 2 by identity.
rewrite ler_pdivl_mulr ?exprn_gt0 //.
have far : - n <= w0 · u.
  rewrite ler_oppl; apply: le_of_squares => //; rewrite sqrrN.
  by apply: le_trans (ceiling u w0) _; rewrite unit mulr1.
set c := k m * eta * gamma.
have bound : (c - n) ^+ 2 <= n ^+ 2 + k m * (eta ^+ 2 * r2).
  have steps_ge0 : 0 <= k m * (eta ^+ 2 * r2) by rewrite !mulr_ge0 ?ler0n ?sqr_ge0.
  have c_ge0 : 0 <= c by rewrite !mulr_ge0 ?ler0n // ltW.
  case: (lerP 0 (c - n)) => [cn_ge0|cn_lt0].
    have := any_start r2_ge0 (ltW gamma_gt0) wrong good short; rewrite unit mul1r -/c => top.
    apply: (@le_trans _ _ ((w0 · u + c) ^+ 2)); last by apply: le_trans top _; rewrite ler_add2r.
    have le : c - n <= w0 · u + c by rewrite addrC ler_add2r.
    by rewrite ler_pexpn2r ?nnegrE ?(le_trans cn_ge0 le).
  rewrite -sqrrN opprB; apply: (@le_trans _ _ (n ^+ 2)); last by rewrite ler_addl.
  by rewrite ler_pexpn2r ?nnegrE ?ler_subl_addr ?ler_addl // -opprB oppr_ge0 ltW.
have eta2_gt0 : 0 < eta ^+ 2 by rewrite exprn_gt0.
case: (eqVneq (size m) 0%N) => [->|k_neq0].
  by rewrite mul0r addr_ge0 // !mulr_ge0 ?ler0n ?invr_ge0 // ltW.
have k_gt0 : 0 < k m :> R by rewrite ltr0n lt0n.
rewrite -(ler_pmul2l (mulr_gt0 k_gt0 eta2_gt0)) -(ler_add2r (n ^+ 2 - 2%:R * c * n)).
have -> : k m * eta ^+ 2 * (k m * gamma ^+ 2) + (n ^+ 2 - 2%:R * c * n) = (c - n) ^+ 2.
  by rewrite /c; identity.
by apply: le_trans bound _; rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /c; identity.
Qed.

(* line: progress.  u · w_k ≥ η(kγ − Σ d) where sample i falls short of the margin by d i. *)
Lemma short_progress u gamma (d : T -> R) m : all (fun i => gamma - d i <= z i · u) m ->
  eta * (k m * gamma - \sum_(i <- m) d i) <= weights 0 m · u.
Proof.
have climb w0 : all (fun i => gamma - d i <= z i · u) m ->
    w0 · u + eta * (k m * gamma - \sum_(i <- m) d i) <= weights w0 m · u.
  elim: m w0 => [|i m IH] w0 /=.
    by rewrite big_nil mul0r subr0 mulr0 addr0.
  move=> /andP[/gain gain_i /(IH (update w0 i))]; apply: le_trans.
  rewrite big_cons mulrSr; apply: le_trans (ler_add (gain_i w0) (lexx _)).
  move: (\sum_(j <- m) d j) => rest.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; identity.
by move=> /(climb 0); rewrite dot0l add0r.
Qed.

(* line: conclusion.  Samples of a stream that u separates only nearly (Freund and Schapire 1999):
   sample i falls short of the margin by d i ≥ 0.  With Δ² at least the sum of their squares:
   k ≤ ((R + Δ)/γ)². *)
Theorem freund_schapire u gamma r delta (d : T -> R) m : 0 <= r -> 0 <= delta -> 0 < gamma ->
  u · u = 1 -> run 0 m -> all (fun i => gamma - d i <= z i · u) m ->
  within (r ^+ 2) m -> \sum_(i <- m) d i ^+ 2 <= delta ^+ 2 ->
  k m <= ((r + delta) / gamma) ^+ 2.
Proof.
move=> r_ge0 delta_ge0 gamma_gt0 unit wrong good short deviations.
have := short_progress good; rewrite mulrBr ler_subl_addr => climb.
have k_ge0 : 0 <= k m :> R by rewrite ler0n.
have along : (weights 0 m · u) ^+ 2 <= k m * (eta * r) ^+ 2.
  by apply: le_trans (ceiling u _) _; rewrite unit mulr1 exprMn; exact: norm.
have short_fall : (eta * \sum_(i <- m) d i) ^+ 2 <= k m * (eta * delta) ^+ 2.
  rewrite !exprMn (mulrCA (k m)) ler_wpmul2l ?sqr_ge0 //.
  by apply: le_trans (square_of_sum_le _ _) _; rewrite ler_wpmul2l.
case: (eqVneq (size m) 0%N) => [->|k_neq0]; first by rewrite sqr_ge0.
have k_gt0 : 0 < k m :> R by rewrite ltr0n lt0n.
have total : (k m * (eta * gamma)) ^+ 2 <= k m * (eta * r + eta * delta) ^+ 2.
  apply: le_trans (sum_of_scaled_squares k_ge0 _ _ along short_fall); rewrite ?mulr_ge0 //.
  have climb_ge0 : 0 <= k m * (eta * gamma) by rewrite !mulr_ge0 // ltW.
  have {}climb : k m * (eta * gamma) <= weights 0 m · u + eta * \sum_(i <- m) d i.
    by rewrite (mulrCA (k m)).
  by rewrite ler_pexpn2r ?nnegrE // (le_trans climb_ge0).
rewrite exprMn exprVn ler_pdivl_mulr ?exprn_gt0 //.
rewrite -(ler_pmul2l (mulr_gt0 k_gt0 (exprn_gt0 2 eta_gt0))).
apply: (@le_trans _ _ ((k m * (eta * gamma)) ^+ 2)); last apply: le_trans total _;
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; identity.
Qed.

(** The mean of the mistakes *)

(* w_k/(kη), from 0. *)
Definition mean m := (k m * eta)^-1 *: weights 0 m.

(* line: mean along u.  The mean reaches γ or more along u. *)
Lemma mean_along u gamma m : (0 < size m)%N -> margin u gamma m -> gamma <= mean m · u.
Proof.
move=> k_gt0 /numerator along; rewrite /mean dotZl mulrC ler_pdivl_mulr ?mulr_gt0 ?ltr0n //.
by rewrite mulrC.
Qed.

(* line: not near 0.  So it is at least γ from 0, if u has length 1. *)
Theorem mean_and_margin u gamma m : (0 < size m)%N -> u · u = 1 -> 0 <= gamma ->
  margin u gamma m -> gamma ^+ 2 <= mean m · mean m.
Proof.
move=> k_gt0 unit gamma_ge0 good; have along := mean_along k_gt0 good.
apply: (@le_trans _ _ ((mean m · u) ^+ 2)).
  by rewrite ler_pexpn2r ?nnegrE // (le_trans gamma_ge0).
by apply: le_trans (ceiling u _) _; rewrite unit mulr1.
Qed.

(* line: near 0.  On any data it is at most R/√k from 0: nothing has to separate them. *)
Theorem mean_of_mistakes r2 m : run 0 m -> within r2 m -> mean m · mean m <= r2 / k m.
Proof.
case: m => [|i m]; first by rewrite /mean /= scaler0 dot0r invr0 mulr0.
move=> wrong short; have := norm wrong short; rewrite /mean dotZl dotZr.
have /eqP n_neq0 : k (i :: m) != 0 :> R by rewrite pnatr_eq0.
have : 0 <= k (i :: m) :> R by rewrite ler0n.
move: (k (i :: m)) n_neq0 => n n_neq0 n_ge0 bound.
have /eqP eta_neq0 : eta != 0 by rewrite gt_eqF.
have scale_ge0 : 0 <= (n * eta)^-1 by rewrite invr_ge0 mulr_ge0.
have -> : r2 / n = (n * eta)^-1 * ((n * eta)^-1 * (n * (eta ^+ 2 * r2))) by identity.
by do 2!apply: ler_wpmul2l => //.
Qed.

(* line: conclusion.  Nothing can have a margin above R/√k after k mistakes: γ² k ≤ R². *)
Corollary margin_after_k_mistakes u gamma r2 m : u · u = 1 -> 0 < gamma -> 0 <= r2 ->
  run 0 m -> margin u gamma m -> within r2 m -> k m * gamma ^+ 2 <= r2.
Proof.
move=> unit gamma_gt0 r2_ge0 wrong good short; rewrite -[r2]mul1r.
by have := conclusion r2_ge0 gamma_gt0 wrong good short; rewrite unit.
Qed.
End Convergence.
