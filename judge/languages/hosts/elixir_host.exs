# Loads a posted Elixir function, calls it with a case's arguments, sends back its result.
#
#   elixir elixir_host.exs SOURCE [--curried] [--mutated]
#
# Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
# A result that is a charlist is a text where the source has charlists.
# Objects arrive as maps, whose keys are texts, or atoms where the source names them so. A bare def is
# put into a module.
defmodule PostedHost do
  # JSON is Elixir once an object is %{} with => for its colons.
  def read(json) do
    Regex.replace(~r/"(?:\\.|[^"\\])*"|[{:]|\bnull\b|#/, json, fn
      "{" -> "%{"
      ":" -> "=>"
      "null" -> "nil"
      text -> text |> String.replace("\#{", "\\\#{") |> whole()
    end)
    |> Code.eval_string()
    |> elem(0)
  end

  # A character beyond U+FFFF is two escapes in JSON.
  def whole(text) do
    Regex.replace(~r/\\u(d[89ab]..)\\u(d[c-f]..)|\\./, text, fn
      one, "", "" -> one
      _, high, low ->
        <<code::utf16>> = <<String.to_integer(high, 16)::16, String.to_integer(low, 16)::16>>
        "\\u{#{Integer.to_string(code, 16)}}"
    end)
  end

  def names(value) when is_map(value), do: Map.keys(value) ++ Enum.flat_map(Map.values(value), &names/1)
  def names(value) when is_list(value), do: Enum.flat_map(value, &names/1)
  def names(_), do: []

  def keyed(arguments, source) do
    written = fn before, behind -> Enum.any?(names(arguments), &Regex.match?(~r/#{before}#{Regex.escape(&1)}#{behind}/, source)) end
    if written.(":", "\\b") or written.("(?:\\b[a-z_]\\w*|[)\\]0-9])\\.", "\\b") or written.("[{,\\s]", ": ?\\w"), do: (if written.("\"", "\""), do: arguments, else: with_atoms(arguments)), else: arguments
  end

  def with_atoms(value) when is_map(value), do: Map.new(value, fn {k, v} -> {String.to_atom(k), with_atoms(v)} end)
  def with_atoms(value) when is_list(value), do: Enum.map(value, &with_atoms/1)
  def with_atoms(value), do: value

  def shown(value, depth) do
    cond do
      value == nil or (value == :ok and Process.get(:prints)) -> "None"
      # What Stream.unfold and others make is such a function.
      is_function(value, 2) -> shown(Enum.to_list(value), depth)
      is_function(value) -> "function"
      is_binary(value) -> if depth == 0, do: value, else: inspect(value)
      is_tuple(value) -> shown(Tuple.to_list(value), depth)
      depth == 0 and Process.get(:names_ends) && has_end(value) -> output(value)
      is_text(value) -> if depth == 0, do: to_string(value), else: inspect(to_string(value))
      is_list(value) -> "[" <> Enum.map_join(value, ", ", &shown(&1, depth + 1)) <> "]"
      is_struct(value, MapSet) or is_struct(value, Range) or is_struct(value, Stream) -> shown(Enum.to_list(value), depth)
      is_struct(value) and String.Chars.impl_for(value) != nil -> to_string(value)
      is_struct(value) -> shown(Map.from_struct(value), depth)
      is_map(value) -> "{" <> Enum.map_join(value, ", ", fn {k, v} -> shown(k, 1) <> ": " <> shown(v, 1) end) <> "}"
      true -> to_string(value)
    end
  end

  # Where the source has charlists and the list has letters: one of digits alone may be a list of numbers.
  def is_text(value) do
    Process.get(:has_charlists) && is_list(value) && value != [] && List.ascii_printable?(value) && Enum.any?(value, &(&1 >= ?A))
  end

  # Whether the end of a line is among the characters of what may be an iolist.
  def has_end(value) when is_list(value), do: ?\n in value or Enum.any?(value, &has_end/1) or ("\n" in value and length(value) > 1)
  def has_end(_), do: false

  def output(value) do
    text = List.to_string(value)
    if String.printable?(text), do: text, else: shown(value, 1)
  rescue
    _ in [ArgumentError, UnicodeConversionError] -> shown(value, 1)
  end

  # The value of the source if it can be called; else solve, main or f; else the last function.
  def callable(source, count) do
    bare = Regex.match?(~r/\A\s*defp?\s/, source)
    source = if bare, do: "defmodule Posted do\n#{source}\nend", else: source

    case Code.eval_string(source) do
      {value, _} when is_function(value) ->
        value

      {{:module, module, _, _}, _} ->
        names = Regex.scan(~r/\bdef\s+([\w?!]+)/, source) |> Enum.map(&String.to_atom(Enum.at(&1, 1)))
        names = Enum.filter(names, &function_exported?(module, &1, count))
        name = Enum.find([:solve, :main, :f], &(&1 in names)) || List.last(names) || raise("no function found in the source")
        Function.capture(module, name, count)

      {_, bound} ->
        functions = for {_, value} <- bound, is_function(value), do: value
        List.last(functions) || raise("no function found in the source")
    end
  end
end

[path | options] = System.argv()
source = File.read!(path)
arguments = PostedHost.read(IO.read(:stdio, :eof)) |> PostedHost.keyed(source)
Process.put(:names_ends, String.contains?(source, "\\n"))
# What IO.puts and its like return is nothing.
Process.put(:prints, String.contains?(source, "IO."))
Process.put(:has_charlists, source =~ ~r/'[^'\n]+'|~c|charlist/)
curried = "--curried" in options
posted = PostedHost.callable(source, if(curried, do: 1, else: length(arguments)))
result = if curried, do: Enum.reduce(arguments, posted, & &2.(&1)), else: apply(posted, arguments)
result = if "--mutated" in options, do: hd(arguments), else: result
File.write!("/dev/fd/3", PostedHost.shown(result, 0) <> "\n")
