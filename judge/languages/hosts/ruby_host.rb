# Loads a posted Ruby function, calls it with a case's arguments, sends back its result.
#
#   ruby ruby_host.rb SOURCE [--curried] [--mutated] [--many function [--branches]]
#
# Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end. With
# --many the list has one for each of many calls, and a line goes back for each: see python_many.py. With
# --branches too the source has marks: see ruby_branches.rb.
require 'json'

PREFERRED = %i[solve main f].freeze

# While a source is loaded it may show its function at work: that is no part of an answer.
def unprinted
  kept = $stdout.dup
  $stdout.reopen(File::NULL, 'w')
  yield
ensure
  $stdout.flush
  $stdout.reopen(kept)
end

# The method that is asked for; else the value of the source if it can be called; else solve, main or
# f; else the last method, or a function in a variable, or a method of a class or module.
def posted_callable(path, wanted, source = File.read(path))
  before = Object.private_instance_methods(false)
  constants = Object.constants
  value = unprinted { eval(source, TOPLEVEL_BINDING, path) }
  return method(wanted) if wanted && respond_to?(wanted, true)
  return value if value.respond_to?(:call)
  names = Object.private_instance_methods(false) - before
  name = (PREFERRED & names).first || names.max_by { |n| method(n).source_location[1] }
  return method(name) if name
  variables = TOPLEVEL_BINDING.local_variables
  name = (PREFERRED & variables).first
  found = [*(name ? [name] : variables.reverse)].map { |n| TOPLEVEL_BINDING.local_variable_get(n) }
  found += (Object.constants - constants).reverse.map { |n| posted_method(Object.const_get(n)) }
  found.find { |one| one.respond_to?(:call) } || abort('no function found in the source')
end

# A method of a class or module, its own or that of a new instance; any other value as it is.
def posted_method(value)
  return value unless value.is_a?(Module)
  its = value.singleton_methods(false).any? || !value.is_a?(Class) ? value : value.new
  names = its.equal?(value) ? value.singleton_methods(false) : value.public_instance_methods(false)
  name = (PREFERRED & names).first || names.last
  name && its.method(name)
end

def posted_shown(value, depth = 0)
  case value
  when nil then 'None'
  when Proc, Method then 'function'
  when String then depth.zero? ? value : value.to_json
  when Hash then value.to_json
  when Enumerable then "[#{value.to_a.map { |item| posted_shown(item, depth + 1) }.join(', ')}]"
  else value.to_s
  end
end

# An object has its values under words and symbols, and as methods.
def posted_object(made)
  made.default_proc = lambda do |hash, key|
    other = key.is_a?(Symbol) ? key.to_s : key.respond_to?(:to_sym) ? key.to_sym : nil
    hash.key?(other) ? hash[other] : nil
  end
  made.each { |key, value| made.define_singleton_method(key) { value } unless made.respond_to?(key) }
end

