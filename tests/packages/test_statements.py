"""Which files are statements."""

from __future__ import annotations

from pathlib import Path

from judge.packages.statements import statement_files


def test_statements_are_found_in_the_folder_of_any_version(tmp_path: Path) -> None:
    for index, folder in enumerate(("statement", "problem_statement", "")):
        package = tmp_path / str(index)
        (package / folder).mkdir(parents=True)
        for name in ("problem.en.tex", "problem.pt-BR.md", "problem.pdf", "problem.txt", "x.tex"):
            (package / folder / name).write_text("")
        found = [(file.language, file.kind) for file in statement_files(package)]
        assert found == [("en", "pdf"), ("en", "tex"), ("pt-BR", "md")]
    assert statement_files(tmp_path / "none") == ()
