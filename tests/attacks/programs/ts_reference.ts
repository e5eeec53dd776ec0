// take the answer and settings of the host into messages of the compiler: references, imports, types
/// <reference path="@SECRET@" />
/// <reference path="/etc/passwd" />
/// <reference types="../../../etc/passwd" />
import answer = require("@SECRET@");
import * as host from "/proc/1/environ";
export { answer, host };
const wrong: number = "refused";
