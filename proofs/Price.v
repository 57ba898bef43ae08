(* What a thin margin can cost: (4^d − 1)/3 mistakes in d dimensions, in every order.

   Sample i has a 1 in place i and a −1 in each place before it, counted from 0.  The least separator
   in whole numbers is (1, 2, 4, …), and every run from 0 ends there. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Price.
Variable d : nat.
Implicit Types (w : 'rV[rat]_d) (i j : 'I_d) (m : seq 'I_d).
Local Notation "u · v" := (dot coordinates u v) (at level 40).
Definition z i : 'rV[rat]_d := \row_j ((j == i)%:R - (j < i)%N%:R).
Definition doubled : 'rV[rat]_d := \row_j 2%:R ^+ j.
Local Notation run := (run coordinates z 1).
Local Notation w_after m := (weights z 1 0 m).

Lemma product w i : w · z i = w 0 i - \sum_(j : 'I_d | (j < i)%N) w 0 j.
Proof.
rewrite /dot /= (eq_bigr (fun j => w 0 j * (j == i)%:R - w 0 j * (j < i)%N%:R)) => [|j _].
  rewrite sumrB (bigD1 i) //= eqxx mulr1 big1 => [|j /negbTE->]; last by rewrite mulr0.
  rewrite addr0; congr (_ - _); rewrite [RHS]big_mkcond; apply: eq_bigr => j _.
  by case: ltnP; rewrite ?mulr1 ?mulr0.
by rewrite mxE mulrBr.
Qed.

(* 1 + 2 + 4 + … + 2^(i−1) is 2^i − 1. *)
Lemma sum_of_powers i : \sum_(j : 'I_d | (j < i)%N) 2%:R ^+ j = 2%:R ^+ i - 1 :> rat.
Proof.
have i_d : (nat_of_ord i <= d)%N by exact: ltnW.
rewrite -(big_ord_widen d (fun j : nat => 2%:R ^+ j) i_d).
elim: (nat_of_ord i) {i_d} => [|n IH]; first by rewrite big_ord0 expr0 subrr.
by rewrite big_ord_recr /= IH exprS mulr_natl mulr2n addrAC.
Qed.

Lemma doubled_product i : doubled · z i = 1.
Proof.
rewrite product mxE (eq_bigr (fun j => 2%:R ^+ j)) => [|j _]; last by rewrite mxE.
by rewrite sum_of_powers opprB addrC subrK.
Qed.

(* A w with w · z i ≥ 1 for every sample has at least 2^i in place i. *)
Theorem doubling w : (forall i, 1 <= w · z i) -> forall i, 2%:R ^+ i <= w 0 i.
Proof.
move=> sep i; have [n] := ubnP i; elim: n i => // n IH i; rewrite ltnS => i_n.
have := sep i; rewrite product ler_subr_addr => /(le_trans _); apply.
rewrite -ler_subl_addl -sum_of_powers; apply: ler_sum => j j_i.
by apply: IH; apply: leq_trans j_i i_n.
Qed.

(* So has every separator in whole numbers: its last number is exponential in d. *)
Corollary whole_separators w : (forall i, w 0 i \is a Qint) -> (forall i, 0 < w · z i) ->
  forall i, 2%:R ^+ i <= w 0 i.
Proof.
move=> whole sep; apply: doubling => i; have := sep i.
have /QintP[n ->] : w · z i \is a Qint by rewrite product rpredB ?rpred_sum.
by rewrite ltr0z ler1z.
Qed.

(* A run from 0 stays in whole numbers, and never goes above the doubled ones. *)
Lemma after_is_whole m i : w_after m 0 i \is a Qint.
Proof.
have: forall j, (0 : 'rV[rat]_d) 0 j \is a Qint by move=> j; rewrite mxE rpred0.
move: 0; elim: m => //= a m IH w whole; apply: IH => j.
by rewrite !mxE mul1r rpredD ?rpredB ?rpred_nat.
Qed.

Lemma never_above m i : run 0 m -> w_after m 0 i <= 2%:R ^+ i.
Proof.
have: forall j, (0 : 'rV[rat]_d) 0 j <= 2%:R ^+ j by move=> j; rewrite mxE exprn_ge0 ?ler0n.
move: 0; elim: m => //= a m IH w below /andP[wrong]; apply: IH => j.
rewrite !mxE mul1r; case: (eqVneq j a) => [->|_]; last first.
  by rewrite sub0r; apply: le_trans (below j); rewrite ger_addl oppr_le0 ler0n.
rewrite ltnn subr0 -ler_subr_addr -sum_of_powers.
move: wrong; rewrite /mistaken product subr_le0 => /le_trans; apply.
exact: ler_sum.
Qed.

(* ‖(1, 2, 4, …)‖² = 1 + 4 + 16 + … *)
Lemma square_of_doubled : 3%:R * (doubled · doubled) = 4%:R ^+ d - 1.
Proof.
rewrite /dot /= (eq_bigr (fun j => 4%:R ^+ j)) => [|j _]; last by rewrite mxE -exprMn -natrM.
elim: d => [|n IH]; first by rewrite big_ord0 expr0 subrr mulr0.
by rewrite big_ord_recr /= mulrDr IH addrAC -{1}[_ ^+ n]mul1r -mulrDl -(natrD _ 1 3) exprS.
Qed.

(* Each mistake adds 1 to (1, 2, 4, …) · w: so that is their number. *)
Lemma doubled_counts m : doubled · w_after m = (size m)%:R.
Proof.
rewrite weights_sum add0r scale1r dot_sum_r (eq_bigr (fun=> 1)) => [|i _].
  by rewrite big_const_seq count_predT iter_addr_0.
exact: doubled_product.
Qed.

(* No run makes more than (4^d − 1)/3 mistakes, whether it has ended or not. *)
Lemma never_more m : run 0 m -> 3%:R * (size m)%:R <= 4%:R ^+ d - 1 :> rat.
Proof.
move=> wrong; rewrite -square_of_doubled -doubled_counts ler_wpmul2l ?ler0n // /dot /=.
apply: ler_sum => i _; apply: ler_wpmul2l; first by rewrite mxE exprn_ge0 ?ler0n.
by rewrite [doubled _ _]mxE; exact: never_above.
Qed.

(* Whoever has no mistake left, in whatever order, has made (4^d − 1)/3 and is at (1, 2, 4, …). *)
Lemma price_at_the_end m : run 0 m -> (forall i, 0 < w_after m · z i) ->
  w_after m = doubled /\ 3%:R * (size m)%:R = 4%:R ^+ d - 1 :> rat.
Proof.
move=> wrong sep; have end_ : w_after m = doubled.
  apply/rowP => i; rewrite [RHS]mxE; apply/eqP; rewrite eq_le never_above //=.
  by apply: whole_separators => // j; exact: after_is_whole.
by split=> //; rewrite -square_of_doubled -doubled_counts end_.
Qed.

(* An order: `next` sees the mistakes so far, and names a sample that is a mistake now, or none if
   there is none. *)
Definition order_of_mistakes (next : seq 'I_d -> option 'I_d) := forall m,
  if next m is Some i then w_after m · z i <= 0 : Prop else forall i, 0 < w_after m · z i.

(* In every order the run ends, at (1, 2, 4, …), after exactly (4^d − 1)/3 mistakes.  `loop`
   (Machine.v) asks `next` again and again, at most n times. *)
Theorem price next : order_of_mistakes next -> exists n, let m := loop n next [::] in
  [/\ next m = None, w_after m = doubled & 3%:R * (size m)%:R = 4%:R ^+ d - 1 :> rat].
Proof.
move=> names; exists (4 ^ d).+1 => /=.
have bound m : all predT m -> run 0 m -> (size m <= 4 ^ d)%N.
  move=> _ /never_more bound; rewrite -(ler_nat [numDomainType of rat]) natrX.
  apply: (@le_trans _ _ (3%:R * (size m)%:R)); first by rewrite ler_pemull ?ler0n // (ler_nat _ 1 3).
  by apply: le_trans bound _; rewrite ger_addl oppr_le0 ler01.
have [|none wrong] := loop_ends (p := predT) (pick := next) _ bound (ltnSn _).
  by move=> m i picked; have := names m; rewrite picked /mistaken => ->.
have [|end_ count] := price_at_the_end wrong; last by split.
by have := names (loop (4 ^ d).+1 next [::]); rewrite none.
Qed.
End Price.
