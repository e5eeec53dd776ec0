// The host of a posted Rust function or closure: the posted source stands in it, and both are
// compiled as one.
//
//   rust_host [--mutated]
//
// Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
// Arguments are made of the types that the function declares; a closure without types gets those
// of @arguments@. References live as long as the program does. What it takes besides is for the answer:
// a function to call, or a place to fill.
#![allow(warnings)]

@declaration@

macro_rules! host_posted {
    (let $(mut)? $name:ident $(: $kind:ty)? = $($closure:tt)+) => { host_posted!($($closure)+) };
    ($(move)? |$first:pat_param| $(move)? |$second:pat_param| $body:expr $(;)?) => {
        host::typed_curried(move |$first| move |$second| $body)
    };
    ($(move)? |$($name:pat_param),+ $(,)?| $body:expr $(;)?) => {
        host::typed(move |$($name),+| $body)
    };
    ($expression:expr $(;)?) => { $expression };
}

/// A function that takes any type which has the values, or lends them.
macro_rules! host_any {
    (($($function:tt)*), $a:ty) => { host::typed(|a| $($function)*(a)) };
    (($($function:tt)*), $a:ty, $b:ty) => { host::typed(|a, b| $($function)*(a, b)) };
    (($($function:tt)*), $a:ty, $b:ty, $c:ty) => { host::typed(|a, b, c| $($function)*(a, b, c)) };
}

/// A function that takes another one behind so many arguments.
macro_rules! host_behind {
    (($posted:expr), $a:ty) => { host::behind_1($posted) };
    (($posted:expr), $a:ty, $b:ty) => { host::behind_2($posted) };
    (($posted:expr), $a:ty, $b:ty, $c:ty) => { host::behind_3($posted) };
}

mod host {
    use std::convert::TryInto as _;
    use std::fmt::Write as _;

    #[derive(Clone, Debug)]
    pub enum Json {
        Word(String), // a number, true, false, or null
        Text(String),
        Character(char), // of a text that is taken for a list
        List(Vec<Json>),
        Object(Vec<String>, Vec<Json>), // keys and values, in their order
        Room, // for the answer
    }

    /// What a function that takes the answer is called with, each time: the values of a call are one item.
    static CALLS: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(vec![]);
    static CALLS_BACK: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

    fn will_call() { CALLS_BACK.store(true, std::sync::atomic::Ordering::Relaxed) }

    fn record(values: &[&dyn Show]) {
        let mut out = String::new();
        match values {
            [one] => one.show(&mut out, true),
            _ => list(values.iter().copied(), &mut out),
        }
        CALLS.lock().unwrap().push(out)
    }

    /// What the only call gave, else what each call gave; None where there is no such function.
    fn recorded() -> Option<String> {
        let calls = CALLS.lock().unwrap();
        CALLS_BACK.load(std::sync::atomic::Ordering::Relaxed).then(|| match &calls[..] {
            [one] => one.clone(),
            all => format!("[{}]", all.join(", ")),
        })
    }

    /// The number behind \u; one code of two is half a character.
    fn four_digits(text: &mut std::iter::Peekable<std::str::Chars>) -> u32 {
        let digits: String = text.by_ref().take(4).collect();
        u32::from_str_radix(&digits, 16).unwrap_or(0)
    }

    pub fn parse(text: &mut std::iter::Peekable<std::str::Chars>) -> Json {
        let skipped = |c: &char| c.is_whitespace() || *c == ',' || *c == ':';
        while text.next_if(skipped).is_some() {}
        let mut word = String::new();
        match text.peek().copied() {
            Some('[') => {
                text.next();
                let mut items = vec![];
                loop {
                    while text.next_if(skipped).is_some() {}
                    if text.next_if_eq(&']').is_some() {
                        return Json::List(items);
                    }
                    items.push(parse(text));
                }
            }
            Some('{') => {
                text.next();
                let (mut keys, mut values) = (vec![], vec![]);
                loop {
                    while text.next_if(skipped).is_some() {}
                    if text.next_if_eq(&'}').is_some() {
                        return Json::Object(keys, values);
                    }
                    keys.push(String::make(&parse(text)));
                    values.push(parse(text));
                }
            }
            Some('"') => {
                text.next();
                while let Some(c) = text.next().filter(|c| *c != '"') {
                    word.push(match c {
                        '\\' => match text.next() {
                            Some('n') => '\n',
                            Some('t') => '\t',
                            Some('u') => {
                                let code = four_digits(text);
                                let low = if code >> 10 == 0x36 { text.next(); text.next(); four_digits(text) } else { 0 };
                                let both = if low > 0 { 0x10000 + ((code & 0x3ff) << 10 | (low & 0x3ff)) } else { code };
                                char::from_u32(both).unwrap_or('?')
                            }
                            other => other.unwrap_or('?'),
                        },
                        c => c,
                    });
                }
                return Json::Text(word);
            }
            _ => while let Some(c) = text.next_if(|c| !",]} \n".contains(*c)) {
                word.push(c);
            },
        }
        Json::Word(word)
    }

