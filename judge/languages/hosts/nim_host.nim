@declaration@

# The host of a posted Nim function: the posted source stands above it, and both are compiled as one.
#
#   nim_host [--mutated]
#
# Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
# Arguments get the types that the function declares; a parameter of any type gets those of @arguments@.
# What it takes besides is for the answer: a function to call, or a variable to fill.
from std/json import nil
from std/macros import nil
from std/os import nil
from std/strutils import nil

type HostGiven = (@arguments@,)

proc hostRead[T](node: json.JsonNode, made: var T) =
  when T is json.JsonNode: made = node
  elif T is bool: made = node.bval
  elif T is string: made = node.str
  elif T is char: made = node.str[0]
  elif T is SomeInteger: made = T(node.num)
  elif T is SomeFloat: made = if node.kind == json.JFloat: T(node.fnum) else: T(node.num)
  elif T is array:
    var at = 0
    for item in made.mitems:
      hostRead(node.elems[at], item)
      inc at
  elif T is seq[char]:
    if node.kind == json.JString:
      for item in node.str: made.add item
    else:
      for item in node.elems: made.add item.str[0]
  elif T is seq:
    for item in node.elems:
      made.setLen(made.len + 1)
      hostRead(item, made[^1])
  elif T is ref:
    new made
    hostRead(node, made[])
  elif T is (tuple or object): # an object by its keys, a list field by field
    var at = 0
    var named = false
    var values: seq[json.JsonNode]
    if node.kind == json.JObject:
      for name, field in made.fieldPairs: named = named or json.hasKey(node, name)
      for key, value in json.pairs(node): values.add value
    else: values = node.elems
    for name, field in made.fieldPairs:
      if not named: hostRead(values[at], field)
      elif json.hasKey(node, name): hostRead(json.`[]`(node, name), field)
      inc at
  elif compiles(made.incl hostItem(made)): # a set
    for item in node.elems:
      var one: typeof(hostItem(made))
      hostRead(item, one)
      made.incl one

proc hostJoined(items: seq[string]): string = "[" & strutils.join(items, ", ") & "]"

proc hostShown[T](value: T, inside: bool): string =
  when T is string: (if inside: json.escapeJson(value) else: value)
  elif T is char: (if inside and value notin {'A'..'Z', 'a'..'z'}: json.escapeJson($value) else: $value)
  elif T is (SomeNumber or bool or enum or cstring): $value
  elif T is json.JsonNode: json.`$`(value)
  elif T is ref: hostShown(value[], inside)
  elif compiles(value.isSome):
    if value.isSome: hostShown(value.get, inside) else: "null"
  elif strutils.contains($T, "Table["):
    var items: seq[string]
    for key, its in value.pairs: items.add hostShown(key, true) & ": " & hostShown(its, true)
    "{" & strutils.join(items, ", ") & "}"
  elif compiles(for item in value.items: discard):
    var items: seq[string]
    for item in value.items: items.add hostShown(item, true)
    hostJoined(items)
  elif T is (tuple or object):
    var items: seq[string]
    for field in value.fields: items.add hostShown(field, true)
    hostJoined(items)
  else: $value

var hostCalls: seq[string] ## of a function that takes the answer; the values of a call are one item

proc hostCalled(values: varargs[string]) =
  hostCalls.add(if values.len == 1: values[0] else: hostJoined(@values))

proc hostAllCalls(): string =
  if hostCalls.len == 1: hostCalls[0] else: hostJoined(hostCalls)

proc hostHas(node: NimNode, names: seq[string]): bool {.compileTime.} =
  if macros.kind(node) in {macros.nnkIdent, macros.nnkSym} and macros.strVal(node) in names: return true
  for at in 0 ..< macros.len(node):
    if hostHas(macros.`[]`(node, at), names): return true

proc hostHasReturn(node: NimNode): bool {.compileTime.} =
  if macros.kind(node) == macros.nnkReturnStmt: return true
  for at in 0 ..< macros.len(node):
    if hostHasReturn(macros.`[]`(node, at)): return true

