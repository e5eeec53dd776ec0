# Marks the branches of a Ruby source, so that a hunt sees which of them a call takes, and how near the two
# sides of a comparison were.
#
# Text is put around expressions and changes no value: conditions tell whether they held, comparisons with a
# number the distance of the other side, other comparisons for equality that of both. Without the parser that
# Ruby brings, a source stays as it is, and nothing is told.
module JudgeMarks
  # From here on are the numbers of comparisons, and there are so many of them.
  COMPARISONS = 2**13
  BITS = 33
  PLACES = 1737
  MOST = BITS * PLACES
  # From here on are those of exact differences below FAR on both sides: one with the first number that says as
  # many bits.
  EXACT = 2**16
  FAR = 2**15
  # Every program has constants up to this.
  COMMON = 2
  # Longer lists and texts are not compared item by item.
  LONGEST = 64
  # A mark that one call comes to more often costs too much: later calls are without it.
  OFTEN = 100
  EQUALITY = %i[== != eql? ===].freeze
  ORDER = %i[< > <= >=].freeze

  @taken, @sides, @counts = {}, [], Hash.new(0)

  class << self
    # The source with marks, without those that have these numbers.
    def marked(text, often)
      @often = often
      @lines = text.lines.map(&:bytesize).each_with_object([0]) { |size, starts| starts << starts[-1] + size }
      @before, @after, @count = Hash.new { |h, k| h[k] = +'' }, Hash.new { |h, k| h[k] = +'' }, 0
      visit(RubyVM::AbstractSyntaxTree.parse(text))
      made = written(text)
      RubyVM::AbstractSyntaxTree.parse(made)
      made
    rescue NameError, NotImplementedError, SyntaxError, ArgumentError, SystemStackError
      text
    end

    def taken(number, value)
      @counts[number] += 1
      @taken[(value ? 2 * number + 1 : 2 * number) % COMPARISONS] = true
      value
    end

    def near(number, other, value)
      @counts[number] += 1
      found(number, value, other)
      value
    end

    def left(number, value)
      @sides[number] = value
      value
    end

    def right(number, value)
      found(number, @sides[number], value) if (@counts[number] += 1) < OFTEN
      value
    end

    # The numbers of the marks that a call came to too often.
    def often = @counts.filter_map { |number, count| number if count > OFTEN }

    # The branches that were taken and are not among those known; a difference goes with its bits.
    def list(known)
      fresh = @taken.keys.reject { |one| known[one] }
      fresh + fresh.filter_map { |one| @taken[one] if @taken[one] != true }
    end

    private

    def found(number, one, other)
      distance = distance(one, other) or return
      @taken[COMPARISONS + (number * BITS + [distance, BITS - 1].min) % MOST] ||= exact(number, one, other) || true
    end

    def exact(number, one, other)
      difference = difference(one, other)
      EXACT + number % PLACES * 2 * FAR + difference + FAR if difference && difference.abs < FAR
    end

    # Of numbers; of two lists, of the first items that differ; of a list and one of its kind, of the nearest.
    def difference(one, other)
      return one - other if one.is_a?(Integer) && other.is_a?(Integer)
      return unless one.is_a?(Array) && one.size <= LONGEST
      its = other.is_a?(Array) && one[0].is_a?(Array) == other[0].is_a?(Array) ? one.zip(other) : [nearest(one, other)]
      its = its.find { |a, b| a != b } and difference(*its)
    end

    def nearest(list, other)
      [list.min_by { |item| distance(item, other) || BITS }, other]
    end

    # The bits of the difference of numbers, or how many items of two lists or texts differ, or the least of
    # one and an item of a list; nil of others.
    def distance(one, other)
      return (one - other).abs.to_i.bit_length if one.is_a?(Numeric) && other.is_a?(Numeric)
      return distance(one.chars, other.chars) if one.is_a?(String) && other.is_a?(String) && one.size <= LONGEST
      return unless one.is_a?(Array) && one.size <= LONGEST
      is_list = other.is_a?(Array) && one[0].is_a?(Array) == other[0].is_a?(Array)
      return one.map { |item| distance(item, other) }.compact.min unless is_list
      return if other.size > LONGEST
      pairs = one.size > other.size ? one.zip(other) : other.zip(one)
      pairs.count { |a, b| a != b }
    end

    def written(text)
      made = +''.b
      text.b.each_char.with_index do |char, at|
        made << @after[at] << @before[at] << char
      end
      (made << @after[text.bytesize]).force_encoding('UTF-8')
    end

    def around(node, call, number, more = '')
      start, stop = [[node.first_lineno, node.first_column], [node.last_lineno, node.last_column]].map do |line, column|
        @lines[line - 1] + column
      end
      return if start >= stop || @often.include?(number)
      @before[start] << " JudgeMarks.#{call}(#{number},#{more}("
      @after[stop] << '))'
    end

    def visit(node)
      return unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)
      case node.type
      when :IF, :UNLESS, :WHILE, :UNTIL then condition(node.children[0])
      when :AND, :OR then condition(node.children[0])
      when :OPCALL, :CALL then called(*node.children)
      end
      node.children.each { |child| visit(child) }
    end

    # Of two conditions that are joined each tells of itself.
    def condition(node)
      return unless node.is_a?(RubyVM::AbstractSyntaxTree::Node) && !%i[AND OR FLIP2 FLIP3 MATCH TRUE].include?(node.type)
      around(node, 'taken', @count)
      @count += 1
    end

    def called(receiver, name, list)
      return unless list.is_a?(RubyVM::AbstractSyntaxTree::Node) && %i[LIST ARRAY].include?(list.type)
      given = list.children.compact
      return unless given.size == 1 && (EQUALITY + ORDER + %i[include?]).include?(name)
      compared(receiver, name, given[0])
    end

    def compared(one, name, other)
      number = constant(other)
      if number || constant(one)
        return if ORDER.include?(name) && (number || constant(one)).abs <= COMMON
        around(number ? one : other, 'near', @count, "#{number || constant(one)},")
      elsif !ORDER.include?(name) && ![one, other].any? { |its| %i[NIL SELF DOT2 DOT3 CONST].include?(its.type) }
        around(one, 'left', @count)
        around(other, 'right', @count)
      end
      @count += 1
    end

    # The value of an expression of whole numbers, else nil.
    def constant(node)
      return unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)
      return (node.children[0] if node.children[0].is_a?(Integer)) if %i[LIT INTEGER].include?(node.type)
      return unless node.type == :OPCALL && node.children[2].is_a?(RubyVM::AbstractSyntaxTree::Node)
      left, right = constant(node.children[0]), constant(node.children[2].children[0])
      return unless left && right && (0..64).cover?(right) | %i[+ - * |].include?(node.children[1])
      left.public_send(node.children[1], right) if %i[+ - * ** << | ^].include?(node.children[1])
    end
  end
end
