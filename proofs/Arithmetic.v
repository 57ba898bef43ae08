(* School algebra: `identity` proves an equality of two expressions, for instance
   (a + b) * (a + b) = a * a + 2 * (a * b) + b * b, by multiplying out and comparing. It says
   nothing about the perceptron. *)
From Coq Require Export Ring Field.
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Laws.
Variable R : realFieldType.
Definition plus (a b : R) : R := a + b.
Definition times (a b : R) : R := a * b.
Definition minus (a b : R) : R := a - b.
Definition opp (a : R) : R := - a.
Definition over (a b : R) : R := a / b.
Definition inv (a : R) : R := a^-1.
Definition zero : R := 0.
Definition one : R := 1.

Lemma ring_laws : ring_theory zero one plus times minus opp eq.
Proof.
split; rewrite /plus /times /minus /opp.
- exact: add0r.
- exact: addrC.
- exact: addrA.
- exact: mul1r.
- exact: mulrC.
- exact: mulrA.
- exact: mulrDl.
- by [].
- exact: subrr.
Qed.

Lemma field_laws : field_theory zero one plus times minus opp over inv eq.
Proof.
split; first exact: ring_laws.
- by apply/eqP; exact: oner_neq0.
- by [].
- by move=> a /eqP; exact: mulVf.
Qed.
End Laws.

(* MathComp names one addition in several ways; Coq's `ring` wants to see one. *)
Ltac to_laws R :=
  rewrite ?expr2 ?(mulrS _ 3) ?(mulrS _ 2) ?mulr2n;
  repeat match goal with
  | |- context [@GRing.add ?V ?a ?b] => change (@GRing.add V a b) with (@plus R a b)
  | |- context [@GRing.mul ?V ?a ?b] => change (@GRing.mul V a b) with (@times R a b)
  | |- context [@GRing.opp ?V ?a] => change (@GRing.opp V a) with (@opp R a)
  | |- context [@GRing.inv ?V ?a] => change (@GRing.inv V a) with (@inv R a)
  | |- context [GRing.zero ?V] => change (GRing.zero V) with (zero R)
  | |- context [GRing.one ?V] => change (GRing.one V) with (one R)
  end;
  match goal with |- @eq _ ?a ?b => change (@eq (Num.RealField.sort R) a b) end.

Section Squares.
Variable R : realFieldType.
Implicit Types a b c s t : R.

(* What a square bounds, without a root. *)
Lemma le_of_squares a b : 0 <= b -> a ^+ 2 <= b ^+ 2 -> a <= b.
Proof.
move=> b_ge0; case: (lerP 0 a) => [a_ge0|a_lt0 _]; last exact: le_trans (ltW a_lt0) b_ge0.
by rewrite ler_pexpn2r.
Qed.

(* |s + t| is at most the sum of bounds on |s| and |t|: here in squares. *)
Lemma square_of_sum s t a b :
  0 <= a -> 0 <= b -> s ^+ 2 <= a ^+ 2 -> t ^+ 2 <= b ^+ 2 -> (s + t) ^+ 2 <= (a + b) ^+ 2.
Proof.
move=> a_ge0 b_ge0 s_le t_le.
have size (x y : R) : 0 <= y -> x ^+ 2 <= y ^+ 2 -> `|x| <= y.
  by move=> y_ge0 le; apply: (le_of_squares y_ge0); rewrite real_normK ?num_real.
rewrite -(real_normK (num_real (s + t))) ler_pexpn2r ?nnegrE ?addr_ge0 //.
exact: le_trans (ler_norm_add _ _) (ler_add (size _ _ a_ge0 s_le) (size _ _ b_ge0 t_le)).
Qed.
End Squares.
