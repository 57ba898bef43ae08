(* Steps that change from mistake to mistake. A run is a list of pairs, the step and the sample; the
   sum of the steps and that of their squares take the place of the number of mistakes. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Steps.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V).
Local Notation "u · v" := (dot ip u v) (at level 40).
Implicit Types (u w : V) (p : R * T) (m : seq (R * T)) (gamma : R).

Definition wrong_at w p := w · z p.2 <= 0.
Definition step_of w p := w + p.1 *: z p.2.
Definition sum_of_steps m := \sum_(p <- m) p.1.
Definition sum_of_squares m := \sum_(p <- m) p.1 ^+ 2.

Lemma progress_of_steps u gamma w m :
  all (fun p => 0 < p.1) m -> all (fun p => gamma <= z p.2 · u) m ->
  w · u + sum_of_steps m * gamma <= after step_of w m · u.
Proof.
rewrite /sum_of_steps; elim: m w => [|p m IH] w /=; first by rewrite big_nil mul0r addr0.
move=> /andP[p_gt0 pos] /andP[good margin]; apply: le_trans (IH _ pos margin).
rewrite big_cons mulrDl addrA ler_add2r dotDl dotZl ler_add2l ler_wpmul2l //.
exact: ltW.
Qed.

Lemma length_of_steps r2 w m :
  all (fun p => 0 < p.1) m -> all (fun p => z p.2 · z p.2 <= r2) m ->
  only_mistakes wrong_at step_of w m ->
  after step_of w m · after step_of w m <= w · w + sum_of_squares m * r2.
Proof.
rewrite /sum_of_squares; elim: m w => [|p m IH] w /=; first by rewrite big_nil mul0r addr0.
move=> /andP[p_gt0 pos] /andP[short within] /andP[wrong made].
apply: le_trans (IH _ pos within made) _.
rewrite big_cons mulrDl addrA ler_add2r square_of_update ler_add ?ler_wpmul2l ?sqr_ge0 //.
by rewrite ger_addl mulr_ge0_le0 // mulr_ge0 ?ler0n // ltW.
Qed.

(* S² γ² ≤ ‖u‖² Q R², for every run from 0. *)
Theorem steps_bound u gamma r2 m :
  0 <= gamma -> all (fun p => 0 < p.1) m -> all (fun p => gamma <= z p.2 · u) m ->
  all (fun p => z p.2 · z p.2 <= r2) m -> only_mistakes wrong_at step_of 0 m ->
  sum_of_steps m ^+ 2 * gamma ^+ 2 <= (u · u) * (sum_of_squares m * r2).
Proof.
move=> gamma_ge0 pos margin within made; set w := after step_of 0 m.
have forwards : sum_of_steps m * gamma <= w · u.
  by have := progress_of_steps 0 pos margin; rewrite dot0l add0r.
have short : w · w <= sum_of_squares m * r2.
  by have := length_of_steps pos within made; rewrite dot0l add0r.
have sum_ge0 : 0 <= sum_of_steps m.
  rewrite /sum_of_steps; elim: m pos {margin within made w forwards short} => [|p m IH] /=.
    by rewrite big_nil.
  by move=> /andP[p_gt0 /IH ge0]; rewrite big_cons addr_ge0 // ltW.
rewrite -exprMn; apply: (@le_trans _ _ ((w · u) ^+ 2)).
  by rewrite ler_pexpn2r ?nnegrE // ?mulr_ge0 // (le_trans _ forwards) // mulr_ge0.
apply: le_trans (cauchy_schwarz ip w u) _.
by rewrite mulrC ler_wpmul2l // dot_ge0.
Qed.
End Steps.
