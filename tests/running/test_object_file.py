"""Which object files make a program that may serve its cases itself."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from judge.common.folders import HOSTS
from judge.running.object_file import may_serve, names_in
from judge.sandbox import build
from judge.sandbox.layer import SandboxUnavailable

MAIN = "int main(void) { return 0; }\n"
ORDINARY = {
    "plain.c": MAIN,
    "golfed.c": '#include <stdio.h>\nn,i;f(x){return x+1;}main(){printf("%d",f(n));}\n',
    "constructor.c": "static int n;\n__attribute__((constructor)) static void a(void) { n = 1; }\n"
    + MAIN,
    "local.c": "static int write(void) { return 1; }\nint n(void) { return write(); }\n" + MAIN,
    "thread.c": "_Thread_local int n = 3; _Thread_local int z;\n" + MAIN,
    "streams.cpp": "#include <iostream>\n#include <regex>\n"
    'int main() { std::regex r("a"); std::cout << 1; }\n',
    "throws.cpp": "struct A { virtual ~A() {} }; inline int n = 2;\n"
    "int main() { try { throw A(); } catch (A &) {} }\n",
    "later.cpp": "#include <stdlib.h>\nint rand() throw() { return 4; }\n"
    "int __testlib_n;\nint main() {}\n",
    "golf.c": "rand(a){return a;}time(a){return a;}main(){return rand(time(1));}\n",
    "new.cpp": "#include <cstdlib>\n"
    "void *operator new(unsigned long n) { return std::malloc(n); }\nint main() {}\n",
}
EARLY = {
    "resolver.c": "static int a(void) { return 1; }\nstatic void *r(void) { return a; }\n"
    'int f(void) __attribute__((ifunc("r")));\n' + MAIN,
    "clones.c": '__attribute__((target_clones("avx2", "default"))) int f(int n) { return 3 * n; }\n'
    + MAIN,
    "before.c": "static void a(void) {}\n"
    '__attribute__((section(".preinit_array"))) void (*b)(void) = a;\n' + MAIN,
    "init.c": '__asm__(".section .init\\n nop\\n .text");\n' + MAIN,
    "loader.c": 'const char i[] __attribute__((section(".interp"))) = "/program/artifact";\n'
    + MAIN,
    "relocations.c": '__attribute__((section(".rela.iplt"))) long r[3] = {0, 37, 0};\n' + MAIN,
    "library.c": "int index(int n) { return n; }\n" + MAIN,
    "host.c": "int setsid(void) { return 1; }\n" + MAIN,
    "common.c": "int environ;\n" + MAIN,
    "weak.c": "__attribute__((weak)) void free(void *p) { (void)p; }\n" + MAIN,
    "start.c": "int __libc_start_main(void) { return 0; }\n" + MAIN,
    "reserved.c": "int _(int n) { return n; }\n" + MAIN,
    "named.cpp": 'extern "C" int getpid() { return 1; }\nint main() {}\n',
    "version.c": '__asm__(".symver own, index@@ONE");\nint own(int n) { return n; }\n' + MAIN,
    "linker.c": "char __preinit_array_start[8];\n" + MAIN,
}


@pytest.fixture(scope="module")
def names() -> frozenset[str]:
    try:
        found = names_in(build.host_alone(HOSTS / "serve_main.c"))
    except SandboxUnavailable as error:
        pytest.skip(str(error))
    if "__libc_setup_tls" not in found:
        pytest.skip("no static GNU C library")
    return found


def compiled(folder: Path, name: str, text: str) -> bytes:
    source = folder / name
    source.write_text(text)
    compiler = shutil.which("c++" if name.endswith(".cpp") else "cc")
    assert compiler
    words = [compiler, "-w", "-std=gnu++20" if name.endswith(".cpp") else "-std=gnu17", "-fcommon"]
    subprocess.run([*words, "-c", "-o", folder / "made.o", source], check=True)
    return (folder / "made.o").read_bytes()


@pytest.mark.parametrize("name", [name for name in ORDINARY if name != "streams.cpp"])
def test_ordinary_sources_may_serve(tmp_path: Path, names: frozenset[str], name: str) -> None:
    assert may_serve(compiled(tmp_path, name, ORDINARY[name]), names)


@pytest.mark.long
def test_so_may_one_that_includes_much(tmp_path: Path, names: frozenset[str]) -> None:
    assert may_serve(compiled(tmp_path, "streams.cpp", ORDINARY["streams.cpp"]), names)


@pytest.mark.parametrize("name", EARLY)
def test_a_source_of_which_something_may_run_earlier_may_not(
    tmp_path: Path, names: frozenset[str], name: str
) -> None:
    assert not may_serve(compiled(tmp_path, name, EARLY[name]), names)


def test_nor_may_what_is_no_object_file(tmp_path: Path, names: frozenset[str]) -> None:
    made = compiled(tmp_path, "plain.c", MAIN)
    assert may_serve(made, names)
    assert not any(may_serve(made[:length], names) for length in range(0, len(made), 7))
    assert not may_serve(b"int main() {}", names) and not may_serve(b"", names)
    executable = Path(shutil.which("true") or "/bin/true").read_bytes()
    assert not may_serve(executable, names)


def test_damaged_object_files_raise_nothing(tmp_path: Path, names: frozenset[str]) -> None:
    made = compiled(tmp_path, "golfed.c", ORDINARY["golfed.c"])
    chance = random.Random(1)
    for _ in range(500):
        damaged = bytearray(made)
        for _ in range(chance.randint(1, 20)):
            damaged[chance.randrange(len(made))] = chance.choice((0, 1, 255, chance.randrange(256)))
        assert may_serve(bytes(damaged), names) in (True, False)


def test_nothing_may_serve_where_the_names_of_the_host_are_not_known(tmp_path: Path) -> None:
    (tmp_path / "damaged").write_bytes(b"\x7fELF\x02\x01\x01" + bytes(99))
    for name in ("damaged", "none"):
        assert not names_in(tmp_path / name)
    assert not may_serve(compiled(tmp_path, "plain.c", MAIN), frozenset())
