(* refused: ============================ uniq s Error: (in proof dual_form): Attempt to save an incomplete proof *)
(* The dual form on a list that has a sample twice: its count would be used twice. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Lemma dual_form (R : realFieldType) (V : lmodType R) (ip : inner V) (T : eqType) (z : T -> V)
  (s : seq T) fuel : train (wrong_dual ip z s) (@count_one_more T) fuel (fun=> 0%N) s =
  train (mistaken ip z) (update z 1) fuel 0 s.
Proof.
apply: dual_form.
Show.
Qed.
