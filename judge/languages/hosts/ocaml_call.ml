(* Writes the call of a posted OCaml function.

     ocaml ocaml_call.ml TYPES ARGUMENTS

   TYPES is a file that ends with `val judge_posted : TYPE`, as the compiler prints it; ARGUMENTS are
   the types of the examples, such as `int list, int`, which decide where the function takes any type. *)
type shape =
  | Named of string * shape list (* a constructor with its parameters *)
  | Tuple of shape list
  | Any of string
  | Arrow of string * shape * shape (* with the label of its parameter *)

let words text =
  let found = ref [] and at = ref 0 and long = String.length text in
  let inside c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || String.contains "_'.?" c in
  while !at < long do
    let c = text.[!at] in
    if c = '-' then (found := "->" :: !found; at := !at + 2)
    else if inside c then begin
      let from = !at in
      while !at < long && inside text.[!at] do incr at done;
      found := String.sub text from (!at - from) :: !found
    end else begin
      if String.contains "()*,:" c then found := String.make 1 c :: !found;
      incr at
    end
  done;
  List.rev !found

(* A type by its usual name: `String.t` is `string`. *)
let plain word = match String.split_on_char '.' word with
  | [ ("String" | "Bytes" | "Int" | "Float" | "Bool" | "Char") as name; "t" ]
  | [ "Stdlib"; ("String" | "Bytes" | "Int" | "Float" | "Bool" | "Char") as name; "t" ] -> String.lowercase_ascii name
  | _ -> word

(* Types of a set or a map that the source makes, such as `S.elt`; sets and maps by their types, such
   as `S.t`, each with its module and the type of its items or keys. *)
let aliases : (string, shape) Hashtbl.t = Hashtbl.create 4
let sets : (string, string * shape) Hashtbl.t = Hashtbl.create 4
let maps : (string, string * shape) Hashtbl.t = Hashtbl.create 4

(* Recursive descent; each returns what is left. *)
let rec arrow = function
  | label :: ":" :: rest -> (match product rest with
      | parameter, "->" :: rest -> let result, rest = arrow rest in (Arrow (label, parameter, result), rest)
      | _ -> failwith "a label without a parameter")
  | text -> (match product text with
      | parameter, "->" :: rest -> let result, rest = arrow rest in (Arrow ("", parameter, result), rest)
      | whole -> whole)

and product text =
  let first, rest = applied text in
  let rec more made = function
    | "*" :: rest -> let item, rest = applied rest in more (item :: made) rest
    | rest -> (List.rev made, rest) in
  match more [ first ] rest with
  | [ one ], rest -> (one, rest)
  | items, rest -> (Tuple items, rest)

and applied text =
  let simple, rest = match text with
    | "(" :: rest -> parameters [] rest
    | word :: rest when word.[0] = '\'' -> ([ Any word ], rest)
    | word :: rest when Hashtbl.mem aliases word -> ([ Hashtbl.find aliases word ], rest)
    | word :: rest -> ([ Named (plain word, []) ], rest)
    | [] -> failwith "a type is missing" in
  let rec constructors made = function
    | word :: rest when String.length word > 0 && ((word.[0] >= 'a' && word.[0] <= 'z') || (word.[0] >= 'A' && word.[0] <= 'Z')) ->
      constructors [ Named (word, made) ] rest
    | rest -> (made, rest) in
  match constructors simple rest with
  | [ one ], rest -> (one, rest)
  | _ -> failwith "a type that is not understood"

and parameters made text =
  match arrow text with
  | one, "," :: rest -> parameters (one :: made) rest
  | one, ")" :: rest -> (List.rev (one :: made), rest)
  | _ -> failwith "a bracket is missing"

(* `module S : sig type elt = Int.t …`, as the compiler prints it. *)
let declare_modules text =
  let its = ref "" in
  List.iter (fun line -> match List.filter (( <> ) "") (String.split_on_char ' ' line) with
    | "module" :: name :: ":" :: _ -> its := name
    | "type" :: (("elt" | "key") as kind) :: "=" :: definition ->
      (try
        let item = fst (arrow (words (String.concat " " definition))) in
        Hashtbl.replace aliases (!its ^ "." ^ kind) item;
        Hashtbl.replace (if kind = "elt" then sets else maps) (!its ^ ".t") (!its, item)
      with Failure _ -> ())
    | _ -> ()) (String.split_on_char '\n' text)

