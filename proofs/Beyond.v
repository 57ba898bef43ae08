(* The bound cannot be improved; and it survives training on many machines.

   Tight: k orthonormal samples make exactly k mistakes, and k = R²/γ².  Iterative parameter mixing
   (McDonald, Hall and Mann 2010): each shard trains from the mixed w, the results are averaged. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Perceptron Require Import Arithmetic Inner Machine Convergence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Tight.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : eqType) (z : T -> V) (eta : R).
Add Field real_field : (field_laws R).
Ltac identity := to_laws R; (ring || field).
Local Notation "u · v" := (dot ip u v) (at level 40).
Hypothesis orthonormal : forall i j, z i · z j = (i == j)%:R.
Variable m : seq T.
Hypothesis distinct : uniq m.
Let u := \sum_(i <- m) z i.

(* Each sample is a mistake when it comes, in any order: w · z is still 0. *)
Theorem tight_run : run ip z eta 0 m.
Proof.
have: all (fun i => 0 · z i == 0) m by apply: everywhere => i; rewrite dot0l.
move: 0 distinct; elim: m => //= i s IH w /andP[i_s s_uniq] /andP[/eqP wi ws].
rewrite /mistaken wi lexx IH //; apply/allP => j j_s.
rewrite dotDl dotZl (eqP (allP ws j j_s)) orthonormal add0r mulf_eq0.
by case: (eqVneq i j) j_s i_s => [-> -> //|_ _ _]; rewrite eqxx orbT.
Qed.

Let gain_1 i : i \in m -> z i · u = 1.
Proof.
move=> i_m; rewrite dot_sum_r (bigD1_seq i) //= orthonormal eqxx big1 ?addr0 // => j ji.
by rewrite orthonormal eq_sym (negbTE ji).
Qed.

Let square_u : u · u = (size m)%:R.
Proof.
rewrite {1}/u dotC dot_sum_r; transitivity (\sum_(i <- m) (1 : R)).
  by apply: eq_big_seq => i i_m; rewrite dotC gain_1.
by rewrite big_const_seq count_predT iter_addr_0.
Qed.

(* The bound of `conclusion` is attained: k γ² = ‖u‖² R², with γ = R = 1. *)
Theorem tight : [/\ margin ip z u 1 m, within ip z 1 m & (size m)%:R * 1 ^+ 2 = (u · u) * 1 :> R].
Proof.
split; last by rewrite square_u expr1n.
  by apply/allP => i /gain_1->.
by apply: everywhere => i; rewrite orthonormal eqxx.
Qed.

(* And so is the bound on the cosine, at the end and (every prefix of m being such an m) always. *)
Theorem tight_cosine : let w := weights z eta 0 m in
  (size m)%:R * 1 ^+ 2 * (w · w) = (w · u) ^+ 2 * 1.
Proof.
rewrite /= weights_sum add0r -/u !dotZl !dotZr square_u; identity.
Qed.
End Tight.

(* So no u has a wider margin there: γ² k ≤ ‖u‖². *)
Corollary tight_margin (R : realFieldType) (V : lmodType R) (ip : inner V) (T : eqType) (z : T -> V)
  m u gamma : (forall i j, dot ip (z i) (z j) = (i == j)%:R) -> uniq m -> 0 < gamma ->
  margin ip z u gamma m -> (size m)%:R * gamma ^+ 2 <= dot ip u u.
Proof.
move=> orthonormal distinct gamma_gt0 good; rewrite -[dot ip u u]mulr1.
apply: (conclusion ltr01 ler01 gamma_gt0 (tight_run _ orthonormal distinct) good).
by apply: everywhere => i; rewrite orthonormal eqxx.
Qed.

Section Mixing.
Variables (R : realFieldType) (V : lmodType R) (ip : inner V) (T : Type) (z : T -> V) (eta : R).
Hypothesis eta_gt0 : 0 < eta.
Add Field real_field' : (field_laws R).
Ltac identity := to_laws R; (ring || field).
Local Notation "u · v" := (dot ip u v) (at level 40).

(* An epoch: for each shard its share μ and its mistakes. *)
Implicit Types e : seq (R * seq T).
Definition mix (w : V) e := \sum_(shard <- e) shard.1 *: weights z eta w shard.2.
Definition epoch (w : V) e :=
  [/\ all (fun shard => 0 <= shard.1) e, \sum_(shard <- e) shard.1 = 1
    & all (fun shard => run ip z eta w shard.2) e].

(* Epoch after epoch, each from the mixture of the one before. *)
Fixpoint epochs w (es : seq (seq (R * seq T))) :=
  if es is e :: es' then epoch w e /\ epochs (mix w e) es' else True.
Definition mixture w es := foldl mix w es.
Definition weighted_count e := \sum_(shard <- e) shard.1 * (size shard.2)%:R.

(* Jensen: the square of a mean is at most the mean of the squares. *)
Lemma jensen (I : Type) (s : seq I) (mu : I -> R) (v : I -> V) :
  all (fun i => 0 <= mu i) s -> \sum_(i <- s) mu i = 1 ->
  (\sum_(i <- s) mu i *: v i) · (\sum_(i <- s) mu i *: v i) <= \sum_(i <- s) mu i * (v i · v i).
Proof.
move=> mu_ge0 mu_1; set mean := \sum_(i <- s) mu i *: v i.
have spread_ge0 : 0 <= \sum_(i <- s) mu i * ((v i - mean) · (v i - mean)).
  elim: s mu_ge0 {mu_1 mean} (mean) => [|i s IH] /= => [_|/andP[mu_i mu_s]] c.
    by rewrite big_nil.
  by rewrite big_cons addr_ge0 ?IH // mulr_ge0 ?dot_ge0.
have expand i : mu i * ((v i - mean) · (v i - mean)) =
    mu i * (v i · v i) + (mu i * (mean · mean) - 2%:R * (mean · (mu i *: v i))).
  by rewrite !dotDl !dotDr !dotNl !dotNr dotZr (dotC _ (v i) mean); identity.
rewrite -subr_ge0; move: spread_ge0; rewrite (eq_bigr _ (fun i _ => expand i)) big_split /=.
by rewrite big_split /= -mulr_suml mu_1 mul1r sumrN -mulr_sumr -dot_sum_r -/mean;
  congr (0 <= _); identity.
Qed.

(* One shard's run adds ηγ for each of its mistakes to w · u, and at most η²R² to ‖w‖². *)
Variables (u : V) (gamma r2 : R).
Hypothesis gamma_gt0 : 0 < gamma.
Hypothesis r2_ge0 : 0 <= r2.
Hypothesis good : forall i, gamma <= z i · u.
Hypothesis short : forall i, z i · z i <= r2.

Lemma epoch_progress w e : epoch w e -> w · u + weighted_count e * (eta * gamma) <= mix w e · u.
Proof.
case=> mu_ge0 mu_1 _; rewrite -[w · u]mul1r -{1}mu_1 /mix (dotC _ (\sum_(i <- e) _)) dot_sum_r /weighted_count.
rewrite !mulr_suml -big_split /=; elim: e mu_ge0 {mu_1} => [|shard e IH] /=.
  by rewrite !big_nil.
move=> /andP[mu_ge0 /IH{}IH]; rewrite !big_cons ler_add // dotZr.
rewrite -mulrA -mulrDr ler_wpmul2l // (mulrA _ eta) [u · _]dotC; apply: (progress eta_gt0).
exact: everywhere.
Qed.

Lemma epoch_growth w e : epoch w e ->
  mix w e · mix w e <= w · w + weighted_count e * (eta ^+ 2 * r2).
Proof.
case=> mu_ge0 mu_1 runs; apply: le_trans (jensen _ mu_ge0 mu_1) _.
rewrite -[w · w]mul1r -{1}mu_1 /weighted_count.
rewrite !mulr_suml -big_split /=; elim: e mu_ge0 runs {mu_1} => [|shard e IH] /=.
  by rewrite !big_nil.
move=> /andP[mu_ge0 /IH{}IH] /andP[wrong /IH{}IH]; rewrite !big_cons ler_add //.
rewrite -mulrA -mulrDr ler_wpmul2l //; apply: (growth eta_gt0 wrong).
exact: everywhere.
Qed.

(* Epoch after epoch: K is the sum of all weighted counts so far. *)
Definition total es := \sum_(e <- es) weighted_count e.

Lemma total_ge0 w es : epochs w es -> 0 <= total es.
Proof.
rewrite /total; elim: es w => [|e es IH] w; first by rewrite big_nil.
case=> -[mu_ge0 _ _] /IH{}IH; rewrite big_cons addr_ge0 // /weighted_count.
elim: e mu_ge0 {IH} => [|shard e IH] /=; first by rewrite big_nil.
by move=> /andP[mu_i /IH{}IH]; rewrite big_cons addr_ge0 // mulr_ge0 ?ler0n.
Qed.

Lemma progress_from w es : epochs w es -> w · u + total es * (eta * gamma) <= mixture w es · u.
Proof.
rewrite /total; elim: es w => [|e es IH] w /=; first by rewrite big_nil mul0r addr0.
by move=> [/epoch_progress top /IH]; apply: le_trans; rewrite big_cons mulrDl addrA ler_add2r.
Qed.

Lemma growth_from w es : epochs w es ->
  mixture w es · mixture w es <= w · w + total es * (eta ^+ 2 * r2).
Proof.
rewrite /total; elim: es w => [|e es IH] w /=; first by rewrite big_nil mul0r addr0.
by move=> [/epoch_growth top /IH]/le_trans; apply; rewrite big_cons mulrDl addrA ler_add2r.
Qed.

(* line: progress.  w_n · u ≥ K η γ, after every epoch n. *)
Lemma mixed_progress es : epochs 0 es -> total es * (eta * gamma) <= mixture 0 es · u.
Proof. by move=> /progress_from; rewrite dot0l add0r. Qed.

(* line: length.  ‖w_n‖² ≤ K η² R², after every epoch n. *)
Lemma mixed_growth es : epochs 0 es ->
  mixture 0 es · mixture 0 es <= total es * (eta ^+ 2 * r2).
Proof. by move=> /growth_from; rewrite dot0l add0r. Qed.

(* line: conclusion.  K, the sum of μ k over epochs and shards, is at most R²/γ². *)
Theorem parameter_mixing es : u · u = 1 -> epochs 0 es -> total es <= r2 / gamma ^+ 2.
Proof.
move=> unit ok; have K_ge0 := total_ge0 ok.
have climb := mixed_progress ok; have swell := mixed_growth ok.
move: (total es) (mixture 0 es) K_ge0 climb swell => K w K_ge0 climb swell.
rewrite ler_pdivl_mulr ?exprn_gt0 //.
case: (eqVneq K 0) => [->|K_neq0]; first by rewrite mul0r.
have K_gt0 : 0 < K by rewrite lt_def K_neq0.
rewrite -(ler_pmul2l (mulr_gt0 K_gt0 (exprn_gt0 2 eta_gt0))).
rewrite (_ : _ * (K * _) = (K * (eta * gamma)) ^+ 2); last by identity.
have climb_ge0 : 0 <= K * (eta * gamma) by rewrite !mulr_ge0 // ltW.
apply: (@le_trans _ _ ((w · u) ^+ 2)).
  by rewrite ler_pexpn2r ?nnegrE // (le_trans climb_ge0).
apply: le_trans (cauchy_schwarz ip _ _) _; rewrite unit mulr1.
by apply: le_trans swell _; rewrite le_eqVlt; apply/orP; left; apply/eqP; identity.
Qed.

(* Where every epoch but the last has a weighted count of ε or more, there are at most R²/(εγ²) of
   these; equal shares among S shards have ε = 1/S, since a mistaken shard makes a mistake. *)
Corollary epochs_end es epsilon : u · u = 1 -> epochs 0 es ->
  all (fun e => epsilon <= weighted_count e) es -> (size es)%:R * epsilon <= r2 / gamma ^+ 2.
Proof.
move=> unit ok enough; apply: le_trans (parameter_mixing unit ok); rewrite /total.
elim: es enough {ok} => [|e es IH] /=; first by rewrite mul0r big_nil.
by move=> /andP[e_ge /IH{}IH]; rewrite big_cons mulrSr mulrDl mul1r addrC ler_add.
Qed.
End Mixing.