proc hostNames(node: NimNode): seq[string] {.compileTime.} =
  if macros.kind(node) in {macros.nnkIdent, macros.nnkSym}: result.add macros.strVal(node)
  for at in 0 ..< macros.len(node): result.add hostNames(macros.`[]`(node, at))

proc hostTypes(function: NimNode, given: seq[string]): seq[string] {.compileTime.} =
  ## The types of the parameters, as variables that are passed have them; of one that takes any, as given.
  let is_variable = macros.symKind(function) in {macros.nskVar, macros.nskLet, macros.nskConst}
  let whole = if is_variable: macros.getTypeImpl(function) else: macros.getImpl(function)
  var open = @["auto", "any", "untyped", "typed", "SomeInteger", "SomeNumber", "SomeFloat"]
  var parameters: NimNode
  if macros.kind(whole) == macros.nnkProcTy: parameters = macros.`[]`(whole, 0)
  else:
    parameters = macros.`[]`(whole, 3)
    open.add hostNames(macros.`[]`(whole, 2))
    open.add hostNames(macros.`[]`(whole, 5))
  for place in 1 ..< macros.len(parameters):
    let group = macros.`[]`(parameters, place)
    var kind = macros.`[]`(group, macros.len(group) - 2)
    if macros.kind(kind) == macros.nnkVarTy: kind = macros.`[]`(kind, 0)
    for name in 0 ..< macros.len(group) - 2:
      let at = result.len
      let is_open = macros.kind(kind) == macros.nnkEmpty or hostHas(kind, open)
      if is_open: result.add(if at < given.len: given[at] else: "int")
      else: result.add strutils.multiReplace(system.repr(kind), ("openArray[", "seq["), ("varargs[", "seq["))

proc hostNeeded(function: NimNode): int {.compileTime.} =
  ## How many parameters have no default.
  if macros.symKind(function) in {macros.nskVar, macros.nskLet, macros.nskConst}: return 0
  let parameters = macros.`[]`(macros.getImpl(function), 3)
  for place in 1 ..< macros.len(parameters):
    let group = macros.`[]`(parameters, place)
    if macros.kind(macros.`[]`(group, macros.len(group) - 1)) == macros.nnkEmpty: result += macros.len(group) - 2

proc hostTaker(kind: string): string {.compileTime.} =
  ## A function of such a type that records what it is called with.
  let parts = strutils.split(kind, {'(', ')'})
  var shown: seq[string]
  for one in strutils.split(parts[1], {',', ';'}):
    shown.add "hostShown(" & strutils.strip(strutils.split(one, ':')[0]) & ", true)"
  strutils.split(kind, "{.")[0] & " = hostCalled(" & strutils.join(shown, ", ") & ")"

proc hostHasSymbol(node, symbol: NimNode): bool {.compileTime.} =
  if macros.kind(node) == macros.nnkSym: return macros.`==`(node, symbol)
  for at in 0 ..< macros.len(node):
    if hostHasSymbol(macros.`[]`(node, at), symbol): return true

proc hostSetsResult(routine: NimNode): bool {.compileTime.} =
  ## Whether the body mentions the result: what templates have left in it may have variables of that name.
  let body = macros.`[]`(routine, 6)
  if macros.len(routine) > 7 and macros.kind(macros.`[]`(routine, 7)) == macros.nnkSym:
    return hostHasSymbol(body, macros.`[]`(routine, 7))
  hostHas(body, @["result"])

proc hostOnlyPrints(function: NimNode): bool {.compileTime.} =
  ## Whether a function declares a result, yet neither sets one nor ends in a value: it answers by what it prints.
  var whole = macros.getImpl(function)
  if macros.symKind(function) in {macros.nskVar, macros.nskLet}: whole = macros.`[]`(whole, macros.len(whole) - 1)
  const routines = {macros.nnkProcDef, macros.nnkFuncDef, macros.nnkLambda}
  if macros.kind(whole) notin routines or hostSetsResult(whole): return false
  let is_open = macros.kind(macros.`[]`(whole, 2)) != macros.nnkEmpty or macros.kind(macros.`[]`(whole, 5)) != macros.nnkEmpty
  if not is_open: return true
  # Of a generic function the last value is not yet assigned to the result.
  var last = macros.`[]`(whole, 6)
  if hostHasReturn(last): return false
  while macros.kind(last) == macros.nnkStmtList and macros.len(last) > 0: last = macros.`[]`(last, macros.len(last) - 1)
  macros.kind(last) in {macros.nnkForStmt, macros.nnkWhileStmt}