let bound : (string, shape) Hashtbl.t = Hashtbl.create 4

(* A type that is open is that of the example. *)
let rec bind shape example =
  match shape, example with
  | Any name, _ -> if not (Hashtbl.mem bound name) then Hashtbl.add bound name example
  | Named (_, [ item ]), Named ("list", [ its ]) -> bind item its
  | Named (_, [ item ]), Named ("string", []) -> bind item (Named ("char", []))
  | Tuple items, Named ("list", [ its ]) -> List.iter (fun item -> bind item its) items
  | (Tuple items | Named (_, items)), Named ("json", []) -> List.iter (fun item -> bind item example) items
  | Tuple items, Tuple its when List.length items = List.length its -> List.iter2 bind items its
  | _ -> ()

let rec closed = function
  | Any name -> (match Hashtbl.find_opt bound name with Some shape -> shape | None -> Named ("int", []))
  | Named (name, items) -> Named (name, List.map closed items)
  | Tuple items -> Tuple (List.map closed items)
  | Arrow (label, a, b) -> Arrow (label, closed a, closed b)

(* The records that the source declares: a list stands for one, item by item. *)
let records : (string, (string * shape) list) Hashtbl.t = Hashtbl.create 4

(* `type NAME = { LABEL : TYPE; … }`, as the compiler prints it. *)
let declare_records text =
  let field part = match String.index_opt part ':' with
    | None -> []
    | Some colon ->
      let label = List.hd (List.rev (String.split_on_char ' ' (String.trim (String.sub part 0 colon)))) in
      [ (label, fst (arrow (words (String.sub part (colon + 1) (String.length part - colon - 1))))) ] in
  let declared part = match String.index_opt part '{', String.index_opt part '}' with
    | Some from, Some stop when from < stop ->
      (match List.filter (( <> ) "") (String.split_on_char ' ' (String.sub part 0 from)) with
      | "type" :: name :: "=" :: _ ->
        let inner = String.sub part (from + 1) (stop - from - 1) in
        (try Hashtbl.replace records name (List.concat_map field (String.split_on_char ';' inner)) with Failure _ -> ())
      | _ -> ())
    | _ -> () in
  let lines = String.concat " " (String.split_on_char '\n' text) in
  let rec from at = match String.index_from_opt lines at '}' with
    | None -> ()
    | Some stop ->
      let rec start i = if i < at then at else if i + 5 <= stop && String.sub lines i 5 = "type " then i else start (i - 1) in
      let first = start stop in
      declared (String.sub lines first (stop + 1 - first));
      from (stop + 1) in
  from 0

let known name = List.mem name [ "int"; "float"; "bool"; "string"; "char" ]
let short name = match String.rindex_opt name '.' with
  | Some at when String.sub name (at + 1) (String.length name - at - 1) = "t" -> String.lowercase_ascii (String.sub name 0 at)
  | _ -> name
let numbered prefix items = List.mapi (fun i _ -> Printf.sprintf "%s%d" prefix i) items