    pub fn fail(why: String) -> ! {
        eprintln!("{why}");
        std::process::exit(1)
    }

    /// A parameter's type: how a value of it is made, and shown once the call is over.
    pub trait Argument: Sized {
        fn make(json: &Json) -> Self;
        fn shown_later(&self) -> Option<Box<dyn Fn() -> String>> { None }
    }

    macro_rules! words { ($($t:ty)*) => { $(impl Argument for $t {
        fn make(json: &Json) -> Self {
            match json {
                Json::Word(word) | Json::Text(word) => word.parse().unwrap_or_else(|_| fail(format!("{word} is no {}", stringify!($t)))),
                Json::Character(c) => (*c as u32).to_string().parse().unwrap_or_else(|_| fail(format!("{c} is no {}", stringify!($t)))),
                Json::Room => Default::default(),
                _ => fail(format!("a list is no {}", stringify!($t))),
            }
        }
    } impl Show for $t { fn show(&self, out: &mut String, inside: bool) { write!(out, "{self}"); } })* } }
    words!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool);

    impl Argument for String {
        fn make(json: &Json) -> Self {
            match json {
                Json::Word(word) | Json::Text(word) => word.clone(),
                Json::Character(c) => c.to_string(),
                Json::Room => String::new(),
                list => fail("a list is no String".into()),
            }
        }
    }

    impl Argument for char {
        fn make(json: &Json) -> Self {
            match json {
                Json::Character(c) => *c,
                Json::Text(text) if text.chars().count() == 1 => text.chars().next().unwrap(),
                _ => fail("an argument is no char".into()),
            }
        }
    }

    pub fn items(json: &Json) -> &[Json] {
        match json {
            Json::List(items) | Json::Object(_, items) => items,
            Json::Text(text) => Vec::leak(text.chars().map(Json::Character).collect()),
            Json::Word(word) => fail(format!("{word} is no list")),
            Json::Character(c) => fail(format!("{c} is no list")),
            Json::Room => &[],
        }
    }

    impl Argument for Json { fn make(json: &Json) -> Self { json.clone() } }
    impl Show for Json { fn show(&self, out: &mut String, inside: bool) { out.push_str("object") } }

    impl<T: Argument> Argument for Option<T> {
        fn make(json: &Json) -> Self {
            match json {
                Json::Room => None,
                Json::Word(word) if word == "null" => None,
                json => Some(T::make(json)),
            }
        }
    }

    /// The value of a field: by its name, or by its place where no field is named as a key is.
    pub fn field<T: Argument>(json: &Json, names: &[&str], place: usize) -> T {
        let keys: &[String] = if let Json::Object(keys, _) = json { keys } else { &[] };
        let named = |name: &str| keys.iter().position(|key| key == name.trim_start_matches("r#"));
        if names.iter().all(|name| named(name).is_none()) {
            if items(json).len() != names.len() { fail(format!("{} items are no structure of {}", items(json).len(), names.len())) }
            return T::make(&items(json)[place]);
        }
        T::make(named(names[place]).map_or(&Json::Room, |at| &items(json)[at]))
    }

    macro_rules! collections { ($($c:ident $bound:path;)*) => { $(
        impl<T: Argument + $bound> Argument for std::collections::$c<T> {
            fn make(json: &Json) -> Self { items(json).iter().map(T::make).collect() }
        }
        impl<T: Show> Show for std::collections::$c<T> {
            fn show(&self, out: &mut String, inside: bool) { list(self.iter(), out) }
        }
    )* } }
    macro_rules! maps { ($($c:ident $bound:path;)*) => { $(
        impl<K: Argument + $bound, V: Argument> Argument for std::collections::$c<K, V> {
            fn make(json: &Json) -> Self {
                match json {
                    Json::Object(keys, values) => keys.iter().map(|key| K::make(&Json::Text(key.clone()))).zip(values.iter().map(V::make)).collect(),
                    pairs => items(pairs).iter().map(<(K, V)>::make).collect(),
                }
            }
        }
        impl<K: Show, V: Show> Show for std::collections::$c<K, V> {
            fn show(&self, out: &mut String, inside: bool) {
                let mut between = "{";
                for (key, value) in self {
                    out.push_str(between);
                    key.show(out, true);
                    out.push_str(": ");
                    value.show(out, true);
                    between = ", ";
                }
                out.push_str(if self.is_empty() { "{}" } else { "}" })
            }
        }
    )* } }
    use std::hash::Hash;
    pub trait HashEq: Hash + Eq {}
    impl<T: Hash + Eq> HashEq for T {}
    maps! { BTreeMap Ord; HashMap HashEq; }
    collections! { VecDeque Sized; BTreeSet Ord; HashSet HashEq; }

    impl<T: Argument> Argument for Vec<T> {
        fn make(json: &Json) -> Self { items(json).iter().map(T::make).collect() }
    }
    impl<T: Argument, const N: usize> Argument for [T; N] {
        fn make(json: &Json) -> Self {
            Vec::make(json).try_into().unwrap_or_else(|v: Vec<T>| fail(format!("{} items are no array of {N}", v.len())))
        }
    }
    macro_rules! tuples { ($($n:literal: $($t:ident $i:tt)*;)*) => { $(
        impl<$($t: Argument),*> Argument for ($($t,)*) {
            fn make(json: &Json) -> Self {
                if items(json).len() != $n { fail(format!("{} items are no tuple of {}", items(json).len(), $n)) }
                ($($t::make(&items(json)[$i]),)*)
            }
        }
        impl<$($t: Show),*> Show for ($($t,)*) {
            fn show(&self, out: &mut String, inside: bool) {
                let parts: [&dyn Show; $n] = [$(&self.$i),*];
                list(parts.into_iter(), out)
            }
        }
    )* } }
    tuples! { 2: A 0 B 1; 3: A 0 B 1 C 2; 4: A 0 B 1 C 2 D 3; }

    impl<T: Argument + 'static> Argument for &'static [T] {
        fn make(json: &Json) -> Self { Vec::leak(Vec::make(json)) }
    }
    impl<T: Argument + Show + 'static> Argument for &'static mut [T] {
        fn make(json: &Json) -> Self { Vec::leak(Vec::make(json)) }
        fn shown_later(&self) -> Option<Box<dyn Fn() -> String>> {
            let place: *const [T] = &**self;
            Some(Box::new(move || shown(unsafe { &*place }))) // leaked, and its borrower has returned
        }
    }
    impl Argument for &'static str {
        fn make(json: &Json) -> Self { Box::leak(String::make(json).into_boxed_str()) }
    }
    impl<T: Argument + 'static> Argument for &'static T {
        fn make(json: &Json) -> Self { Box::leak(Box::new(T::make(json))) }
    }
    impl<T: Argument + Show + 'static> Argument for &'static mut T {
        fn make(json: &Json) -> Self { Box::leak(Box::new(T::make(json))) }
        fn shown_later(&self) -> Option<Box<dyn Fn() -> String>> {
            let place: *const T = &**self;
            Some(Box::new(move || shown(unsafe { &*place }))) // leaked, and its borrower has returned
        }
    }

    macro_rules! callbacks { ($(($($t:ident)*) ($($x:ident)*);)*) => { $(
        impl<$($t: Show + 'static),*> Argument for fn($($t),*) {
            fn make(json: &Json) -> Self { will_call(); |$($x),*| record(&[$(&$x),*]) }
        }
        impl<$($t: Show + 'static),*> Argument for Box<dyn FnMut($($t),*)> {
            fn make(json: &Json) -> Self { will_call(); Box::new(|$($x),*| record(&[$(&$x),*])) }
        }
        impl<$($t: Show + 'static),*> Argument for Box<dyn Fn($($t),*)> {
            fn make(json: &Json) -> Self { will_call(); Box::new(|$($x),*| record(&[$(&$x),*])) }
        }
        impl<$($t: Show + 'static),*> Argument for &'static mut dyn FnMut($($t),*) {
            fn make(json: &Json) -> Self { will_call(); Box::leak(Box::new(|$($x),*| record(&[$(&$x),*]))) }
        }
        impl<$($t: Show + 'static),*> Argument for &'static dyn Fn($($t),*) {
            fn make(json: &Json) -> Self { will_call(); Box::leak(Box::new(|$($x),*| record(&[$(&$x),*]))) }
        }
    )* } }
    callbacks! { (A) (a); (A B) (a b); (A B C) (a b c); }

    /// Gives a parameter behind the others, of any type that can be called, the type of a function.
    #[cfg(any(calls_back_1, calls_back_2))]
    macro_rules! calling_back { ($($all:ident: ($($t:ident)+) ($($called:ident)+);)*) => { $(
        pub fn $all<$($t,)+ $($called,)+ R>(posted: impl FnOnce($($t,)+ fn($($called),+)) -> R)
            -> impl FnOnce($($t,)+ fn($($called),+)) -> R { posted }
    )* } }
    #[cfg(calls_back_1)]
    calling_back! { behind_1: (A) (X); behind_2: (A B) (X); behind_3: (A B C) (X); }
    #[cfg(calls_back_2)]
    calling_back! { behind_1: (A) (X Y); behind_2: (A B) (X Y); behind_3: (A B C) (X Y); }

    pub trait Show {
        fn show(&self, out: &mut String, inside: bool);
    }

    pub fn shown<T: Show + ?Sized>(value: &T) -> String {
        let mut out = String::new();
        value.show(&mut out, false);
        out
    }

    pub fn list<'a, T: Show + ?Sized + 'a>(items: impl Iterator<Item = &'a T>, out: &mut String) {
        out.push('[');
        for (i, item) in items.enumerate() {
            if i > 0 { out.push_str(", ") }
            item.show(out, true);
        }
        out.push(']');
    }

    impl Show for () { fn show(&self, out: &mut String, inside: bool) { out.push_str("void") } }
    impl Show for char {
        fn show(&self, out: &mut String, inside: bool) {
            if inside && !self.is_alphabetic() { write!(out, "{:?}", self.to_string()); } else { out.push(*self) }
        }
    }
    impl Show for str {
        fn show(&self, out: &mut String, inside: bool) {
            if inside { write!(out, "{self:?}"); } else { out.push_str(self) }
        }
    }
    impl Show for String { fn show(&self, out: &mut String, inside: bool) { self.as_str().show(out, inside) } }
    impl<T: Show> Show for [T] { fn show(&self, out: &mut String, inside: bool) { list(self.iter(), out) } }
    impl<T: Show> Show for Vec<T> { fn show(&self, out: &mut String, inside: bool) { list(self.iter(), out) } }
    impl<T: Show, const N: usize> Show for [T; N] {
        fn show(&self, out: &mut String, inside: bool) { list(self.iter(), out) }
    }
    impl<T: Show + ?Sized> Show for &T { fn show(&self, out: &mut String, inside: bool) { (**self).show(out, inside) } }
    impl<T: Show + ?Sized> Show for &mut T { fn show(&self, out: &mut String, inside: bool) { (**self).show(out, inside) } }
    impl<T: Show + ?Sized> Show for Box<T> { fn show(&self, out: &mut String, inside: bool) { (**self).show(out, inside) } }
    impl<T: Show> Show for Option<T> {
        fn show(&self, out: &mut String, inside: bool) {
            match self { Some(value) => value.show(out, inside), None => out.push_str("None") }
        }
    }
    impl<T: Show, E: Show> Show for Result<T, E> {
        fn show(&self, out: &mut String, inside: bool) {
            match self { Ok(value) => value.show(out, inside), Err(told) => told.show(out, inside) }
        }
    }

    /// A callable with its parameters' types; `Curried` where the first call gives another callable.
    pub trait Call<Types> {
        fn call(self, arguments: &[Json], mutated: bool) -> String;
    }
    pub struct Curried<A, Rest>(A, Rest);

    macro_rules! calls { ($($first:ident $($t:ident $i:literal)*;)*) => { $(
        impl<F: FnOnce($first, $($t),*) -> R, R: Show, $first: Argument, $($t: Argument),*> Call<($first, $($t,)*)> for F {
            fn call(self, arguments: &[Json], mutated: bool) -> String {
                // One parameter for several arguments is a tuple or a structure of them.
                let is_alone = (&[$($i as usize),*] as &[usize]).is_empty() && arguments.len() > 1;
                let whole = Json::List(arguments.to_vec());
                let first = $first::make(if is_alone { &whole } else { &arguments[0] });
                let later = first.shown_later();
                let mut rooms: Vec<Box<dyn Fn() -> String>> = vec![];
                let result = shown(&self(first, $({
                    let made = $t::make(arguments.get($i).unwrap_or(&Json::Room));
                    if $i >= arguments.len() { rooms.extend(made.shown_later()) }
                    made
                }),*));
                if let Some(calls) = recorded() { return calls }
                match (later, &rooms[..]) {
                    (Some(text), _) if mutated => text(),
                    (_, []) => result,
                    (_, [one]) => one(),
                    (_, all) => format!("[{}]", all.iter().map(|one| one()).collect::<Vec<_>>().join(", ")),
                }
            }
        }
    )* } }
    calls! { A; A B 1; A B 1 C 2; A B 1 C 2 D 3; A B 1 C 2 D 3 E 4; }

    impl<F: FnOnce(A) -> G, G: Call<Rest>, A: Argument, Rest> Call<Curried<A, Rest>> for F {
        fn call(self, arguments: &[Json], mutated: bool) -> String {
            self(A::make(&arguments[0])).call(&arguments[1..], false)
        }
    }

    pub fn run<Types>(posted: impl Call<Types>, arguments: &[Json], mutated: bool) -> String {
        posted.call(arguments, mutated)
    }


    /// What returns an iterator, whose items are the answer.
    pub struct Each<F>(pub F);
    macro_rules! each { ($($first:ident $($t:ident $i:literal)*;)*) => { $(
        impl<F: FnOnce($first, $($t),*) -> R, R: IntoIterator<Item = I>, I: Show, $first: Argument, $($t: Argument),*>
            Call<($first, $($t,)*)> for Each<F>
        {
            fn call(self, arguments: &[Json], mutated: bool) -> String {
                let made = (self.0)($first::make(&arguments[0]), $($t::make(&arguments[$i])),*);
                shown(&made.into_iter().collect::<Vec<_>>())
            }
        }
    )* } }
    each! { A; A B 1; A B 1 C 2; }

    /// Gives the parameters of a closure the types that the arguments have.
    pub fn typed<R, F: FnOnce(@arguments@) -> R>(closure: F) -> F { closure }

    macro_rules! two_at_a_time {
        ($a:ty, $b:ty) => {
            pub fn typed_curried<R, G: FnOnce($b) -> R, F: FnOnce($a) -> G>(closure: F) -> F { closure }
        };
        ($($other:tt)*) => {};
    }
    two_at_a_time!(@arguments@);
}

fn main() {
    let mut input = String::new();
    std::io::Read::read_to_string(&mut std::io::stdin(), &mut input).unwrap();
    let arguments = host::parse(&mut input.chars().peekable());
    let mutated = std::env::args().any(|word| word == "--mutated");
    #[cfg(not(takes_any))]
    let posted = host_posted!(@expression@
    );
    // Tried where that does not compile.
    #[cfg(takes_any)]
    let posted = host_any!((@expression@
    ), @arguments@);
    #[cfg(any(calls_back_1, calls_back_2))]
    let posted = host_behind!((posted), @arguments@);
    #[cfg(gives_each)]
    let posted = host::Each(posted);
    let text = host::run(posted, host::items(&arguments), mutated);
    std::fs::write("/dev/fd/3", text + "\n").unwrap();
}
