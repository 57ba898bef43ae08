(* The cycling theorem: on finitely many samples the weights stay bounded in every order of the
   mistakes, separable or not.

   A flat is what some samples span. Here it is a list of samples, of which `across` takes the part
   of a vector that is at right angles to all of them, one sample after the other (Gram and
   Schmidt). A number divided by 0 is 0, so a sample that lies in the flat already changes
   nothing. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* What the cuts must do: h √gain ≥ s + √under, h2 = h², without roots. *)
Definition enough (R : realFieldType) (h2 gain s under : R) :=
  let rest := h2 * gain - s ^+ 2 - under in (0 <= rest) && (4%:R * s ^+ 2 * under <= rest ^+ 2).

Section OneStep.
Variable R : realFieldType.
Add Field real_field : (field_laws R).
Ltac identity := to_laws R; (ring || field).

(* The end of the proof, in numbers. X = h (t + h) is too large for one half of the step, and too
   small for the other. *)
Lemma too_large_and_too_small (h2 gain s under X : R) :
  0 <= s -> enough h2 gain s under -> s < X -> h2 * gain < X ^+ 2 -> (X - s) ^+ 2 <= under -> False.
Proof.
move=> s_ge0 /andP[rest_ge0 rest_enough] large above below.
set rest := h2 * gain - s ^+ 2 - under in rest_ge0 rest_enough.
have r_gt0 : 0 < X - s by rewrite subr_gt0.
have rest_lt : rest < 2%:R * s * (X - s).
  have -> : 2%:R * s * (X - s) = X ^+ 2 - s ^+ 2 - (X - s) ^+ 2 by identity.
  apply: (@lt_le_trans _ _ (X ^+ 2 - s ^+ 2 - under)); first by rewrite /rest !ltr_add2r.
  by rewrite ler_add2l ler_opp2.
have : rest ^+ 2 < (2%:R * s * (X - s)) ^+ 2.
  by rewrite ltr_pexpn2r // nnegrE // (le_trans rest_ge0) // ltW.
have -> : (2%:R * s * (X - s)) ^+ 2 = 4%:R * s ^+ 2 * (X - s) ^+ 2 by identity.
have ge0 : 0 <= 4%:R * s ^+ 2 by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
by move=> lt; have := lt_le_trans lt (ler_wpmul2l ge0 below); rewrite ltNge rest_enough.
Qed.

(* One step across a flat. dist is the squared distance of w from the flat W, dist - T²/h² that from
   the larger one, and (product - T)² the squared product of the parts of w and z in W. *)