let rec reader = function
  | Named (name, []) when known name -> "Judge.to_" ^ name
  | Named ("bytes", []) -> "(fun json -> Bytes.of_string (Judge.to_string json))"
  | Named ("unit", []) -> "(fun _ -> ())"
  | Named ("ref", [ item ]) -> "(fun json -> ref (" ^ reader item ^ " json))"
  | Named (name, [ item ]) when List.mem (short name) [ "list"; "array"; "seq" ] -> Printf.sprintf "(Judge.to_%s %s)" (short name) (reader item)
  | Named (("json" | "Judge.json"), []) -> "(fun json -> json)"
  | Named ("option", [ item ]) -> "(Judge.to_option " ^ reader item ^ ")"
  | Named (("Hashtbl.t" | "Stdlib.Hashtbl.t"), [ key; value ]) -> Printf.sprintf "(Judge.to_table %s %s)" (reader key) (reader value)
  | Named (name, []) when Hashtbl.mem sets name ->
    let its, item = Hashtbl.find sets name in
    Printf.sprintf "(fun json -> %s.of_list (Judge.to_list %s json))" its (reader item)
  | Named (name, []) when Hashtbl.mem records name ->
    let fields = Hashtbl.find records name in
    let names = numbered "a" fields in
    Printf.sprintf "(fun json -> match Judge.by_labels [%s] json with [%s] -> ({%s} : %s) | _ -> failwith \"a list has another length than its record\")"
      (String.concat "; " (List.map (fun (label, _) -> "\"" ^ label ^ "\"") fields)) (String.concat "; " names)
      (String.concat "; " (List.map2 (fun at (label, shape) -> Printf.sprintf "%s = %s %s" label (reader shape) at) names fields)) name
  | Tuple items ->
    let names = numbered "a" items in
    Printf.sprintf "(fun json -> match Judge.parts json with [%s] -> (%s) | _ -> failwith \"a list has another length than its type\")"
      (String.concat "; " names) (String.concat ", " (List.map2 (fun name item -> reader item ^ " " ^ name) names items))
  | _ -> failwith "a parameter has a type that no argument can have"

let rec shower depth = function
  | Named ("string", []) -> if depth > 0 then "Judge.show_text" else "(fun text -> text)"
  | Named ("char", []) when depth > 0 ->
    "(function 'a' .. 'z' | 'A' .. 'Z' as it -> String.make 1 it | it -> Judge.show_text (String.make 1 it))"
  | Named ("char", []) -> "(String.make 1)"
  | Named ("Complex.t", []) -> "(fun it -> Printf.sprintf \"%.17g%+.17gi\" it.Complex.re it.Complex.im)"
  | Named ("bytes", []) -> "Bytes.to_string"
  | Named ("float", []) -> "Judge.show_float"
  | Named (("int" | "bool") as name, []) -> "string_of_" ^ name
  | Named ("int64", []) -> "Int64.to_string"
  | Named ("unit", []) -> "(fun () -> \"void\")"
  | Named (("json" | "Judge.json"), []) -> Printf.sprintf "(Judge.show_json %d)" depth
  | Named ("ref", [ item ]) -> Printf.sprintf "(fun it -> %s !it)" (shower depth item)
  | Named ("list", [ Named ("char", []) ]) ->
    Printf.sprintf "(fun it -> %s (String.of_seq (List.to_seq it)))" (shower depth (Named ("string", [])))
  | Named (name, [ item ]) when List.mem (short name) [ "list"; "array"; "seq"; "option" ] ->
    Printf.sprintf "(Judge.show_%s %s)" (short name) (shower (depth + 1) item)
  | Named (name, []) when Hashtbl.mem sets name ->
    let its, item = Hashtbl.find sets name in
    Printf.sprintf "(fun it -> %s (%s.elements it))" (shower depth (Named ("list", [ item ]))) its
  | Named (name, [ item ]) when Hashtbl.mem maps name ->
    let its, key = Hashtbl.find maps name in
    Printf.sprintf "(fun it -> %s (%s.bindings it))" (shower depth (Named ("list", [ Tuple [ key; item ] ]))) its
  | Named (name, []) when Hashtbl.mem records name ->
    let shown (label, shape) = Printf.sprintf "%s it.%s" (shower (depth + 1) shape) label in
    Printf.sprintf "(fun (it : %s) -> \"[\" ^ String.concat \", \" [%s] ^ \"]\")" name
      (String.concat "; " (List.map shown (Hashtbl.find records name)))
  | Tuple items ->
    let names = numbered "a" items in
    Printf.sprintf "(fun (%s) -> \"[\" ^ String.concat \", \" [%s] ^ \"]\")" (String.concat ", " names)
      (String.concat "; " (List.map2 (fun name item -> shower (depth + 1) item ^ " " ^ name) names items))
  | Arrow _ -> "(fun _ -> \"function\")"
  | _ -> failwith "the result has a type that cannot be shown"

