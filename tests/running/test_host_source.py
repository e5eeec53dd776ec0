"""The source of a host that is compiled together with the function that it calls."""

from __future__ import annotations

from judge.languages.table import all_languages
from judge.running.host_source import filled_host

CPP = all_languages()["cpp"]
VALUES = {"name": "f", "arguments": "int", "source": "f.cpp"}


def first_header(posted: str) -> str:
    lines = filled_host(posted.encode(), CPP, VALUES).decode().splitlines()
    return next(line for line in lines if line.startswith("#include"))


def test_a_large_header_of_the_posted_source_comes_first_of_all() -> None:
    """Only the first header of a file can be a compiled one."""
    for spelled in (
        "#include<bits/stdc++.h>",
        "  # import <bits/stdc++.h>",
        '#import"bits/stdc++.h"',
    ):
        assert first_header(f"#define q 1\n{spelled}\nint f(int a){{return a;}}") == (
            "#include <bits/stdc++.h>"
        )


def test_a_source_without_one_gets_none() -> None:
    for source in (
        "int f(int a){return a;}",
        "// #include <bits/stdc++.h>\nint f(int a){return a;}",
    ):
        assert first_header(source).startswith("#include <iostream>")