Lemma step_across (rho2 dist T product ww h2 s cut cut' : R) :
  0 < h2 -> h2 <= s -> 0 <= cut ->
  ww <= rho2 -> dist <= rho2 - cut -> dist - T ^+ 2 / h2 <= rho2 - cut' ->
  product <= 0 -> (product - T) ^+ 2 <= (ww - dist) * (s - h2) ->
  enough h2 (cut' - cut) s ((s - h2) * (s + cut)) ->
  dist + 2%:R * T + h2 <= rho2 - cut.
Proof.
move=> h2_gt0 h2_le cut_ge0 disc here larger wrong parts cuts; rewrite leNgt; apply/negP => outside.
have h2_neq0 : h2 <> 0 by apply/eqP; rewrite gt_eqF.
have forwards : 0 < 2%:R * T + h2.
  by rewrite -(ltr_add2l dist) addr0 addrA; apply: le_lt_trans outside.
pose X := T + h2.
have X_gt0 : 0 < X.
  have := addr_gt0 forwards h2_gt0; have -> : 2%:R * T + h2 + h2 = 2%:R * X by rewrite /X; identity.
  by rewrite pmulr_rgt0 ?ltr0n.
have above : h2 * (cut' - cut) < X ^+ 2.
  rewrite -subr_gt0.
  have -> : X ^+ 2 - h2 * (cut' - cut) =
    h2 * ((dist + 2%:R * T + h2 - (rho2 - cut)) + (rho2 - cut' - (dist - T ^+ 2 / h2))).
    by rewrite /X; identity.
  by rewrite mulr_gt0 // ltr_paddr ?subr_gt0 ?subr_ge0.
have s_ge0 : 0 <= s by rewrite (le_trans (ltW h2_gt0)).
have a_ge0 : 0 <= s - h2 by rewrite subr_ge0.
have under_ge0 : 0 <= (s - h2) * (s + cut) by exact: mulr_ge0 a_ge0 (addr_ge0 s_ge0 cut_ge0).
have large : s < X.
  rewrite -(@ltr_pexpn2r _ 2) ?nnegrE ?(ltW X_gt0) //; apply: le_lt_trans above.
  have /andP[rest_ge0 _] := cuts; rewrite -subr_ge0; apply: le_trans rest_ge0 _.
  by rewrite ler_subl_addr ler_addl.
have T_gt0 : 0 < T.
  have -> : T = (X - s) + (s - h2) by rewrite /X; identity.
  by rewrite ltr_paddr // subr_gt0.
have T_le : T ^+ 2 <= (product - T) ^+ 2.
  have -> : (product - T) ^+ 2 = T ^+ 2 + (product ^+ 2 + 2%:R * (- product) * T) by identity.
  by rewrite ler_addl addr_ge0 ?sqr_ge0 // !mulr_ge0 ?ler0n ?oppr_ge0 // ltW.
apply: (too_large_and_too_small s_ge0 cuts large above).
have -> : (X - s) ^+ 2 = T ^+ 2 - (cut + 2%:R * T + h2) * (s - h2) + (s - h2) * (s + cut).
  by rewrite /X; identity.
rewrite ger_addr subr_le0; apply: le_trans T_le _; apply: le_trans parts _.
rewrite ler_wpmul2r // ler_subl_addr (le_trans disc) //.
by move: outside; rewrite ltr_subl_addr => /ltW; congr (_ <= _); identity.
Qed.
End OneStep.

Section Flats.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : eqType) (z : T -> V).
Add Field real_field : (field_laws R).
Ltac identity := to_laws R; (ring || field).
Local Notation "u · v" := (dot ip u v) (at level 40).
Implicit Types (s : seq T) (i j : T) (u v w : V).

(* The part of v at right angles to the flat of the samples s. *)
Fixpoint across s v :=
  if s is i :: s' then
    let q := across s' (z i) in across s' v - (across s' v · q / (q · q)) *: q
  else v.

(* Its square: how far v is from the flat. *)
Definition dist s v := across s v · across s v.

Lemma acrossD s u v : across s (u + v) = across s u + across s v.
Proof.
by elim: s u v => //= i s IH u v; rewrite IH dotDl mulrDl scalerDl opprD addrACA.
Qed.

Lemma across_dot s v u : across s v · across s u = v · across s u.
Proof.
elim: s v u => //= i s IH v u; set q := across s (z i).
rewrite !dotDl !dotDr !dotNl !dotNr !dotZl !dotZr IH -/q (IH v (z i)) -/q.
rewrite (dotC _ q (across s u)) (IH u (z i)) -/q.
case: (eqVneq (q · q) 0) => [->|/eqP n_neq0]; first by rewrite invr0 !mulr0 !mul0r; identity.
by move: (v · across s u) (v · q) (u · q) (q · q) n_neq0 => A a b n n_neq0; identity.
Qed.

Lemma dist_ge0 s v : 0 <= dist s v.
Proof. exact: dot_ge0. Qed.

(* Pythagoras: the distance from a larger flat. *)
Lemma dist_cons i s v :
  dist (i :: s) v = dist s v - (v · across s (z i)) ^+ 2 / dist s (z i).
Proof.
rewrite {1}/dist across_dot /= dotDr dotNr dotZr across_dot -across_dot -/(dist s v).
by rewrite -/(dist s (z i)) expr2 mulrAC.
Qed.

Lemma dist_cons_le i s v : dist (i :: s) v <= dist s v.
Proof. by rewrite dist_cons ger_addl oppr_le0 mulr_ge0 ?sqr_ge0 // invr_ge0 dist_ge0. Qed.

Lemma dist_le s v : dist s v <= v · v.
Proof. by elim: s => // i s; apply: le_trans; apply: dist_cons_le. Qed.

Lemma dist_add s v u : dist s (v + u) = dist s v + 2%:R * (v · across s u) + dist s u.
Proof.
rewrite /dist acrossD !dotDl !dotDr (dotC _ (across s u) (across s v)) (across_dot s v u).
by identity.
Qed.

(* A sample lies in its own flat. *)
Lemma in_flat i s : i \in s -> dist s (z i) = 0.
Proof.
elim: s => // j s IH; rewrite inE => /orP[/eqP <-|/IH i_in].
  rewrite dist_cons -across_dot -/(dist s (z i)).
  case: (eqVneq (dist s (z i)) 0) => [->|/eqP n_neq0]; first by rewrite expr2 !mul0r subr0.
  by identity.
by apply/eqP; rewrite eq_le dist_ge0 andbT -i_in dist_cons_le.
Qed.

(* Cauchy–Schwarz for the parts in the flat. *)
Lemma parts_in_flat s v u :
  (v · u - v · across s u) ^+ 2 <= (v · v - dist s v) * (u · u - dist s u).
Proof.
have square x : (x - across s x) · (x - across s x) = x · x - dist s x.
  rewrite !dotDl !dotDr !dotNl !dotNr (dotC _ (across s x) x) -across_dot -/(dist s x).
  by identity.
have product : (v - across s v) · (u - across s u) = v · u - v · across s u.
  rewrite !dotDl !dotDr !dotNl !dotNr (across_dot s v u).
  by rewrite (dotC _ (across s v) u) -(across_dot s u v) (dotC _ (across s u)) across_dot; identity.
by have := cauchy_schwarz ip (v - across s v) (u - across s u); rewrite !square product.
Qed.

(* The region that no mistake leads out of. *)
Variable cut : seq T -> R.
Definition deep_enough := forall i s, let h2 := dist s (z i) in let s2 := z i · z i in
  0 < h2 -> enough h2 (cut (i :: s) - cut s) s2 ((s2 - h2) * (s2 + cut s)).
Definition region rho2 w := forall s, uniq s -> dist s w <= rho2 - cut s.

Hypotheses (cut_0 : cut [::] = 0) (cut_ge0 : forall s, 0 <= cut s) (deep : deep_enough).

Lemma no_mistake_leads_out rho2 w i : region rho2 w -> w · z i <= 0 -> region rho2 (w + z i).
Proof.
move=> inside wrong s us; rewrite dist_add.
have := dist_ge0 s (z i); rewrite le_eqVlt => /orP[/eqP h0|h_gt0].
  have /eqP : (w · across s (z i)) ^+ 2 = 0.
    apply/eqP; rewrite eq_le sqr_ge0 andbT -across_dot.
    by apply: le_trans (cauchy_schwarz ip _ _) _; rewrite -/(dist s (z i)) -h0 mulr0.
  by rewrite sqrf_eq0 => /eqP ->; rewrite mulr0 addr0 -h0 addr0; exact: inside.
have i_out : i \notin s by apply/negP => /in_flat h0; rewrite h0 ltxx in h_gt0.
have disc : w · w <= rho2 by have := inside [::] isT; rewrite cut_0 subr0.
have larger := inside (i :: s) _; rewrite dist_cons /= i_out us in larger.
exact: step_across h_gt0 (dist_le s (z i)) (cut_ge0 s) disc (inside s us) (larger isT) wrong
  (parts_in_flat s w (z i)) (deep h_gt0).
Qed.

Lemma no_order_leads_out rho2 w m :
  region rho2 w -> run ip z 1 w m -> region rho2 (weights z 1 w m).
Proof.
elim: m w => [|i m IH] w inside //= /andP[wrong made].
by apply: IH made; rewrite /update scale1r; apply: no_mistake_leads_out.
Qed.

(* With cuts of at most D no order leads farther: they are a certificate of that. *)
Theorem bounded_by_cuts D w0 m : (forall s, uniq s -> cut s <= D) -> run ip z 1 w0 m ->
  let w := weights z 1 w0 m in w · w <= w0 · w0 + D.
Proof.
move=> cuts_le made; have inside : region (w0 · w0 + D) w0.
  by move=> s us; rewrite (le_trans (dist_le s w0)) // -addrA ler_addl subr_ge0 cuts_le.
by have := no_order_leads_out inside made (isT : uniq [::]); rewrite cut_0 subr0.
Qed.
End Flats.

Section FinitelyMany.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : finType) (z : T -> V).
Add Field real_field : (field_laws R).
Ltac identity := to_laws R; (ring || field).
Local Notation "u · v" := (dot ip u v) (at level 40).

(* Cuts that are deep enough, from the small flats to the larger ones. *)
Fixpoint cuts (s : seq T) : R :=
  if s is i :: s' then
    let h2 := dist ip z s' (z i) in let s2 := z i · z i in
    cuts s' + 2%:R * (s2 ^+ 2 + (s2 - h2) * (s2 + cuts s')) / h2
  else 0.

Lemma cuts_ge0 s : 0 <= cuts s.
Proof.
elim: s => //= i s IH; rewrite addr_ge0 // mulr_ge0 ?invr_ge0 ?dist_ge0 // mulr_ge0 ?ler0n //.
by rewrite addr_ge0 ?sqr_ge0 // mulr_ge0 ?subr_ge0 ?dist_le // addr_ge0 ?dot_ge0.
Qed.

Lemma cuts_deep_enough : deep_enough ip z cuts.
Proof.
move=> i s h2 s2 h2_gt0 /=; rewrite -/h2 -/s2 /enough.
set under := (s2 - h2) * (s2 + cuts s).
have h2_neq0 : h2 <> 0 by apply/eqP; rewrite gt_eqF.
have -> : h2 * (cuts s + 2%:R * (s2 ^+ 2 + under) / h2 - cuts s) - s2 ^+ 2 - under =
  s2 ^+ 2 + under by identity.
have under_ge0 : 0 <= under.
  by rewrite mulr_ge0 ?subr_ge0 ?dist_le // addr_ge0 ?cuts_ge0 // dot_ge0.
rewrite addr_ge0 ?sqr_ge0 //= -subr_ge0.
have -> : (s2 ^+ 2 + under) ^+ 2 - 4%:R * s2 ^+ 2 * under = (s2 ^+ 2 - under) ^+ 2 by identity.
exact: sqr_ge0.
Qed.

Definition deepest := \sum_(k < #|T|.+1) \sum_(t : k.-tuple T) cuts t.

Lemma cuts_le_deepest s : uniq s -> cuts s <= deepest.
Proof.
move=> us; have short : (size s < #|T|.+1)%N.
  by rewrite ltnS -(card_uniqP us) max_card.
rewrite /deepest (bigD1 (Ordinal short)) //= (bigD1 (in_tuple s)) //= -addrA ler_addl.
by rewrite addr_ge0 ?sumr_ge0 // => *; rewrite ?sumr_ge0 // => *; exact: cuts_ge0.
Qed.

(* The cycling theorem: from each start there is a bound for every order of the mistakes. *)
Theorem weights_stay_bounded w0 : exists B, forall m, run ip z 1 w0 m ->
  let w := weights z 1 w0 m in w · w <= B.
Proof.
exists (w0 · w0 + deepest) => m.
exact: (bounded_by_cuts (erefl : cuts [::] = 0) cuts_ge0 cuts_deep_enough cuts_le_deepest).
Qed.
End FinitelyMany.
