subsets([]) -> [[]];
subsets([X | Rest]) -> lists:append([[S, [X | S]] || S <- subsets(Rest)]).
blocks([], _) -> [[]];
blocks([_ | Rest], M) -> [[B | C] || C <- blocks(Rest, M), B <- lists:seq(0, M)].
score(A, D, Block) ->
    lists:sum([part(X, [Y || {Y, B} <- lists:zip(D, Block), B == J]) || {J, X} <- lists:zip(lists:seq(1, length(A)), A)]).
part([P, _], []) -> -P;
part([P, Q], Gang) ->
    Worst = lists:max([lists:sum(lists:append(S)) || S <- subsets(Gang), lists:sum([T || [_, T] <- S]) =< P]),
    Force = lists:sum([R || [R, _] <- Gang]),
    if Force >= Q -> 2 * (P + Q) - 2 * Worst; true -> -2 * Worst end.
f(A, D) ->
    {_, Best} = lists:max([{score(A, D, B), B} || B <- blocks(D, length(A))]),
    [[I, B - 1] || {I, B} <- lists:zip(lists:seq(0, length(D) - 1), Best), B > 0].
