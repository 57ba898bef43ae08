(* refused: ============================ has [eta > 0] a Error: (in proof certificate_excludes): Attempt to save an incomplete proof *)
(* Gordan's theorem with numbers that may all be 0: such a certificate excludes nothing. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence Primal Dialects Beyond Gordan.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Lemma certificate_excludes (R : realFieldType) (V : lmodType R) (ip : inner V) (u : V) a s :
  [/\ size a = size s, all (fun c => 0 <= c) a & combination a s = 0] -> ~~ separates ip u s.
Proof. case=> same a_ge0 sum_0; apply: (Gordan.certificate_excludes ip u (a := a)); split=> //.
Show. Qed.