# Whether a source takes such an object by symbols alone, as patterns and double splats do.
def posted_symbols?(source, object)
  return false unless object.keys.all?(/\A[a-z_]\w*\z/i) # others are numbers, as in `x ?1:0`
  keys = Regexp.union(object.keys)
  source.match?(/(?<![\w'":]):#{keys}\b|(?<![\w.@$])#{keys}:(?!:)/) && !source.match?(/(['"])#{keys}\1/)
end

def posted_objects(value, source)
  case value
  when Hash
    value.each_value { |item| posted_objects(item, source) }
    value.transform_keys!(&:to_sym) if posted_symbols?(source, value)
    posted_object(value)
  when Array then value.each { |item| posted_objects(item, source) }
  end
end

# Keyword arguments, where all come as one object.
def posted_call(posted, arguments)
  keys = posted.respond_to?(:parameters) && posted.parameters.any? { |kind, _| kind.to_s.start_with?('key') }
  return posted.call(*arguments) unless keys && arguments.size == 1 && arguments[0].is_a?(Hash)
  posted.call(**arguments[0].transform_keys(&:to_sym))
end

# Whether a function takes one argument more than there are: room for the result, or a callback.
def posted_room?(posted, count)
  posted.respond_to?(:parameters) && posted.parameters.count { |kind, _| kind == :req } == count + 1
end

# What a callback, a block or an argument, was called with: the only value of the only call, else all calls.
def posted_calls(calls)
  listed = calls.map { |given| given.size == 1 ? given[0] : given }
  calls.size == 1 ? listed[0] : listed
end

# The answer to one list of arguments, as text.
def posted_answer(path, flags, arguments, marked = nil)
  source = File.binread(path).force_encoding('UTF-8').scrub
  posted_objects(arguments, source)
  posted = posted_callable(path, flags.filter_map { |flag| flag[/\A--name=(.*)/, 1] }.first, *marked)
  # Only now: a source without a function would be found to have this one.
  calls = []
  callback = ->(*given) { calls << given; nil }
  result =
    if flags.include?('--curried')
      arguments.reduce(posted) { |function, argument| function.call(argument) }
    elsif flags.include?('--mutated')
      # It may yield its answer, or call an argument with it.
      room = [].tap { |one| one.define_singleton_method(:call) { |*given| callback.call(*given) } }
      room = posted_room?(posted, arguments.size) ? [room] : []
      posted.call(*arguments, *room, &callback)
    else
      posted_call(posted, arguments)
    end
  # An array does not say where its last items are missing: it may be as long as an argument.
  length_of = flags.filter_map { |flag| flag[/\A--length-of=(\d+)/, 1] }.first
  # Of an object that is the only argument, the lists in the order of their names.
  sole = arguments[0] if arguments.size == 1 && arguments[0].is_a?(Hash)
  lists = sole ? sole.sort_by { |key, _| key.to_s }.map(&:last).grep(Array) : arguments
  size = length_of && lists[length_of.to_i].is_a?(Array) ? lists[length_of.to_i].size : 0
  result += [nil] * (size - result.size) if result.is_a?(Array) && result.size < size
  changed = room&.first || arguments.find { |one| one.is_a?(Enumerable) } || arguments[0]
  yields = source.match?(/\byield\b/) || posted.respond_to?(:parameters) && posted.parameters.any? { |kind, _| kind == :block }
  result = yields || calls.any? ? posted_calls(calls) : changed if flags.include?('--mutated')
  text = posted_shown(result)
  $stdout.flush
  text
end

# The line for one task among many, each in a fork of this process, which has started Ruby and no more:
# [CPU time in microseconds, result, what it printed, error] and, of a source with marks, the branches that
# are not among those known. Nothing where the fork has crashed.
def posted_line(path, flags, arguments, reply, marked = nil, known = {}, often = [])
  shown, said = IO.pipe, IO.pipe
  child = fork do
    reply.close
    [shown, said].each { |pipe| pipe[0].close }
    $stdout.reopen(shown[1])
    shown[1].close
    begin
      answer = [posted_answer(path, flags, arguments, marked), nil]
    rescue Exception => fault # SystemExit, too
      answer = [nil, "#{fault.class}: #{fault.message}"]
    end
    $stdout.flush
    $stdout.reopen(File::NULL, 'w')
    used = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :microsecond)
    said[1].write([used, *answer, *([JudgeMarks.list(known), JudgeMarks.often] if marked)].to_json)
    said[1].close
    exit!(true)
  end
  [shown, said].each { |pipe| pipe[1].close }
  printed = Thread.new { shown[0].read } # either may be longer than a pipe holds
  answer = said[0].read
  printed = printed.value
  Process.wait(child)
  [shown, said].each { |pipe| pipe[0].close }
  return unless $?.success? && !answer.empty?
  used, result, error, taken, more = JSON.parse(answer)
  taken&.each { |branch| known[branch] = true }
  often.concat(more) if more
  [used, result, printed.force_encoding('UTF-8').scrub, error, *([taken] if taken)].to_json + "\n"
end

reply = IO.for_fd(3, 'w')
reply.close_on_exec = true
path, *flags = ARGV.slice!(0..)
arguments = JSON.parse($stdin.read)
if flags.include?('--many')
  reply.sync = true
  require_relative 'ruby_branches' if flags.include?('--branches')
  known, often, marked, count = {}, [], nil, nil
  arguments.each do |task|
    if flags.include?('--branches') && often.size != count
      marked = JudgeMarks.marked(File.read(path), often)
      count = often.size
    end
    reply.write(posted_line(path, flags, task, reply, marked, known, often) || exit!(false))
  end
else
  reply.write(posted_answer(path, flags, arguments), "\n")
end
reply.close
