// The host of a posted Go function: the posted source stands in it, and both are compiled as one.
//
//	go_host [--curried] [--mutated]
//
// Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
// Arguments get the types that the function declares. The last ones may be those of a variadic function: a
// list, if it is one where that fits, else each by itself. What it declares besides is for the answer: a
// function to call, a channel, or pointers to fill.
package main

import (
	host_json "encoding/json"
	host_fmt "fmt"
	host_io "io"
	host_os "os"
	host_reflect "reflect"
	host_runtime "runtime"
	host_strings "strings"
	host_unsafe "unsafe"
)

@declaration@

// Whether a text has been given as bytes, or as runes: then such lists are texts in the answer too.
var host_byte_texts, host_rune_texts bool

func host_shown(value host_reflect.Value, depth int) string {
	for value.IsValid() && (value.Kind() == host_reflect.Interface || value.Kind() == host_reflect.Ptr) {
		value = value.Elem()
	}
	if !value.IsValid() {
		return "None"
	}
	if value.Kind() == host_reflect.Struct && value.Type().PkgPath() != "main" { // of a library, as big.Int
		pointed := host_reflect.New(value.Type())
		pointed.Elem().Set(value)
		if spoken, says := pointed.Interface().(host_fmt.Stringer); says {
			return spoken.String()
		}
	}
	if value.Kind() == host_reflect.Slice {
		kind, text := value.Type().Elem().Kind(), host_reflect.TypeOf("")
		if host_byte_texts && kind == host_reflect.Uint8 || host_rune_texts && kind == host_reflect.Int32 {
			value = value.Convert(text)
		}
	}
	switch value.Kind() {
	case host_reflect.Slice, host_reflect.Array:
		items := []string{}
		for i := 0; i < value.Len(); i++ {
			items = append(items, host_shown(value.Index(i), depth+1))
		}
		return "[" + host_strings.Join(items, ", ") + "]"
	case host_reflect.Struct:
		items := []string{}
		for i := 0; i < value.NumField(); i++ {
			items = append(items, host_shown(value.Field(i), depth+1))
		}
		return "[" + host_strings.Join(items, ", ") + "]"
	case host_reflect.Func:
		return "function"
	case host_reflect.Chan:
		items := []string{}
		for item, isOpen := value.Recv(); isOpen; item, isOpen = value.Recv() {
			items = append(items, host_shown(item, depth+1))
		}
		return "[" + host_strings.Join(items, ", ") + "]"
	case host_reflect.String:
		if depth == 0 {
			return value.String()
		}
		text, _ := host_json.Marshal(value.String())
		return string(text)
	case host_reflect.Map:
		items := []string{}
		for _, key := range value.MapKeys() {
			items = append(items, host_shown(key, 1)+": "+host_shown(value.MapIndex(key), 1))
		}
		return "{" + host_strings.Join(items, ", ") + "}"
	}
	return host_fmt.Sprint(value)
}

// A value of the type that the text's JSON fits.
func host_read(text host_json.RawMessage, wanted host_reflect.Type) host_reflect.Value {
	made := host_reflect.New(wanted).Elem()
	host_fill(made, text)
	return made
}

// A list stands for a structure too, field by field.
func host_fill(value host_reflect.Value, text host_json.RawMessage) {
	var items []host_json.RawMessage
	isList := len(text) > 0 && text[0] == '[' && host_json.Unmarshal(text, &items) == nil
	var words string
	isText := len(text) > 0 && text[0] == '"' && host_json.Unmarshal(text, &words) == nil
	switch kind := value.Kind(); {
	case isText && kind == host_reflect.Slice && value.Type().Elem().Kind() == host_reflect.Uint8:
		host_byte_texts = true
		value.SetBytes([]byte(words))
	case isText && kind == host_reflect.Slice && value.Type().Elem().Kind() == host_reflect.Int32:
		host_rune_texts = true
		value.Set(host_reflect.ValueOf([]rune(words)).Convert(value.Type()))
	case kind == host_reflect.Ptr:
		value.Set(host_reflect.New(value.Type().Elem()))
		host_fill(value.Elem(), text)
	case isList && kind == host_reflect.Struct && len(items) == value.NumField():
		for at, item := range items {
			field := value.Field(at)
			place := host_unsafe.Pointer(field.UnsafeAddr()) // its name may be for its package alone
			host_fill(host_reflect.NewAt(field.Type(), place).Elem(), item)
		}
	case isList && kind == host_reflect.Slice:
		value.Set(host_reflect.MakeSlice(value.Type(), len(items), len(items)))
		for at, item := range items {
			host_fill(value.Index(at), item)
		}
	case isList && kind == host_reflect.Array && len(items) == value.Len():
		for at, item := range items {
			host_fill(value.Index(at), item)
		}
	default:
		if err := host_json.Unmarshal(text, value.Addr().Interface()); err != nil {
			host_fmt.Fprintln(host_os.Stderr, "an argument does not fit its type:", err)
			host_os.Exit(1)
		}
	}
}

// What a function is called with, each time: the values of a call are one item.
type host_calls []string

