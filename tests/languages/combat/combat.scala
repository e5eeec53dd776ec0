object Main {
  def read() = "\\d+".r.findAllIn(scala.io.StdIn.readLine()).map(_.toInt).grouped(2).map(_.toList).toList
  def blocks(n: Int, m: Int): List[List[Int]] =
    if (n == 0) List(Nil) else for (rest <- blocks(n - 1, m); b <- (0 to m).toList) yield b :: rest
  def main(args: Array[String]) {
    val a = read()
    val d = read()
    val best = blocks(d.size, a.size).maxBy { block =>
      a.zipWithIndex.map { case (x, j) =>
        val gang = d.zip(block).filter(_._2 == j + 1).map(_._1)
        val killed = gang.indices.toSet.subsets.map(_.toList.map(gang)).filter(_.map(_(1)).sum <= x(0)).map(_.flatten.sum).max
        if (gang.isEmpty) -x(0) else (if (gang.map(_(0)).sum >= x(1)) 2 * x.sum else 0) - 2 * killed
      }.sum
    }
    for ((b, i) <- best.zipWithIndex if b > 0) println(s"[$i, ${b - 1}]")
  }
}
