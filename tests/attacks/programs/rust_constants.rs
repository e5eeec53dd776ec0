// make the Rust compiler compute for ever what is a constant
#![allow(long_running_const_eval)]
const fn endless() -> u64 {
    let mut number = 1;
    while number != 0 {
        number |= 1;
    }
    number
}
const NEVER: u64 = endless();
fn main() {
    println!("{}", NEVER);
}
