(* refused: weight [ffun k => s (tperm i j k)] = weight s Error: (in proof leave_one_out): Attempt to save an incomplete proof *)
(* Leave-one-out for samples in a given order, without chance: the last one may be unlike the others. *)
From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From Perceptron Require Import Adversary.
Local Open Scope ring_scope.
Lemma leave_one_out (R : realFieldType) (T : finType) n (weight : {ffun 'I_n.+1 -> T} -> R)
  (errs : seq T -> T -> bool) : \sum_(r < n.+1) error_after weight errs r / n.+1%:R =
  (\sum_s weight s * mistakes_on R errs s) / n.+1%:R.
Proof.
apply: leave_one_out.
Show.
Qed.
