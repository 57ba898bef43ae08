(* The same algorithm, computed inside the checker.

   `train` here is the very function that the theorems are about, run on fractions (`rat`) in the
   plane.  Samples are named by their index, as everywhere in this project. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The plane of fractions, and one more weight for the offset; c2 is 0 for none, 1 or R². *)
Definition plane := [lmodType rat of rat^o * rat^o].
Definition product : inner plane := lift line ler01.
Definition space (c2 : nat) : inner [lmodType rat of plane * rat^o] := lift product (ler0n _ c2).
Definition start (a b : rat) : plane * rat^o := ((a, b), 0).

(* Data: points with integer coordinates and their labels. *)
Definition samples := seq ((int * int) * bool).

Section Runs.
Variables (data : samples) (c2 : nat) (eta : rat) (fuel : nat).
Definition sample i := nth ((0, 0), true) data i.
Definition position i : plane := ((sample i).1.1%:~R, (sample i).1.2%:~R).
Definition positive i := (sample i).2.
Definition z := padded position positive c2%:R.
Definition indices := iota 0 (size data).

(* Cyclic order, any start. *)
Definition mistakes w0 := train (mistaken (space c2) z) (update z eta) fuel w0 indices.

(* The same with g(0) = +1, and once along the data as a stream. *)
Definition padded_position i : plane * rat^o := (position i, c2%:R).
Definition wrong_stream := wrong_online (space c2) padded_position positive.
Definition mistakes_online w0 := train wrong_stream (update z eta) fuel w0 indices.
Definition mistakes_stream w0 := pass wrong_stream (update z eta) w0 indices.

(* States, and the table of y (w · x + b), after each update. *)
Definition states w0 m := [seq weights z eta w0 (take k m) | k <- iota 0 (size m).+1].
Definition table w := [seq dot (space c2) w (z i) | i <- indices].

(* The most violated sample first, the lowest index on ties. *)
Definition least (values : seq rat) := find (fun v => all (fun v' => v <= v') values) values.
Definition worst w0 m : option nat :=
  let i := least (table (weights z eta w0 m)) in
  if mistaken (space c2) z (weights z eta w0 m) i then Some i else None.
Definition mistakes_worst w0 := loop fuel (worst w0) [::].
End Runs.

(* Numbers as other programs read them: numerator and denominator. *)
Definition fraction (q : rat) := (numq q, denq q).
Definition state_fractions (w : plane * rat^o) :=
  [:: fraction w.1.1; fraction w.1.2; fraction w.2].

(* The worked example (`iterations` §3). *)
Definition worked : samples :=
  [:: ((-2, 0), false); ((0, -2), false); ((-2, 2), true); ((2, 2), true)].
Definition zero := start 0 0.
Definition run_0 := mistakes worked 0 1 9 zero.

Lemma worked_mistakes : run_0 = [:: 0; 1; 2; 0]%N.
Proof. by vm_compute. Qed.

Lemma worked_weights : states worked 0 1 zero run_0 ==
  [:: start 0 0; start 2%:R 0; start 2%:R 2%:R; start 0 4%:R; start 2%:R 4%:R].
Proof. by vm_compute. Qed.

(* The tables of y (wᵀ x), one row for each w_1 … w_5 of the source. *)
Lemma worked_tables : [seq table worked 0 w | w <- states worked 0 1 zero run_0] ==
  [:: [:: 0; 0; 0; 0]; [:: 4%:R; 0; - 4%:R; 4%:R]; [:: 4%:R; 4%:R; 0; 8%:R];
      [:: 0; 8%:R; 8%:R; 8%:R]; [:: 4%:R; 8%:R; 4%:R; 12%:R]].
Proof. by vm_compute. Qed.

Lemma worked_worst_first : mistakes_worst worked 0 1 9 zero = [:: 0; 2; 0; 2; 0]%N.
Proof. by vm_compute. Qed.

(* Padded with 1: (2,4) and b = −1. *)
Definition run_1 := mistakes worked 1 1 9 zero.
Lemma worked_padded : run_1 = [:: 0; 2; 0; 2; 0]%N /\
  weights (z worked 1) 1 zero run_1 == ((2%:R, 4%:R), -1).
Proof. by vm_compute. Qed.

(* `primal`, b += yR² with R² = 8: 9 mistakes, (2,8) and b = −8. *)
Definition run_8 := mistakes worked 8 1 9 zero.
Lemma worked_primal : run_8 = [:: 0; 2; 0; 2; 0; 2; 0; 2; 0]%N /\
  weights (z worked 8) 1 zero run_8 == ((2%:R, 8%:R), - 8%:R).
Proof. by vm_compute. Qed.

(* `online`, once along the four samples. *)
Lemma worked_online : mistakes_stream worked 0 1 zero = [:: 0; 1]%N.
Proof. by vm_compute. Qed.

(* From (−3, 1) the learning rate matters: 16, 2, 3 and 3 mistakes for η = 1/10, 1, 10, 100. *)
Lemma worked_other_starts :
  [seq size (mistakes worked 0 eta 20 (start (- 3%:R) 1))
    | eta <- [:: 10%:R^-1; 1; 10%:R; 100%:R]]
  = [:: 16; 2; 3; 3]%N.
Proof. by vm_compute. Qed.

(* Samples 6 (+) and 4 (−) on the line, padded with 1: 47 mistakes; with R² = 36: 13. *)
Definition bias_trap : samples := [:: ((6, 0), true); ((4, 0), false)].
Lemma padding_matters :
  (size (mistakes bias_trap 1 1 60 zero), size (mistakes bias_trap 36 1 60 zero)) = (47, 13)%N.
Proof. by vm_compute. Qed.

(* The hypotheses of `conclusion` hold here with u = (1, 2), γ = 2 in units of ‖u‖ = √5, R² = 8; so
   4 mistakes are within its bound of 10: k · 2² ≤ 5 · 8. *)
Lemma worked_hypotheses :
  [/\ run (space 0) (z worked 0) 1 zero run_0,
      margin (space 0) (z worked 0) (start 1 2%:R) 2%:R run_0
    & within (space 0) (z worked 0) 8%:R run_0].
Proof. by vm_compute. Qed.

Lemma worked_bound : (size run_0)%:R * 2%:R ^+ 2 <= 5%:R * 8%:R :> rat.
Proof.
case: worked_hypotheses => wrong good short.
have := conclusion ltr01 (isT : 0 <= 8%:R :> rat) (isT : 0 < 2%:R :> rat) wrong good short.
by rewrite (_ : dot _ _ _ = 5%:R) //; apply/eqP; vm_compute.
Qed.
