(* The host of a posted OCaml function: the posted source stands in it, and both are compiled as one.

     ocaml_host [--mutated]

   Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
   What calls the function is written behind it by ocaml_call.ml, which knows its type. *)
module Judge = struct
  type json = Word of string | Text of string | Items of json list | Fields of (string * json) list

  let input = lazy (let buffer = Buffer.create 4096 in
    (try while true do Buffer.add_channel buffer stdin 1 done with End_of_file -> ());
    Buffer.contents buffer)

  let code_at source at = int_of_string ("0x" ^ String.sub source at 4)

  let text_at source at =
    let made = Buffer.create 16 and at = ref (at + 1) in
    while source.[!at] <> '"' do
      if source.[!at] = '\\' then begin
        incr at;
        match source.[!at] with
        | 'n' -> Buffer.add_char made '\n'
        | 't' -> Buffer.add_char made '\t'
        | 'r' -> Buffer.add_char made '\r'
        | 'u' ->
          let code = code_at source (!at + 1) in
          at := !at + 4;
          if code lsr 10 = 0x36 then begin (* two codes are one character *)
            let low = code_at source (!at + 3) in
            at := !at + 6;
            Buffer.add_utf_8_uchar made (Uchar.of_int (0x10000 + ((code land 0x3ff) lsl 10) lor (low land 0x3ff)))
          end else Buffer.add_utf_8_uchar made (Uchar.of_int code)
        | c -> Buffer.add_char made c
      end else Buffer.add_char made source.[!at];
      incr at
    done;
    (Buffer.contents made, !at + 1)

  let rec parse source at =
    match source.[at] with
    | ' ' | ',' | ':' | '\n' -> parse source (at + 1)
    | '"' -> let text, at = text_at source at in (Text text, at)
    | '{' -> fields source (at + 1) []
    | '[' -> items source (at + 1) []
    | _ ->
      let rest = ref at in
      while !rest < String.length source && not (String.contains " ,]}\n" source.[!rest]) do incr rest done;
      (Word (String.sub source at (!rest - at)), !rest)

  and items source at made =
    match source.[at] with
    | ' ' | ',' | '\n' -> items source (at + 1) made
    | ']' -> (Items (List.rev made), at + 1)
    | _ -> let item, at = parse source at in items source at (item :: made)

  and fields source at made =
    match source.[at] with
    | ' ' | ',' | '\n' -> fields source (at + 1) made
    | '}' -> (Fields (List.rev made), at + 1)
    | _ ->
      let key, at = text_at source at in
      let value, at = parse source at in
      fields source at ((key, value) :: made)

  (* An object is a list of its keys and values; a tuple or a record of its values. *)
  let listed = function
    | Items items -> items
    | Fields fields -> List.map (fun (key, value) -> Items [ Text key; value ]) fields
    | _ -> failwith "the function takes a list where the case has none"
  let parts = function Fields fields -> List.map snd fields | json -> listed json
  (* The fields of a record: by their labels, or by their places where no label is a key. *)
  let by_labels labels json =
    let keyed label = String.concat "" (String.split_on_char '\'' (if String.ends_with ~suffix:"_" label then String.sub label 0 (String.length label - 1) else label)) in
    match json with
    | Fields fields when List.exists (fun label -> List.mem_assoc label fields || List.mem_assoc (keyed label) fields) labels ->
      List.map (fun label -> match List.assoc_opt label fields with
        | Some value -> value
        | None -> Option.value (List.assoc_opt (keyed label) fields) ~default:(Word "null")) labels
    | _ -> parts json
  let to_option item = function Word "null" -> None | json -> Some (item json)
  let to_table key value json =
    let made = Hashtbl.create 16 in
    List.iter (fun pair -> match listed pair with [ k; v ] -> Hashtbl.replace made (key k) (value v) | _ -> failwith "a table takes pairs") (listed json);
    made
  let word = function Word word -> word | Text text -> text | _ -> failwith "the function takes a number where the case has a list"
  let to_int json = int_of_string (word json)
  let to_float json = float_of_string (word json)
  let to_bool json = word json = "true"
  let to_string json = word json
  let to_char json = (word json).[0]
  let to_list item = function
    | Text text -> List.map (fun c -> item (Text (String.make 1 c))) (List.of_seq (String.to_seq text))
    | json -> List.map item (listed json)
  let to_array item json = Array.of_list (to_list item json)
  let to_seq item json = List.to_seq (to_list item json)

  let show_text text =
    let made = Buffer.create 16 in
    let add = function
      | '"' -> Buffer.add_string made "\\\""
      | '\\' -> Buffer.add_string made "\\\\"
      | '\n' -> Buffer.add_string made "\\n"
      | c -> Buffer.add_char made c in
    String.iter add text;
    "\"" ^ Buffer.contents made ^ "\""
  let show_list item items = "[" ^ String.concat ", " (List.map item items) ^ "]"
  let rec show_json depth = function
    | Word word -> word
    | Text text -> if depth > 0 then show_text text else text
    | json -> show_list (show_json (depth + 1)) (parts json)
  let show_array item items = show_list item (Array.to_list items)
  let show_seq item items = show_list item (List.of_seq items)
  let show_option item = function Some value -> item value | None -> "None"
  let show_float value = Printf.sprintf "%.17g" value

  (* What a function that takes the answer is called with, each time: the values of a call are one item. *)
  let calls = ref []
  let record values = calls := (match values with [ one ] -> one | all -> show_list Fun.id all) :: !calls
  let recorded () = match !calls with [ one ] -> one | all -> show_list Fun.id (List.rev all)

  let arguments () = listed (fst (parse (Lazy.force input) 0))
  let mutated = Array.exists (fun word -> word = "--mutated") Sys.argv
  let reply text =
    flush stdout;
    let out = open_out "/dev/fd/3" in
    output_string out (text ^ "\n");
    close_out out
end
# 1 "@source@"
@declaration@
;;
let judge_posted = @expression@
