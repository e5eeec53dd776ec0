require "json"

@declaration@

# The host of a posted Crystal function: the posted source stands above it, and both are compiled as one.
#
#   crystal_host [--mutated]
#
# Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
# Arguments get the types that the function declares; a parameter without one gets those of @arguments@.
module JudgeHost
  # Integers that are too long for the reader of JSON are texts.
  ARGUMENTS = JSON.parse(STDIN.gets_to_end.gsub(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]{18,}/) { |token|
    token =~ /\A-?\d+\z/ && !token.to_i64? ? token.inspect : token
  }).as_a

  def self.read(json : JSON::Any, kind : Array(T).class) : Array(T) forall T
    items = json.as_s?.try &.chars.map { |item| JSON::Any.new(item.to_s) }
    (items || json.as_a).map { |item| read(item, T) }
  end

  def self.read(json : JSON::Any, kind : Set(T).class) : Set(T) forall T
    json.as_a.map { |item| read(item, T) }.to_set
  end

  def self.read(json : JSON::Any, kind : Tuple(*T).class) forall T
    {% begin %}
      { {% for type, at in T %} read(json[{{at}}], {{type}}), {% end %} }
    {% end %}
  end

  def self.read(json : JSON::Any, kind : Hash(String, T).class) : Hash(String, T) forall T
    json.as_h.transform_values { |item| read(item, T) }
  end

  # A structure is made of a list, field by field, or of an object by its keys.
  def self.read(json : JSON::Any, kind : T.class) : T forall T
    {% if T <= Int %} json.raw.is_a?(String) ? T.new(json.as_s) : T.new(json.as_i64)
    {% elsif T <= Float %} T.new(json.raw.as(Int64 | Float64))
    {% elsif T <= String %} json.as_s
    {% elsif T <= Char %} json.as_s[0]
    {% elsif T <= Bool %} json.as_bool
    {% elsif T <= JSON::Any %} json
    {% elsif T <= NamedTuple %} T.from_json(json.to_json)
    {% elsif T.union? %} json.raw.nil? ? nil : read(json, {{T.union_types.find { |type| type != Nil }}})
    {% else %}
      T.new({% for field, at in T.instance_vars %} read(json.as_h? ? json[{{field.name.stringify}}] : json[{{at}}], {{field.type}}), {% end %})
    {% end %}
  end

  # What a callback or a block was called with.
  TAKEN = [] of String

  def self.take(items : Tuple) : Nil
    TAKEN << (items.size == 1 ? show(items[0]) : list(items))
  end

  # A callback behind the arguments; a list there is empty.
  def self.room(kind : Proc(*T, R).class) forall T, R
    {% begin %}
      Proc(*T, R).new { |{% for type, at in T %} item{{at}}, {% end %}| take({ {% for type, at in T %} item{{at}}, {% end %} }); {% if R == Nil %} nil {% else %} raise "a callback that returns a value" {% end %} }
    {% end %}
  end

  def self.room(kind : T.class) : T forall T
    T.new
  end

  def self.taken(room : Proc) : String
    TAKEN.size == 1 ? TAKEN[0] : "[" + TAKEN.join(", ") + "]"
  end

  def self.taken(room) : String
    show(room, false)
  end

  def self.call(posted : Proc(*T, R), from = 0) : String forall T, R
    {% begin %}
      {% for type, at in T %}
        argument{{at}} = {% if type <= Proc %} room({{type}}) {% else %} read(ARGUMENTS[from + {{at}}], {{type}}) {% end %}
      {% end %}
      result = posted.call({% for type, at in T %} argument{{at}}, {% end %})
      {% if R <= Proc %} return call(result, from + {{T.size}}) {% end %}
      {% if T.size > 0 && T[T.size - 1] <= Proc %} return taken(argument{{T.size - 1}}) {% end %}
      reply(result {% if T.size > 0 %}, argument0 {% end %})
    {% end %}
  end

  def self.reply(result, first = nil) : String
    show(ARGV.last? == "--mutated" ? first : result, false)
  end

  def self.show(value, inside = true) : String
    case value
    when String     then inside ? value.inspect : value
    when Char       then inside && !value.letter? ? value.to_s.inspect : value.to_s
    when Nil        then "null"
    when Time       then value.to_s
    when JSON::Any  then value.to_json
    when Hash       then "{" + value.map { |key, its| "#{show(key)}: #{show(its)}" }.join(", ") + "}"
    when NamedTuple then list(value.values)
    when Iterator   then list(value.to_a)
    when Enumerable then list(value)
    else                 fields(value)
    end
  end

  def self.list(values) : String
    "[" + values.map { |value| show(value) }.join(", ") + "]"
  end

  # A structure as the list of its fields.
  def self.fields(value : T) : String forall T
    {% if T.instance_vars.empty? || T <= Number || T <= Char %} value.to_s
    {% else %} list({ {% for field in T.instance_vars %} value.@{{field}}, {% end %} })
    {% end %}
  end
end

# Calls a method of the source, or what a variable of that name holds.
macro judge_named(name, *given)
  {% found = @top_level.methods.select { |method| method.name == name.stringify } %}
  {% method = found.find { |method| method.args.size == given.size } || found.last %}
  {% if method %}
    {% for argument, at in method.args %}{% if at < given.size %}
      {% declared = argument.restriction %}
      {% is_open = declared.is_a?(Nop) || !method.free_vars.empty? || declared.stringify =~ /\b(Int|Float|Number|Indexable|Enumerable|Iterable|Object|Value|Reference)\b/ %}
      judge_argument{{at}} = JudgeHost.read(JudgeHost::ARGUMENTS[{{at}}], {{is_open ? given[at] : declared}})
    {% end %}{% end %}
    {% if method.args.size == given.size + 1 && method.args.last.default_value.is_a?(Nop) %}
      judge_room = JudgeHost.room({{method.args.last.restriction.is_a?(Nop) ? "Proc(Int32, Nil)".id : method.args.last.restriction}})
      {{name}}({% for argument, at in method.args %}{% if at < given.size %}judge_argument{{at}}, {% end %}{% end %} judge_room)
      JudgeHost.taken(judge_room)
    {% elsif method.accepts_block? %}
      {{name}}({% for argument, at in method.args %}{% if at < given.size %}judge_argument{{at}}, {% end %}{% end %}) { |*items| JudgeHost.take(items) }
      JudgeHost.taken(->{})
    {% else %}
    JudgeHost.reply({{name}}({% for argument, at in method.args %}{% if at < given.size %}judge_argument{{at}}, {% end %}{% end %}) {% if method.args.size > 0 %}, judge_argument0 {% end %})
    {% end %}
  {% else %}
    JudgeHost.call({{name}})
  {% end %}
end

judge_posted = @expression@
judge_text = JudgeHost.call(judge_posted)

STDOUT.flush
File.write("/dev/fd/3", judge_text + "\n")
