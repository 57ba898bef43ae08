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
Definition number (n : nat) : R := n%:R.

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
  | |- context [@GRing.natmul ?V (GRing.one ?W) ?n] =>
      change (@GRing.natmul V (GRing.one W) n) with (number R n)
  | |- context [GRing.zero ?V] => change (GRing.zero V) with (zero R)
  | |- context [GRing.one ?V] => change (GRing.one V) with (one R)
  end;
  match goal with |- @eq _ ?a ?b => change (@eq (Num.RealField.sort R) a b) end.

Section Squares.
Variable R : realFieldType.
Add Field real_field : (field_laws R).
Ltac identity := to_laws R; (ring || field).
Implicit Types a b c s t : R.

(* What a square bounds, without a root. *)
Lemma le_of_squares a b : 0 <= b -> a ^+ 2 <= b ^+ 2 -> a <= b.
Proof.
move=> b_ge0; case: (lerP 0 a) => [a_ge0|a_lt0 _]; last exact: le_trans (ltW a_lt0) b_ge0.
by rewrite ler_pexpn2r.
Qed.

(* |s + t| is at most the sum of bounds on |s| and |t|: in squares, with a common factor k. *)
Lemma sum_of_scaled_squares k s t a b : 0 <= k -> 0 <= a -> 0 <= b ->
  s ^+ 2 <= k * a ^+ 2 -> t ^+ 2 <= k * b ^+ 2 -> (s + t) ^+ 2 <= k * (a + b) ^+ 2.
Proof.
move=> k_ge0 a_ge0 b_ge0 s_le t_le.
have cross : s * t <= k * (a * b).
  apply: le_of_squares; first by rewrite !mulr_ge0.
  rewrite exprMn (_ : (k * (a * b)) ^+ 2 = (k * a ^+ 2) * (k * b ^+ 2)); last by identity.
  by rewrite ler_pmul ?sqr_ge0.
rewrite (_ : (s + t) ^+ 2 = s ^+ 2 + t ^+ 2 + (s * t + s * t)); last by identity.
rewrite (_ : k * (a + b) ^+ 2 =
  k * a ^+ 2 + k * b ^+ 2 + (k * (a * b) + k * (a * b))); last by identity.
by rewrite !ler_add.
Qed.

(* line: shortfall.  (Σ d)² ≤ k Σ d²: Cauchy–Schwarz for a list of k numbers and as many ones. *)
Lemma square_of_sum_le (T : Type) (d : T -> R) m :
  (\sum_(i <- m) d i) ^+ 2 <= (size m)%:R * \sum_(i <- m) d i ^+ 2.
Proof.
have spread x : \sum_(i <- m) (d i - x) ^+ 2 =
    \sum_(i <- m) d i ^+ 2 - 2%:R * x * (\sum_(i <- m) d i) + (size m)%:R * x ^+ 2.
  elim: m => [|i m IH]; first by rewrite !big_nil mulr0 mul0r subr0 addr0.
  by rewrite !big_cons IH /= (mulrSr _ (size m)); identity.
case: (eqVneq (size m) 0%N) => [/size0nil->|k_neq0]; first by rewrite !big_nil expr0n mul0r.
have k_gt0 : 0 < (size m)%:R :> R by rewrite ltr0n lt0n.
have /eqP k0 : (size m)%:R != 0 :> R by rewrite gt_eqF.
set s := \sum_(i <- m) d i; set q := \sum_(i <- m) d i ^+ 2; set n := (size m)%:R.
have spread_ge0 : 0 <= \sum_(i <- m) (d i - s / n) ^+ 2.
  by apply: sumr_ge0 => i _; exact: sqr_ge0.
rewrite -subr_ge0 (_ : n * q - s ^+ 2 = n * (q - 2%:R * (s / n) * s + n * (s / n) ^+ 2)).
  by rewrite mulr_ge0 ?ler0n // -[X in _ <= X]spread.
by identity.
Qed.
End Squares.
