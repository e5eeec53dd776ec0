# Loads a posted Ruby function, calls it with a case's arguments, sends back its result.
#
#   ruby ruby_host.rb SOURCE [--curried] [--mutated]
#
# Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
require 'json'

# The method that is asked for; else the value of the source if it can be called; else solve, main or f; else the last method.
def posted_callable(path, wanted)
  before = Object.private_instance_methods(false)
  value = eval(File.read(path), TOPLEVEL_BINDING, path)
  return method(wanted) if wanted && respond_to?(wanted, true)
  return value if value.respond_to?(:call)
  names = Object.private_instance_methods(false) - before
  name = (%i[solve main f] & names).first || names.max_by { |n| method(n).source_location[1] }
  name ? method(name) : abort('no function found in the source')
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

reply = IO.for_fd(3, 'w')
reply.close_on_exec = true
path, *flags = ARGV.slice!(0..)
arguments = JSON.parse($stdin.read)
posted = posted_callable(path, flags.filter_map { |flag| flag[/\A--name=(.*)/, 1] }.first)
result =
  if flags.include?('--curried')
    arguments.reduce(posted) { |function, argument| function.call(argument) }
  else
    posted.call(*arguments)
  end
result = arguments[0] if flags.include?('--mutated')
text = posted_shown(result)
$stdout.flush
reply.write(text, "\n")
reply.close
