%% Loads a posted Erlang function, calls it with a case's arguments, sends back its result.
%%
%%   escript erlang_host.escript SOURCE [--curried] [--mutated]
%%
%% Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
%% Texts arrive as Erlang's strings. Functions without a module are put into one.
-mode(compile).

main([Path | Options]) ->
    io:setopts(standard_io, [binary]),
    Json = as_erlang(binary_to_list(read(<<>>)), outside),
    {ok, Code} = file:read_file(Path),
    Source = unicode:characters_to_list(Code),
    Arguments = parsed(Json ++ ".", Source),
    Curried = lists:member("--curried", Options),
    Count = case Curried of true -> 1; false -> length(Arguments) end,
    Posted = callable(string:trim(Source), Count),
    Result = case Curried of
        true -> lists:foldl(fun(X, F) -> F(X) end, Posted, Arguments);
        false -> apply(Posted, Arguments)
    end,
    Replied = case lists:member("--mutated", Options) of true -> hd(Arguments); false -> Result end,
    Told = case is_output(Replied, Source) of
        true -> unicode:characters_to_binary(Replied);
        false -> told(Replied, 0, lists:member($", Json), lists:member($", Source))
    end,
    ok = file:write_file("/dev/fd/3", [shown(without_ok(Told, string:find(Source, "io:"))), "\n"]).

%% What io:format and its like return is nothing.
without_ok(Value, nomatch) -> Value;
without_ok(ok, _) -> 'None';
without_ok(Value, Prints) when is_list(Value) -> [without_ok(Item, Prints) || Item <- Value];
without_ok(Value, _) -> Value.

read(Before) ->
    case file:read(standard_io, 65536) of
        {ok, Data} -> read(<<Before/binary, Data/binary>>);
        eof -> Before
    end.

%% A JSON list of numbers, texts and lists is a term of Erlang; an object becomes a map. Its keys are texts;
%% binaries as all texts are, where the source has the keys so; or atoms, where it has no key in quotes.
parsed(Text, Source) ->
    {ok, Tokens, _} = erl_scan:string(Text),
    Keys = keys(Tokens),
    Has = fun(Before, Behind) -> lists:any(fun(Key) -> string:find(Source, Before ++ Key ++ Behind) =/= nomatch end, Keys) end,
    Named = lists:any(fun(Key) -> nomatch =/= re:run(Source, "[#{(,]\\s*" ++ Key ++ "\\s*(:=|=>)|\\((\\s*)" ++ Key ++ "\\s*,", [{capture, none}, unicode]) end,
        [Key || Key <- Keys, re:run(Key, "^[a-z]\\w*$", [{capture, none}]) =:= match]),
    Kept = case {Has("<<\"", "\""), Has("\"", "\""), Named} of
        {true, _, _} -> lists:flatmap(fun as_binary/1, Tokens);
        {_, false, true} -> with_atoms(Tokens);
        _ -> Tokens
    end,
    {ok, Term} = erl_parse:parse_term(lists:flatmap(fun as_term/1, Kept)),
    Term.