let rec taken = function Arrow (label, a, rest) when label = "" || label.[0] <> '?' -> a :: taken rest | Arrow (_, _, rest) -> taken rest | _ -> []
let rec result = function Arrow (_, _, rest) -> result rest | shape -> shape
let rec labels = function
  | Arrow ("", _, rest) -> "" :: labels rest
  | Arrow (label, _, rest) when label.[0] = '?' -> labels rest
  | Arrow (label, _, rest) -> ("~" ^ label ^ ":") :: labels rest
  | _ -> []

let read file =
  let channel = open_in_bin file in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  text

let last_type text =
  let sign = "val judge_posted :" in
  let rec find at = if String.sub text at (String.length sign) = sign then at + String.length sign else find (at - 1) in
  let from = find (String.length text - String.length sign) in
  fst (arrow (words (String.sub text from (String.length text - from))))

(* A function that takes the answer, with what it gives: nothing, or true for more. *)
let rec taker shape =
  let parameters = taken shape in
  let names = numbered "x" parameters in
  let gives = match result shape with
    | Named ("unit", []) -> "()"
    | Named ("bool", []) -> "true"
    | Named ("int", []) -> "0"
    | _ -> failwith "a function that takes the answer gives a type that nothing has" in
  Printf.sprintf "(fun %s -> Judge.record [%s]; %s)" (String.concat " " names)
    (String.concat "; " (List.map2 (fun name item -> shower 1 item ^ " " ^ name) names parameters)) gives
and takes_answer = function
  | Arrow _ as shape ->
    (match result shape with Any name -> bind (Any name) (Named ("unit", [])) | _ -> ());
    true
  | _ -> false

let rec call shape examples =
  let parameters = taken shape in
  let given = List.length examples in
  match parameters with
  | [ one ] when given > 1 -> (* all arguments as one tuple, array or list *)
    bind one (Tuple examples);
    Printf.printf "let a0 = %s (Judge.Items (Judge.arguments ()))\n" (reader (closed one));
    [ one ]
  | _ ->
    let units = List.filteri (fun i _ -> i >= given) parameters in
    if List.length parameters < given then failwith (Printf.sprintf "the function takes %d arguments, not %d" (List.length parameters) given);
    List.iteri (fun i shape -> if i < given then bind shape (List.nth examples i)) parameters;
    if List.exists (fun shape -> shape <> Named ("unit", []) && not (takes_answer shape)) units then failwith (Printf.sprintf "the function takes %d arguments, not %d" (List.length parameters) given);
    List.iteri (fun i shape ->
      if i < given then Printf.printf "let a%d = %s (List.nth (Judge.arguments ()) %d)\n" i (reader (closed shape)) i
      else if takes_answer shape then Printf.printf "let a%d = %s\n" i (taker (closed shape))
      else Printf.printf "let a%d = ()\n" i) parameters;
    parameters

let () =
  try
    let types = read Sys.argv.(1) in
    declare_modules types;
    declare_records types;
    let shape = last_type types in
    let examples = fst (parameters [] (words (Sys.argv.(2) ^ ")"))) in
    print_string ";;\nopen Stdlib\n";
    let parameters = call shape examples in
    let names = List.map2 ( ^ ) (labels shape) (numbered "a" parameters) in
    Printf.printf "let judge_result = judge_posted %s\n" (String.concat " " names);
    let first = match parameters with first :: _ -> shower 0 (closed first) ^ " a0" | [] -> "\"void\"" in
    let calls_back = List.exists takes_answer (List.filteri (fun i _ -> i >= List.length examples) parameters) in
    Printf.printf "let () = Judge.reply (if Judge.mutated then %s else %s)\n"
      (try first with Failure _ -> "\"void\"")
      (if calls_back then "Judge.recorded ()" else shower 0 (closed (result shape)) ^ " judge_result")
  with Failure why -> prerr_endline why; exit 1