// The value of a parameter that takes the answer, and what says what the answer was.
func host_taker(wanted host_reflect.Type) (host_reflect.Value, func() string) {
	switch wanted.Kind() {
	case host_reflect.Func:
		calls := host_calls{}
		recorder := func(given []host_reflect.Value) []host_reflect.Value {
			calls = append(calls, host_listed(given))
			results := []host_reflect.Value{}
			for at := 0; at < wanted.NumOut(); at++ { // true asks for more
				result := host_reflect.New(wanted.Out(at)).Elem()
				if result.Kind() == host_reflect.Bool {
					result.SetBool(true)
				}
				results = append(results, result)
			}
			return results
		}
		return host_reflect.MakeFunc(wanted, recorder), func() string {
			if len(calls) == 1 {
				return calls[0]
			}
			return "[" + host_strings.Join(calls, ", ") + "]"
		}
	case host_reflect.Chan:
		both := host_reflect.ChanOf(host_reflect.BothDir, wanted.Elem())
		channel, running := host_reflect.MakeChan(both, 1<<16), host_runtime.NumGoroutine()
		return channel.Convert(wanted), func() string {
			items := []string{}
			for {
				item, isOpen := channel.TryRecv()
				if isOpen {
					items = append(items, host_shown(item, 1))
				} else if item.IsValid() || host_runtime.NumGoroutine() <= running { // closed, or nobody is left to send
					return "[" + host_strings.Join(items, ", ") + "]"
				} else {
					host_runtime.Gosched()
				}
			}
		}
	case host_reflect.Ptr:
		made := host_reflect.New(wanted.Elem())
		return made, func() string { return host_shown(made, 1) }
	}
	return host_reflect.Value{}, nil
}

func host_listed(values []host_reflect.Value) string {
	items := []string{}
	for _, value := range values {
		items = append(items, host_shown(value, 1))
	}
	if len(items) == 1 {
		return items[0]
	}
	return "[" + host_strings.Join(items, ", ") + "]"
}

// The arguments of a variadic function, with a slice for the rest.
func host_variadic(texts []host_json.RawMessage, wanted host_reflect.Type) []host_reflect.Value {
	last := wanted.NumIn() - 1
	if len(texts) < last {
		host_fmt.Fprintln(host_os.Stderr, "the function takes at least", last, "arguments, not", len(texts))
		host_os.Exit(1)
	}
	given := []host_reflect.Value{}
	for at, text := range texts[:last] {
		given = append(given, host_read(text, wanted.In(at)))
	}
	slice, rest := wanted.In(last), texts[last:]
	fits := func(text host_json.RawMessage, kind host_reflect.Type) bool {
		return host_json.Unmarshal(text, host_reflect.New(kind).Interface()) == nil
	}
	if len(rest) == 1 && rest[0][0] == '[' && fits(rest[0], slice) {
		return append(given, host_read(rest[0], slice))
	}
	all := []host_json.RawMessage{}
	for _, text := range rest { // a list among numbers gives each of its items
		var items []host_json.RawMessage
		if text[0] == '[' && !fits(text, slice.Elem()) && fits(text, slice) && host_json.Unmarshal(text, &items) == nil {
			all = append(all, items...)
		} else {
			all = append(all, text)
		}
	}
	together, _ := host_json.Marshal(all)
	return append(given, host_read(together, slice))
}

func main() {
	reply := host_os.NewFile(3, "reply")
	options := host_strings.Join(host_os.Args[1:], " ")
	input, _ := host_io.ReadAll(host_os.Stdin)
	var texts []host_json.RawMessage
	host_json.Unmarshal(input, &texts)
	posted := host_reflect.ValueOf(@expression@)
	var results, arguments []host_reflect.Value
	taken := []func() string{}
	if host_strings.Contains(options, "--curried") {
		for _, text := range texts {
			given := []host_reflect.Value{host_read(text, posted.Type().In(0))}
			arguments = append(arguments, given...)
			if posted.Type().IsVariadic() {
				results = posted.CallSlice(given)
			} else {
				results = posted.Call(given)
			}
			posted = results[0]
		}
	} else if posted.Type().IsVariadic() {
		arguments = host_variadic(texts, posted.Type())
		results = posted.CallSlice(arguments)
	} else {
		for at := len(texts); at < posted.Type().NumIn(); at++ {
			if value, says := host_taker(posted.Type().In(at)); says != nil {
				arguments, taken = append(arguments, value), append(taken, says)
			}
		}
		if posted.Type().NumIn() != len(texts)+len(taken) {
			host_fmt.Fprintln(host_os.Stderr, "the function takes", posted.Type().NumIn(), "arguments, not", len(texts))
			host_os.Exit(1)
		}
		given := []host_reflect.Value{}
		for at, text := range texts {
			given = append(given, host_read(text, posted.Type().In(at)))
		}
		arguments = append(given, arguments...)
		results = posted.Call(arguments)
	}
	text := "void"
	if host_strings.Contains(options, "--mutated") {
		text = host_shown(arguments[0], 0)
	} else if len(taken) > 0 {
		items := []string{}
		for _, says := range taken {
			items = append(items, says())
		}
		text = host_strings.Join(items, ", ")
		if len(items) > 1 {
			text = "[" + text + "]"
		}
	} else if len(results) == 1 {
		text = host_shown(results[0], 0)
	} else if len(results) > 1 {
		items := []string{}
		for _, result := range results {
			items = append(items, host_shown(result, 1))
		}
		text = "[" + host_strings.Join(items, ", ") + "]"
	}
	reply.WriteString(text + "\n")
}
