(* The theorems as a stranger would want to read them.

   Read this file first, and of it only the definitions and the statements: the checker has read
   the rest.  Vectors have d coordinates, numbers are those of any real closed field (for instance
   the real numbers), and nothing is hidden in a library but sums, square roots and lists.

   The five theorems are those of the program, key by key, with its hypotheses under its names. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Distance Primal Gordan.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Statements.
Variables (R : rcfType) (d : nat).
Notation vector := 'rV[R]_d.
Definition inner_product (u v : vector) : R := \sum_j u 0 j * v 0 j.
Local Notation "u · v" := (inner_product u v) (at level 40).
Definition norm (u : vector) : R := Num.sqrt (u · u).

(* What is known of a run; `Trace` in the program.  Labels: yes is +1, no is −1. *)
Record trace := Trace {
  n_samples : nat;
  x : 'I_n_samples -> vector;
  y : 'I_n_samples -> bool;
  pad_squared : R;                      (* c²: b moves by η y c², so 0 is "no offset" *)
  learning_rate : R;
  w0 : vector;
  b0 : R;
  mistakes : seq 'I_n_samples;          (* which samples were mistakes, in order *)
  pad_squared_ge0 : 0 <= pad_squared;
  learning_rate_gt0 : 0 < learning_rate
}.

Section Run.
Variable t : trace.

(* y (w · x + b), the functional margin of sample i; and the update on it. *)
Definition functional_margin (w : vector) (b : R) i : R := label (y i) * (w · x (t := t) i + b).
Definition updated_w (w : vector) i : vector := w + learning_rate t *: (label (y i) *: x (t := t) i).
Definition updated_b (b : R) (i : 'I_(n_samples t)) : R :=
  b + learning_rate t * (label (y i) * pad_squared t).

Fixpoint each_on_a_mistake w b (m : seq 'I_(n_samples t)) :=
  if m is i :: m'
  then functional_margin w b i <= 0 /\ each_on_a_mistake (updated_w w i) (updated_b b i) m'
  else True.

Definition n_mistakes : R := (size (mistakes t))%:R.
Definition radius_squared : R := \big[Num.max/0]_i (x (t := t) i · x i).
Definition radius : R := Num.sqrt radius_squared.

(* The hypotheses. *)
Definition start_at_0 := w0 t = 0 /\ b0 t = 0.
Definition updates_on_mistakes_only := each_on_a_mistake (w0 t) (b0 t) (mistakes t).
Definition offset_step_R2 := pad_squared t = radius_squared.
Definition unit_length := forall i, x (t := t) i · x i + pad_squared t = 1.
Definition both_labels := (exists i, y (t := t) i) /\ (exists i, ~~ y (t := t) i).

(* A separator with margin γ: with a free offset, or with the offset counted as a weight (b/c). *)
Definition separable_free w b gamma :=
  [/\ 0 < gamma, norm w = 1 & forall i, gamma <= functional_margin w b i].
Definition separable_lifted w b gamma :=
  [/\ 0 < gamma, w · w + b ^+ 2 / pad_squared t = 1, (pad_squared t = 0 -> b = 0)
    & forall i, gamma <= functional_margin w b i].

(* From here to the theorems: how these definitions meet the general proofs. *)
Let ip := @coordinates R d.
Let c2 := pad_squared t.
Let space := lift ip (pad_squared_ge0 t).
Let z := padded (x (t := t)) (y (t := t)) c2.

Let productE w (b : R^o) i : (c2 = 0 -> b = 0) -> dot space (w, b) (z i) = functional_margin w b i.
Proof.
move=> b0; rewrite liftE dotZr /functional_margin mulrDr; congr (_ + _).
case: (eqVneq c2 0) => [c0|c2_neq0]; first by rewrite (b0 c0) !mul0r mulr0.
by rewrite mulrA mulfK // mulrC.
Qed.

Let runE w (b : R^o) m : (c2 = 0 -> b = 0) -> each_on_a_mistake w b m ->
  run space z (learning_rate t) (w, b) m.
Proof.
elim: m w b => //= i m IH w b b0 [wrong rest]; rewrite /mistaken productE // wrong /=.
by apply: IH rest => c0; rewrite /updated_b -/c2 c0 (b0 c0) !mulr0 addr0.
Qed.

Let run_from_0 : start_at_0 -> updates_on_mistakes_only ->
  run space z (learning_rate t) 0 (mistakes t).
Proof. by move=> [w00 b00]; rewrite /updates_on_mistakes_only w00 b00 => /runE; apply. Qed.

Let radius_squared_ge0 : 0 <= radius_squared.
Proof. by rewrite /radius_squared; elim/big_rec: _ => // i r _ r_ge0; rewrite le_maxr r_ge0 orbT. Qed.

Let short i : x (t := t) i · x i <= radius_squared.
Proof.
rewrite /radius_squared; have := mem_index_enum i; elim: (index_enum _) => // j s IH.
by rewrite big_cons in_cons le_maxr => /orP[/eqP->|/IH->]; rewrite ?lexx ?orbT.
Qed.

Let lengthE i : dot space (z i) (z i) = x (t := t) i · x i + c2.
Proof.
case: (eqVneq c2 0) => [c0|c2_neq0].
  by rewrite liftE c0 !mulr0 mul0r dotZl dotZr mulrA label_squared mul1r.
have c2_gt0 : 0 < c2 by rewrite lt_def c2_neq0 pad_squared_ge0.
exact: (padded_length ip (x (t := t)) (y (t := t)) c2_gt0 i).
Qed.

Let lifted_bound r2 w b gamma : 0 <= r2 -> (forall i, x (t := t) i · x i + c2 <= r2) ->
  start_at_0 -> updates_on_mistakes_only -> separable_lifted w b gamma ->
  n_mistakes <= r2 / gamma ^+ 2.
Proof.
move=> r2_ge0 bounded at_0 on_mistakes [gamma_gt0 unit no_offset good].
apply: (mistake_bound (u := ((w, b) : vector * R^o)) (learning_rate_gt0 t) r2_ge0 gamma_gt0 _
  (run_from_0 at_0 on_mistakes)).
- by rewrite liftE -expr2.
- by apply: everywhere => i; rewrite dotC productE.
- by apply: everywhere => i; rewrite lengthE.
Qed.

(** The theorems *)

(* theorem: primal *)
Theorem primal w b gamma :
  both_labels -> offset_step_R2 -> start_at_0 -> updates_on_mistakes_only ->
  separable_free w b gamma ->
  n_mistakes <= (2%:R * radius / gamma) ^+ 2.
Proof.
move=> labels step_R2 at_0 on_mistakes [gamma_gt0 unit good].
have {}unit : dot ip w w = 1.
  by rewrite -[LHS]sqr_sqrtr ?dot_ge0 // -[Num.sqrt _]/(norm w) unit expr1n.
have r2_gt0 : 0 < radius_squared.
  rewrite lt_def radius_squared_ge0 andbT; apply/eqP => r2_0.
  have flat i : w · x (t := t) i = 0.
    apply/eqP; rewrite -sqrf_eq0 eq_le sqr_ge0 andbT.
    have := cauchy_schwarz ip w (x (t := t) i); rewrite unit mul1r => /le_trans; apply.
    by rewrite -r2_0 short.
  case: labels => [[p yp] [n yn]]; have := good p; have := good n.
  rewrite /functional_margin !flat /label yp (negbTE yn) !add0r mul1r mulN1r => at_n at_p.
  by have := addr_gt0 (lt_le_trans gamma_gt0 at_n) (lt_le_trans gamma_gt0 at_p);
    rewrite addNr ltxx.
rewrite exprMn exprVn exprMn sqr_sqrtr // (_ : 2%:R ^+ 2 = 4%:R); last by rewrite -natrX.
have := run_from_0 at_0 on_mistakes.
have bounded i : x (t := t) i · x i <= radius_squared by exact: short.
pose run_R2 c (c_ge0 : 0 <= c) := run (lift ip c_ge0) (padded (x (t := t)) (y (t := t)) c)
  (learning_rate t) 0 (mistakes t).
have -> : run space z (learning_rate t) 0 (mistakes t) = run_R2 c2 (pad_squared_ge0 t) by [].
have same c (c_ge0 : 0 <= c) : c2 = c -> run_R2 c2 (pad_squared_ge0 t) = run_R2 c c_ge0.
  move=> c2c; move: c_ge0; rewrite -c2c => c_ge0.
  by rewrite (bool_irrelevance c_ge0 (pad_squared_ge0 t)).
rewrite (same _ (ltW r2_gt0)) //.
exact: (@novikoff _ _ ip _ _ _ _ _ (learning_rate_gt0 t) r2_gt0 bounded labels w b gamma
  gamma_gt0 unit good).
Qed.

(* theorem: cosine *)
Theorem cosine w b gamma :
  unit_length -> start_at_0 -> updates_on_mistakes_only -> separable_lifted w b gamma ->
  n_mistakes <= 1 / gamma ^+ 2.
Proof. by move=> unit; apply: lifted_bound => [|i]; rewrite ?unit ?ler01. Qed.

(* theorem: online *)
Theorem online w b gamma :
  start_at_0 -> updates_on_mistakes_only -> separable_lifted w b gamma ->
  n_mistakes <= (radius_squared + pad_squared t) / gamma ^+ 2.
Proof.
apply: lifted_bound => [|i]; last by rewrite ler_add2r short.
by rewrite addr_ge0 ?pad_squared_ge0.
Qed.

(* theorem: iterations *)
Theorem iterations w b gamma :
  start_at_0 -> updates_on_mistakes_only -> separable_lifted w b gamma ->
  n_mistakes <= (radius_squared + pad_squared t) / gamma ^+ 2.
Proof. exact: online. Qed.

(* theorem: empirical *)
Theorem empirical w b gamma :
  unit_length -> start_at_0 -> updates_on_mistakes_only -> separable_lifted w b gamma ->
  n_mistakes <= 1 / gamma ^+ 2.
Proof. exact: cosine. Qed.

(* Elsewhere than at 0, without an offset: k ≤ R²/γ² + 2 ‖w0‖/(ηγ). *)
Theorem any_start w gamma :
  pad_squared t = 0 -> b0 t = 0 -> updates_on_mistakes_only -> separable_free w 0 gamma ->
  n_mistakes <= radius_squared / gamma ^+ 2 + 2%:R * norm (w0 t) / (learning_rate t * gamma).
Proof.
move=> no_offset b00 on_mistakes [gamma_gt0 unit good].
have {}unit : dot ip w w = 1.
  by rewrite -[LHS]sqr_sqrtr ?dot_ge0 // -[Num.sqrt _]/(norm w) unit expr1n.
have b0_0 : c2 = 0 -> b0 t = 0 by [].
apply: (any_start_rough (u := ((w, 0) : vector * R^o)) (learning_rate_gt0 t) radius_squared_ge0
  gamma_gt0 _ (sqrtr_ge0 _) _ (runE b0_0 on_mistakes)).
- by rewrite liftE mulr0 mul0r addr0.
- by rewrite liftE b00 mulr0 mul0r addr0 [_ ^+ 2](sqr_sqrtr (dot_ge0 ip (w0 t))).
- by apply: everywhere => i; rewrite dotC productE.
by apply: everywhere => i; rewrite lengthE /c2 no_offset addr0.
Qed.

(* What w and b are after the mistakes m; and an order of the mistakes: `next` sees those so far, and
   names a sample that is a mistake now, or none if there is none. *)
Definition w_after m := foldl updated_w (w0 t) m.
Definition b_after m := foldl updated_b (b0 t) m.
Definition order_of_mistakes (next : seq 'I_(n_samples t) -> option 'I_(n_samples t)) := forall m,
  if next m is Some i then functional_margin (w_after m) (b_after m) i <= 0 : Prop
  else forall i, 0 < functional_margin (w_after m) (b_after m) i.

(* In every order, and from every start, the run ends, and then w and b separate.  `loop` (Machine.v)
   asks `next` again and again, at most n times.  No number may be larger than all whole numbers, as
   none of the real ones is. *)
Theorem ends_and_separates w b gamma next : (forall r : R, exists n : nat, r < n%:R) ->
  (pad_squared t = 0 -> b0 t = 0) -> separable_lifted w b gamma -> order_of_mistakes next ->
  exists n, let m := loop n next [::] in
  next m = None /\ forall i, 0 < functional_margin (w_after m) (b_after m) i.
Proof.
move=> archimedean b00 [gamma_gt0 _ no_offset good] names.
have afterE m : weights z (learning_rate t) ((w0 t, b0 t) : vector * R^o) m = (w_after m, b_after m).
  by rewrite /w_after /b_after; elim: m (w0 t) (b0 t) => //= i m IH v c; exact: IH.
have b_afterE m : c2 = 0 -> b_after m = 0.
  by move=> c0; rewrite /b_after (b00 c0); elim: m => //= i m; rewrite /updated_b -/c2 c0 !mulr0 addr0.
have wrongE m i : mistaken space z (w_after m, b_after m) i =
    (functional_margin (w_after m) (b_after m) i <= 0).
  by rewrite /mistaken productE //; exact: b_afterE.
pose r2 := radius_squared + c2.
have r2_ge0 : 0 <= r2 by rewrite addr_ge0 ?pad_squared_ge0.
have eta_gt0 := learning_rate_gt0 t.
have [lambda_ge0 loss_gt0] := far_enough eta_gt0 r2_ge0 gamma_gt0.
set lambda := _ / gamma in lambda_ge0 loss_gt0.
have [n enough] := archimedean (distance_squared space ((w0 t, b0 t) : vector * R^o)
  (lambda *: ((w, b) : vector * R^o)) / loss (learning_rate t) lambda gamma r2).
exists n.+1 => /=.
have bound m : all predT m -> run space z (learning_rate t) (w0 t, b0 t) m -> (size m <= n)%N.
  move=> _ wrong; rewrite -(ler_nat R); apply: le_trans (ltW enough).
  rewrite ler_pdivl_mulr //; apply: (Distance.conclusion eta_gt0 lambda_ge0 wrong).
    by apply: everywhere => i; rewrite dotC productE.
  by apply: everywhere => i; rewrite lengthE ler_add2r short.
have [|none _] := loop_ends (p := predT) (pick := next) _ bound (ltnSn n).
  by move=> m i picked; rewrite afterE wrongE andbT; have := names m; rewrite picked.
by split=> //; have := names (loop n.+1 next [::]); rewrite none.
Qed.
End Run.

(* Separable or not (Gordan): z is y x for each sample, or any other finite list of vectors. *)
Theorem gordan (s : seq vector) :
  (exists u, forall i, (i < size s)%N -> 0 < u · s`_i) \/
  (exists a : seq R, [/\ size a = size s, forall i, 0 <= a`_i, exists i, 0 < a`_i
    & \sum_(i < size s) a`_i *: s`_i = 0]).
Proof.
case: (gordan (@coordinates_definite R d) s) => [[u /all_nthP sep]|[a [same a_ge0 a_gt0 sum_0]]].
  by left; exists u => i i_s; exact: sep.
right; exists a; split=> //.
- move=> i; case: (ltnP i (size a)) => [i_a|/(nth_default 0)-> //].
  exact: (allP a_ge0 _ (mem_nth 0 i_a)).
- by case/(has_nthP 0): a_gt0 => i _ a_i; exists i.
transitivity (combination a s) => //; elim: s a same {a_ge0 a_gt0 sum_0} => [|v s IH] [|c a] //=.
  by rewrite big_ord0.
by case=> /IH{}IH; rewrite big_ord_recl /= IH.
Qed.
End Statements.
