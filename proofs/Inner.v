(* Inner products: all that the proofs need to know about "·".

   Four laws, the ones that a first course proves for coordinates. Whatever satisfies them will
   do: coordinates, samples with a constant c for the offset, or a kernel's feature space. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Record inner (R : realFieldType) (V : lmodType R) := Inner {
  dot : V -> V -> R;
  dotC : forall u v, dot u v = dot v u;
  dotDl : forall u v w, dot (u + v) w = dot u w + dot v w;
  dotZl : forall (a : R) u v, dot (a *: u) v = a * dot u v;
  dot_ge0 : forall v, 0 <= dot v v
}.

(* A fifth law, which only Gordan's theorem needs: nothing but 0 has length 0. *)
Definition definite (R : realFieldType) (V : lmodType R) (ip : inner V) :=
  forall v, dot ip v v = 0 -> v = 0.

Section Laws.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V).
Add Field real_field : (field_laws R).
Ltac identity := to_laws R; (ring || field).
Local Notation "u · v" := (dot ip u v) (at level 40).
Implicit Types (u v w : V) (a : R).

Lemma dotDr u v w : w · (u + v) = w · u + w · v.
Proof. by rewrite dotC dotDl !(dotC _ _ w). Qed.

Lemma dotZr a u v : v · (a *: u) = a * (v · u).
Proof. by rewrite dotC dotZl dotC. Qed.

Lemma dot0l v : 0 · v = 0.
Proof. by rewrite -(scale0r 0) dotZl mul0r. Qed.

Lemma dot0r v : v · 0 = 0.
Proof. by rewrite dotC dot0l. Qed.

Lemma dotNl u v : (- u) · v = - (u · v).
Proof. by rewrite -scaleN1r dotZl mulN1r. Qed.

Lemma dotNr u v : u · (- v) = - (u · v).
Proof. by rewrite dotC dotNl dotC. Qed.

Lemma dot_sum_r (T : Type) (s : seq T) (f : T -> V) v :
  v · (\sum_(i <- s) f i) = \sum_(i <- s) v · f i.
Proof. by elim/big_rec2: _ => [|i a b _ <-]; rewrite ?dot0r ?dotDr. Qed.

(* ‖w + ηz‖² = ‖w‖² + 2η w·z + η²‖z‖² *)
Lemma square_of_update w z (eta : R) :
  (w + eta *: z) · (w + eta *: z) = w · w + 2%:R * eta * (w · z) + eta ^+ 2 * (z · z).
Proof. by rewrite !dotDl !dotDr !dotZl !dotZr (dotC _ z w); identity. Qed.

(* Cauchy–Schwarz: |u·v| ≤ ‖u‖ ‖v‖, here squared. *)
Theorem cauchy_schwarz u v : (u · v) ^+ 2 <= (u · u) * (v · v).
Proof.
have trial a : 0 <= u · u + 2%:R * a * (u · v) + a ^+ 2 * (v · v).
  by rewrite -square_of_update dot_ge0.
have := dot_ge0 ip v; rewrite le_eqVlt => /orP[/eqP v0|v_gt0].
  have {}trial a : 0 <= u · u + 2%:R * a * (u · v) by move: (trial a); rewrite -v0 mulr0 addr0.
  case: (eqVneq (u · v) 0) => [->|uv_neq0]; first by rewrite expr0n /= -v0 mulr0.
  have /eqP uv := uv_neq0.
  have := trial (- (u · u + 1) / (2%:R * (u · v))).
  have -> : u · u + 2%:R * (- (u · u + 1) / (2%:R * (u · v))) * (u · v) = -1.
    by identity; split=> //; apply/eqP; rewrite (pnatr_eq0 R 2).
  by rewrite oppr_ge0 ler10.
have /eqP v_neq0 : v · v != 0 by rewrite gt_eqF.
rewrite -subr_ge0.
have -> : (u · u) * (v · v) - (u · v) ^+ 2 =
    (u · u + 2%:R * (- (u · v) / (v · v)) * (u · v) + (- (u · v) / (v · v)) ^+ 2 * (v · v))
    * (v · v) by identity.
exact: mulr_ge0 (trial _) (ltW v_gt0).
Qed.
End Laws.

Arguments cauchy_schwarz {R V} ip u v.

(* The line: numbers, with a·b their product. *)
Section Line.
Variable R : realFieldType.
Let product (a b : R^o) : R := a * b.

Definition line : inner [lmodType R of R^o].
Proof.
exists product; rewrite /product => *.
- exact: mulrC.
- exact: mulrDl.
- exact: esym (mulrA _ _ _).
- exact: sqr_ge0.
Defined.
End Line.
Arguments line {R}.

(* One more dimension: the offset as a weight. A sample x becomes (x, c²), weights are (w, b), and
   (w, b)·(w', b') = w·w' + b b'/c², so that (w, b)·(x, c²) = w·x + b. It is the space of
   ŵ = (w, b/c) and x̂ = (x, c) of the sources, in other units: only c² occurs, and an irrational
   c = R stays exact. With c = 0 there is no offset (b/0 is 0 here). *)
Section Lift.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (c2 : R).
Hypothesis c2_ge0 : 0 <= c2.
Let lifted (p q : V * R^o) : R := dot ip p.1 q.1 + p.2 * q.2 / c2.

Definition lift : inner [lmodType R of V * R^o].
Proof.
exists lifted; rewrite /lifted => /=.
- by move=> [u a] [v b]; rewrite /= dotC (mulrC a b).
- by move=> [u a] [v b] [w c]; rewrite /= dotDl !mulrDl addrACA.
- by move=> a [u b] [v c]; rewrite /= dotZl mulrDr -!mulrA.
- by move=> p; rewrite addr_ge0 ?dot_ge0 // divr_ge0 // sqr_ge0.
Defined.

Lemma liftE u v (a b : R^o) : dot lift (u, a) (v, b) = dot ip u v + a * b / c2.
Proof. by []. Qed.
End Lift.
Arguments lift {R V} ip {c2}.

(* Coordinates: u·v = Σ uⱼ vⱼ. *)
Section Coordinates.
Variables (R : realFieldType) (d : nat).
Let sum_of_products (u v : 'rV[R]_d) : R := \sum_j u 0 j * v 0 j.

Definition coordinates : inner [lmodType R of 'rV[R]_d].
Proof.
exists sum_of_products; rewrite /sum_of_products => *.
- by apply: eq_bigr => j _; rewrite mulrC.
- by rewrite -big_split; apply: eq_bigr => j _; rewrite mxE mulrDl.
- by rewrite big_distrr; apply: eq_bigr => j _; rewrite mxE /= mulrA.
- by apply: sumr_ge0 => j _; rewrite sqr_ge0.
Defined.

Lemma coordinates_definite : definite coordinates.
Proof.
move=> v /eqP; rewrite psumr_eq0 => [|j _]; last exact: sqr_ge0.
move=> /allP v0; apply/rowP => j; rewrite mxE; apply/eqP.
by have := v0 j (mem_index_enum j); rewrite mulf_eq0 orbb.
Qed.
End Coordinates.
Arguments coordinates {R d}.
