fun read() = Regex("\\d+").findAll(readLine()!!).map { it.value.toInt() }.toList().chunked(2)

fun worst(gang: List<List<Int>>, points: Int): Int =
    if (gang.isEmpty()) 0
    else maxOf(worst(gang.drop(1), points), if (gang[0][1] > points) 0 else gang[0].sum() + worst(gang.drop(1), points - gang[0][1]))

fun blocks(code: Int, m: Int, n: Int): List<Int> = if (n == 0) listOf() else listOf(code % m) + blocks(code / m, m, n - 1)

fun main() {
    val a = read()
    val d = read()
    val m = a.size + 1
    var total = 1
    repeat(d.size) { total *= m }
    val best = (0 until total).map { blocks(it, m, d.size) }.maxBy { block ->
        a.withIndex().sumBy { (j, x) ->
            val gang = d.filterIndexed { i, _ -> block[i] == j + 1 }
            if (gang.isEmpty()) -x[0]
            else (if (gang.sumBy { it[0] } >= x[1]) 2 * x.sum() else 0) - 2 * worst(gang, x[0])
        }
    }!!
    for ((i, b) in best.withIndex()) if (b > 0) println("[$i, ${b - 1}]")
}
