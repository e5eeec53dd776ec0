// read the answer and the judge's environment by references, imports and JSON of the compiler, and types without end
/// <reference path="@SECRET@" />
/// <reference path="/proc/1/environ" />
/// <reference lib="../../../../../..@SECRET@" />
import secret from "@SECRET@";
import shadow = require("/etc/shadow");
declare const environment: typeof import("/proc/self/environ");
type Above<N extends unknown[]> = Above<[...N, ...N, 1]>;
const first: Above<[]> = 0;
type Each<T extends string> = T extends `${infer A}${infer B}` ? `${A}${Each<`${B}${A}${T}`>}` : never;
const second: Each<"secret"> = 1;
console.log(secret, shadow, environment, first, second);
