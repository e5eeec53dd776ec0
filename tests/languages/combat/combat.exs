defmodule Posted do
  def subsets([]), do: [[]]
  def subsets([x | rest]), do: subsets(rest) |> Enum.flat_map(&[&1, [x | &1]])
  def blocks([], _), do: [[]]
  def blocks([_ | rest], m), do: for(c <- blocks(rest, m), b <- 0..m, do: [b | c])

  def f(a, d) do
    blocks(d, length(a))
    |> Enum.max_by(fn block ->
      for {[p, q], j} <- Enum.with_index(a, 1) do
        gang = for {y, ^j} <- Enum.zip(d, block), do: y
        worst = for(s <- subsets(gang), Enum.sum(Enum.map(s, &List.last/1)) <= p, do: Enum.sum(List.flatten(s))) |> Enum.max()
        killed = Enum.sum(Enum.map(gang, &hd/1)) >= q
        if gang == [], do: -p, else: if(killed, do: 2 * (p + q), else: 0) - 2 * worst
      end
      |> Enum.sum()
    end)
    |> Enum.with_index()
    |> Enum.filter(fn {b, _} -> b > 0 end)
    |> Enum.map(fn {b, i} -> [i, b - 1] end)
  end
end