%% JSON with the escapes and the numbers of Erlang: a character beyond U+FFFF is two escapes there, and 1e16 has no point.
as_erlang([$\\, $u, A, B, C, D, $\\, $u, E, F, G, H | Rest], Where) when A =:= $d, B >= $8 ->
    High = list_to_integer([A, B, C, D], 16), Low = list_to_integer([E, F, G, H], 16),
    case High < 16#dc00 andalso Low >= 16#dc00 andalso Low < 16#e000 of
        true -> escape(16#10000 + (High - 16#d800) * 16#400 + Low - 16#dc00) ++ as_erlang(Rest, Where);
        false -> escape(High) ++ as_erlang([$\\, $u, E, F, G, H | Rest], Where)
    end;
as_erlang([$\\, $u, A, B, C, D | Rest], Where) -> escape(list_to_integer([A, B, C, D], 16)) ++ as_erlang(Rest, Where);
as_erlang([$\\, C | Rest], Where) -> [$\\, C | as_erlang(Rest, Where)];
as_erlang([$" | Rest], outside) -> [$" | as_erlang(Rest, inside)];
as_erlang([$" | Rest], inside) -> [$" | as_erlang(Rest, outside)];
as_erlang([C | Rest], outside) when C >= $0, C =< $9 ->
    {Digits, Behind} = lists:splitwith(fun(D) -> D >= $0 andalso D =< $9 end, [C | Rest]),
    case Behind of
        [$. | More] -> {Fraction, Last} = lists:splitwith(fun(D) -> D =/= $, andalso D =/= $] andalso D =/= $} end, More), Digits ++ [$. | Fraction] ++ as_erlang(Last, outside);
        [$e | _] -> Digits ++ ".0" ++ as_erlang(Behind, outside);
        _ -> Digits ++ as_erlang(Behind, outside)
    end;
as_erlang([C | Rest], Where) -> [C | as_erlang(Rest, Where)];
as_erlang([], _) -> [].

escape(Code) -> "\\x{" ++ integer_to_list(Code, 16) ++ "}".

keys([{string, _, Key}, {':', _} | Rest]) -> [Key | keys(Rest)];
keys([_ | Rest]) -> keys(Rest);
keys([]) -> [].

as_binary({string, At, _} = Token) -> [{'<<', At}, Token, {'>>', At}];
as_binary(Token) -> [Token].

with_atoms([{string, At, Key}, {':', _} = Sign | Rest]) -> [{atom, At, list_to_atom(Key)}, Sign | with_atoms(Rest)];
with_atoms([Token | Rest]) -> [Token | with_atoms(Rest)];
with_atoms([]) -> [].

as_term({'{', At}) -> [{'#', At}, {'{', At}];
as_term({':', At}) -> [{'=>', At}];
as_term(Token) -> [Token].

%% The value of the source if it is a fun; else solve, main or f; else the last function.
callable("fun" ++ _ = Source, _) ->
    %% A function that needs no module's name.
    Whole = re:replace(Source, "^fun\\s+([a-z]\\w*/\\d+)", "fun erlang:\\1", [{return, list}, unicode]),
    {ok, Tokens, _} = erl_scan:string(dotted(Whole)),
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

%% A text is a list of characters, and so are some lists of numbers: it is one where an argument is a
%% text, or where it has letters and the source has texts.
told(Value, Depth, Among, Has) ->
    case is_text(Value, Among, Has) of
        true when Depth > 0 -> quoted(Value);
        true -> unicode:characters_to_binary(Value);
        false when is_list(Value) -> [told(Item, Depth + 1, Among, Has) || Item <- Value];
        false when is_map(Value) -> told(maps:to_list(Value), Depth, Among, Has);
        false when is_tuple(Value) -> told(tuple_to_list(Value), Depth, Among, Has);
        false when is_binary(Value), Depth > 0 -> case unicode:characters_to_list(Value) of Text when is_list(Text) -> quoted(Text); _ -> Value end;
        false -> Value
    end.

quoted(Text) -> unicode:characters_to_binary([$", [case lists:member(C, "\"\\") of true -> [$\\, C]; false -> C end || C <- Text], $"]).

is_text([], _, _) -> false;
is_text(Value, true, _) -> io_lib:printable_unicode_list(Value);
is_text(Value, false, true) ->
    io_lib:printable_latin1_list(Value) andalso lists:all(fun(C) -> C >= 32 end, Value)
        andalso lists:any(fun(C) -> C >= $A end, Value);
is_text(_, _, _) -> false.

%% An iolist: texts within lists, with ends of lines that the source names; or characters beside texts, as
%% io_lib:format and lists:join give them.
is_output(Value, Source) when is_list(Value) ->
    Ends = re:run(Source, "\\\\n|\\b10\\]", [{capture, none}, unicode]) =:= match andalso has_end(Value),
    Formed = re:run(Source, "io_lib:|lists:join", [{capture, none}]) =:= match andalso lists:any(fun is_integer/1, Value) andalso lists:any(fun is_list/1, Value),
    (Ends orelse Formed) andalso try unicode:characters_to_list(Value) of
        Text when is_list(Text) -> io_lib:printable_unicode_list(Text);
        _ -> false
    catch error:_ -> false end;
is_output(_, _) -> false.

has_end(Value) when is_list(Value) -> lists:member($\n, Value) orelse lists:any(fun has_end/1, Value);
has_end(_) -> false.

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