macro hostMain(function: typed, mutated: untyped): untyped =
  ## Variables for the parameters, filled from ``hostJson``, and what their call gives, as text in ``hostText``.
  let given = strutils.split("@arguments@", ", ")
  var chosen = function
  if macros.kind(function) in {macros.nnkOpenSymChoice, macros.nnkClosedSymChoice}:
    chosen = macros.`[]`(function, 0)
    for at in 0 ..< macros.len(function):
      let one = macros.`[]`(function, at)
      if hostTypes(one, given).len == given.len: chosen = one
  let types = hostTypes(chosen, given)
  let called = macros.strVal(chosen)
  let reply = if hostOnlyPrints(chosen): "hostPrinted(" else: "hostReply("
  var code = ""
  proc variables(types: seq[string], first: int): string =
    for at, kind in types:
      let name = "hostArgument" & $(first + at)
      code.add "var " & name & ": " & kind & "\nhostRead(hostJson[" & $(first + at) & "], " & name & ")\n"
      result.add (if at > 0: ", " else: "") & name
  if types.len == 1 and given.len > 1 and macros.symKind(chosen) != macros.nskIterator: # one tuple, or curried
    code = "type HostFirst = " & types[0] & "\nvar hostArgument0: HostFirst\n"
    code.add "when HostFirst is (tuple or object):\n  hostRead(hostWhole, hostArgument0)\n"
    code.add "  hostText = hostReply(" & called & "(hostArgument0))\n"
    code.add "else:\n  hostRead(hostJson[0], hostArgument0)\n"
    var call = called & "(hostArgument0)"
    for at in 1 ..< given.len:
      code.add "  var hostArgument" & $at & ": " & given[at] & "\n  hostRead(hostJson[" & $at & "], hostArgument" & $at & ")\n"
      call.add "(hostArgument" & $at & ")"
    code.add "  hostText = hostReply(" & call & ")\n"
  else:
    var passed = variables(types[0 ..< min(types.len, given.len)], 0)
    var rooms: seq[string]
    for at in given.len ..< min(types.len, hostNeeded(chosen)):
      let name = "hostArgument" & $at
      let is_called = strutils.startsWith(types[at], "proc")
      code.add "var " & name & ": " & types[at] & (if is_called: " = " & hostTaker(types[at]) else: "") & "\n"
      passed.add ", " & name
      rooms.add(if is_called: "hostAllCalls()" else: "hostShown(" & name & ", " & $(types.len > given.len + 1) & ")")
    if macros.symKind(chosen) == macros.nskIterator:
      code.add "var hostItems: seq[string]\nfor one in " & called & "(" & passed & "): hostItems.add hostShown(one, true)\n"
      code.add "hostText = hostJoined(hostItems)\n"
    else: code.add "hostText = " & reply & called & "(" & passed & "))\n"
    if rooms.len == 1: code.add "hostText = " & rooms[0] & "\n"
    elif rooms.len > 1: code.add "hostText = hostJoined(@[" & strutils.join(rooms, ", ") & "])\n"
  if types.len > 0: code.add "if " & system.repr(mutated) & ": hostText = hostShown(hostArgument0, false)\n"
  macros.parseStmt(code)

template hostReply(call: untyped): string =
  when typeof(call) is void:
    call
    "void"
  else: hostShown(call, false)

template hostPrinted(call: untyped): string =
  when typeof(call) is void: call
  else: discard call
  "void"

let hostWhole = json.parseJson(readAll(stdin))
let hostJson = hostWhole.elems
var hostText: string
let hostMutated = os.commandLineParams().len > 0 and os.commandLineParams()[^1] == "--mutated"
let hostLambda = @expression@

hostMain(hostLambda, hostMutated)
flushFile(stdout)
writeFile("/dev/fd/3", hostText & "\n")
