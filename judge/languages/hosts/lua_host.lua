-- Loads a posted Lua function, calls it with a case's arguments, sends back its result.
--
--   lua lua_host.lua SOURCE [--curried] [--mutated] [--keys]
--
-- Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
-- Lists arrive as tables from 1; several results are a list; without any it prints.
local reply = assert(io.open("/dev/fd/3", "w"))
local path, flags = arg[1], {}
local wanted, length_of
for i = 2, #arg do
  flags[arg[i]] = true
  wanted = wanted or arg[i]:match("^%-%-name=(.*)")
  length_of = length_of or tonumber(arg[i]:match("^%-%-length%-of=(%d+)"))
end
local escapes = {b = "\b", f = "\f", n = "\n", r = "\r", t = "\t"}

-- The JSON value at a place of the text, and the place behind it.
local function parse(text, at)
  at = text:find("%S", at)
  local first = text:sub(at, at)
  if first == "[" or first == "{" then
    local made, key = {}, nil
    at = text:find("%S", at + 1)
    while not text:find("^[%]}]", at) do
      if first == "{" then
        key, at = parse(text, at)
        at = text:find(":", at, true) + 1
      end
      local value
      value, at = parse(text, at)
      made[key or #made + 1] = value
      at = text:find("[^%s,]", at)
    end
    return made, at + 1
  elseif first == '"' then
    local stop = at + 1
    while text:sub(stop, stop) ~= '"' do
      stop = stop + (text:sub(stop, stop) == "\\" and 2 or 1)
    end
    local inner = text:sub(at + 1, stop - 1)
    inner = inner:gsub("\\\\", "\\u005c"):gsub("\\([^u])", function(c) return escapes[c] or c end)
    inner = inner:gsub("\\u(d[89ab]%x%x)\\u(d[c-f]%x%x)", function(high, low) -- one character
      return utf8.char(0x10000 + ((tonumber(high, 16) & 0x3ff) << 10 | (tonumber(low, 16) & 0x3ff)))
    end)
    return inner:gsub("\\u(%x%x%x%x)", function(hex) return utf8.char(tonumber(hex, 16)) end), stop + 1
  end
  local word, stop = text:match("^([%w.+-]+)()", at)
  local known = {["true"] = true, ["false"] = false}
  if known[word] ~= nil then return known[word], stop end
  return tonumber(word), stop
end

local function is_list(value)
  for key in pairs(value) do
    if math.type(key) ~= "integer" or key < 1 or key > #value then return false end
  end
  return true
end

-- Whether a table is shown with its keys, whatever these are, where the answer is a map: the outermost
-- one, unless there are maps in it.
local function is_map(value, depth)
  if depth > 0 or not flags["--keys"] then return false end
  for _, item in pairs(value) do
    if type(item) == "table" and not is_list(item) then return false end
  end
  return true
end

local function shown(value, depth, count)
  if value == nil then return "None" end
  if type(value) == "function" then return "function" end
  if type(value) == "string" then return depth > 0 and ("%q"):format(value) or value end
  if type(value) ~= "table" then return tostring(value) end
  local parts, others = {}, {}
  if not count and is_map(value, depth) then
    for key, item in pairs(value) do parts[#parts + 1] = shown(key, 1) .. ": " .. shown(item, 1) end
    return "{" .. table.concat(parts, ", ") .. "}"
  end
  for key, item in pairs(value) do
    if not (count or math.type(key) == "integer" and key > 0 and key <= #value) then
      others[#others + 1] = shown(key, 1) .. ": " .. shown(item, depth + 1)
    end
  end
  for i = 1, count or #value do parts[i] = shown(value[i], depth + 1) end
  if #others == 0 then return "[" .. table.concat(parts, ", ") .. "]" end
  for i, part in ipairs(parts) do table.insert(others, i, i .. ": " .. part) end
  return "{" .. table.concat(others, ", ") .. "}"
end

local function list_of(value, count)
  for key in pairs(value) do
    if math.type(key) ~= "integer" or key < 1 or key > count then return nil end
  end
  return shown(value, 0, count)
end

-- A function in a table, such as a module or a class, bound to it where it is a method: solve, main
-- or f, else the last one that the source declares. Any other value as it is.
local function member(value, source)
  if type(value) ~= "table" then return value end
  local last
  for colon, name in source:gmatch("([.:])([%w_]+)%s*%(") do
    local found = value[name]
    if type(found) == "function" then
      last = colon == ":" and function(...) return found(value, ...) end or found
      if name == "solve" or name == "main" or name == "f" then return last end
    end
  end
  for _, found in pairs(value) do
    if type(found) == "function" then last = last or found end
  end
  return last
end

-- While a source is loaded it may show its function at work: that is no part of an answer.
local called = false
for name, holder in pairs({print = _G, write = io}) do
  local real = holder[name]
  holder[name] = function(...)
    if called then return real(...) end
  end
end

-- Whether a source has a way to print: a function without a value answers by that, else it returns nil.
local function prints()
  local file = assert(io.open(path, "rb"))
  local source = file:read("a")
  file:close()
  return source:find("%f[%w_]print%f[^%w_]") or source:find("%f[%w_]io%f[^%w_]") or source:find("%f[%w_]os%f[^%w_]")
end

-- Whether the second value of a text and a number is what gsub, the last call of a function, counts
-- on the side.
local function counts(results)
  if results.n ~= 2 or type(results[1]) ~= "string" or math.type(results[2]) ~= "integer" then return false end
  local file = assert(io.open(path, "rb"))
  local source = file:read("a")
  file:close()
  return source:find("gsub%s*%b()[%s;]*end") or source:find("gsub%s*%b()[%s;]*$")
end

-- The value of the source; else solve, main or f; else the last function that it declares.
local function callable()
  local file = assert(io.open(path, "rb"))
  local source = file:read("a"):gsub("^#[^\n]*", "")
  local chunk, reason = load("return " .. source, "=" .. path)
  if chunk then return chunk() end
  if source:find("^%s*function%s*%(") then error(reason, 0) end
  local names = {}
  for place, name in source:gmatch("()function%s+([%w_]+)%s*%(") do names[place] = name end
  for place, name in source:gmatch("()([%w_]+)%s*=%s*function") do names[place] = name end
  for place, name in source:gmatch("()([%w_]+)%s*=%s*load") do names[place] = name end
  for place, name in source:gmatch("()function%s+([%w_]+)[.:][%w_]+%s*%(") do names[place] = name end
  local last, list = nil, {}
  for place, name in pairs(names) do
    list[name] = true
    if not last or place > last then last = place end
  end
  local name = list[wanted] and wanted or list.solve and "solve" or list.main and "main" or list.f and "f" or names[last]
  -- In the source's own scope, where a local function can still be seen.
  chunk = name and load(source .. "\nreturn " .. name, "=" .. path)
  local value = member((chunk or assert(load(source, "=" .. path)))(), source)
  return type(value) == "function" and value or error("no function found in the source", 0)
end

-- The arguments, or the lists in an object that is the only one, in the order of their names.
local function lists_of(values)
  local sole = values[1]
  if #values ~= 1 or type(sole) ~= "table" or #sole > 0 then return values end
  local names, lists = {}, {}
  for name, value in pairs(sole) do
    if type(value) == "table" then names[#names + 1] = name end
  end
  table.sort(names, function(one, other) return tostring(one) < tostring(other) end)
  for index, name in ipairs(names) do lists[index] = sole[name] end
  return lists
end

-- What an iterator gives, until it gives nil: it is called without arguments, with nil after its
-- end. Several values at a time are an item; one that never ends is none.
local MOST_ITEMS = 65536
local function each(iterator)
  local items = {}
  while #items < MOST_ITEMS do
    if type(iterator) == "thread" and coroutine.status(iterator) == "dead" then break end
    local given = type(iterator) == "thread" and table.pack(select(2, assert(coroutine.resume(iterator))))
      or table.pack(iterator())
    if given[1] == nil then break end
    items[#items + 1] = given.n == 1 and given[1] or {table.unpack(given, 1, given.n)}
  end
  return items
end

-- Whether a function takes nothing, as an iterator: what is curried takes one argument.
local function is_iterator(value)
  if type(value) == "thread" then return true end
  if type(value) ~= "function" then return false end
  local about = debug.getinfo(value, "uS")
  return about.nparams == 0 and (about.what == "C" or not about.isvararg)
end

local arguments = parse(io.read("a"), 1)
local posted, results = callable(), nil
local room, calls = nil, {}
called = true
if flags["--curried"] then
  for _, argument in ipairs(arguments) do posted = posted(argument) end
  results = table.pack(posted)
else
  -- One parameter more than there are arguments: room for the result, or a callback.
  if flags["--mutated"] and debug.getinfo(posted, "u").nparams == #arguments + 1 then
    room = setmetatable({}, {__call = function(_, ...)
      calls[#calls + 1] = select("#", ...) == 1 and ... or {...}
    end})
  end
  local given = {table.unpack(arguments)}
  given[#given + 1] = room
  results = table.pack(posted(table.unpack(given)))
end
if results.n == 1 and is_iterator(results[1]) then
  results[1] = each(results[1])
end
if counts(results) then results = table.pack(results[1]) end
local text = "void"
if flags["--mutated"] and room then
  -- What it was called with: the only value of the only call, else all calls; else what was put there.
  text = shown(#calls == 1 and calls[1] or #calls > 1 and calls or room, 0)
elseif flags["--mutated"] then
  local changed = arguments[1]
  for index = #arguments, 1, -1 do
    if type(arguments[index]) == "table" then changed = arguments[index] end
  end
  text = shown(changed, 0)
elseif results.n == 1 then
  -- A table does not say where its last items are nil: it may be as long as an argument.
  local as_long = length_of and type(results[1]) == "table" and lists_of(arguments)[length_of + 1]
  as_long = type(as_long) == "table" and #as_long
  text = as_long and list_of(results[1], as_long) or shown(results[1], 0)
elseif results.n > 1 then
  text = shown(results, 0, results.n)
elseif not prints() then
  text = shown(nil, 0)
end
io.stdout:flush()
assert(reply:write(text, "\n"))
assert(reply:close())
