%% Loads a posted Erlang function, calls it with a case's arguments, sends back its result.
%%
%%   escript erlang_host.escript SOURCE [--curried] [--mutated]
%%
%% Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
%% Texts arrive as Erlang's strings. Functions without a module are put into one.
-mode(compile).

main([Path | Options]) ->
    io:setopts(standard_io, [binary]),
    Arguments = parsed(binary_to_list(read(<<>>)) ++ "."),
    {ok, Source} = file:read_file(Path),
    Curried = lists:member("--curried", Options),
    Count = case Curried of true -> 1; false -> length(Arguments) end,
    Posted = callable(string:trim(unicode:characters_to_list(Source)), Count),
    Result = case Curried of
        true -> lists:foldl(fun(X, F) -> F(X) end, Posted, Arguments);
        false -> apply(Posted, Arguments)
    end,
    Replied = case lists:member("--mutated", Options) of true -> hd(Arguments); false -> Result end,
    ok = file:write_file("/dev/fd/3", [shown(Replied), "\n"]).

read(Before) ->
    case file:read(standard_io, 65536) of
        {ok, Data} -> read(<<Before/binary, Data/binary>>);
        eof -> Before
    end.

%% A JSON list of numbers, texts and lists is a term of Erlang.
parsed(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text),
    {ok, Term} = erl_parse:parse_term(Tokens),
    Term.

%% The value of the source if it is a fun; else solve, main or f; else the last function.
callable("fun" ++ _ = Source, _) ->
    {ok, Tokens, _} = erl_scan:string(dotted(Source)),
    {ok, Expressions} = erl_parse:parse_exprs(Tokens),
    {value, Fun, _} = erl_eval:exprs(Expressions, []),
    Fun;
callable(Source, Count) ->
    {ok, Tokens, _} = erl_scan:string(dotted(Source)),
    Forms = [Form || {ok, Form} <- [erl_parse:parse_form(T) || T <- split(Tokens, [], [])]],
    Kept = [Form || Form <- Forms, element(3, Form) =/= module, element(3, Form) =/= export],
    {ok, posted, Code} = compile:forms([{attribute, 1, module, posted} | Kept], [export_all, nowarn_export_all]),
    {module, posted} = code:load_binary(posted, "posted", Code),
    Names = [Name || {function, _, Name, Arity, _} <- Kept, Arity =:= Count],
    case [N || N <- [solve, main, f], lists:member(N, Names)] ++ lists:reverse(Names) of
        [Name | _] -> fun posted:Name/Count;
        [] -> io:put_chars(standard_error, "no function found in the source\n"), halt(1)
    end.

dotted(Source) -> case lists:last(Source) of $. -> Source ++ "\n"; _ -> Source ++ ".\n" end.

split([], [], Found) -> lists:reverse(Found);
split([], Form, Found) -> split([], [], [lists:reverse(Form) | Found]);
split([{dot, _} = Dot | Rest], Form, Found) -> split(Rest, [], [lists:reverse([Dot | Form]) | Found]);
split([Token | Rest], Form, Found) -> split(Rest, [Token | Form], Found).

shown(Value) when is_tuple(Value) -> shown(tuple_to_list(Value));
shown([]) -> "[]";
shown(Value) when is_list(Value) -> ["[", lists:join(", ", [shown(Item) || Item <- Value]), "]"];
shown(Value) when is_map(Value) -> shown(maps:to_list(Value));
shown(Value) when is_atom(Value) -> atom_to_list(Value);
shown(Value) when is_binary(Value) -> Value;
shown(Value) -> io_lib:format("~p", [Value]).
