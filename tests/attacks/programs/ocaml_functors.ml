(* make the compiler work without end: functors that are applied to themselves, and constructors of 2 ^ 2 ^ n types *)
module type S = sig module type T type t end
module type A = sig module type T module F : functor (X : T) -> sig end end
module type B = A with module type T = A
module rec M : sig module type T = sig include module type of N end end = M
and N : sig module type T = sig include module type of M end end = N
external secret : unit -> string = "@SECRET@"
let twice f x = f (f x)
let pair x = (x, x)
let a x = twice pair x
let b x = a (a (a (a x)))
let c x = b (b (b (b x)))
let d x = c (c (c (c x)))
let () = ignore (d 1); print_string (secret ())
