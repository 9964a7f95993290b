"""The house's own rules: what stands where, what every file keeps to."""

from __future__ import annotations

import ast
import itertools
import re
import shutil
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

pytestmark = pytest.mark.checkout

CODE: Final = ("components", "systems", "game")
FOLDERS: Final = {"components", "systems", "game", "assets", "tests", ".ci", ".dev"}
LONGEST_MODULE: Final = 350

# Written so that this page doesn't hold what it looks for.
UNFINISHED: Final = re.compile(r"\b(?:TO[D]O|FI[X]ME|X[X]X|HA[C]K)\b")
OF_A_MACHINE: Final = re.compile(r"(?<![\w.<])/(?:work|tmp|root|home|Users)/|python[h]osted|sub-?[a]gent")
SILENCED: Final = re.compile(
    r"#\s*(?:type:\s*ignore|noqa)(?P<code>\[[\w,\- ]+\]|:\s*[A-Z]+\d+(?:,\s*[A-Z]+\d+)*)?(?P<rest>.*)"
)
BARE_SKIP: Final = re.compile(
    r"pytest\.(?:skip|xfail)\(\)|mark\.(?:skip|xfail)(?!\w)(?!\(.*reason=)|mark\.skipif\((?!.*reason=)"
)


@pytest.fixture(scope="session")
def tracked(checkout: Path) -> list[Path]:
    """Every file of the project: what git knows or would take; without git, what isn't made by a tool."""
    if (checkout / ".git").exists() and shutil.which("git"):
        listing = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
            cwd=checkout,
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        names = [checkout / name for name in listing.stdout.split("\0") if name]
        return [path for path in names if path.is_file() and not path.is_symlink()]
    rooms = [path for folder in FOLDERS - {".dev"} for path in (checkout / folder).rglob("*")]
    return [path for path in [*checkout.glob("*"), *rooms] if path.is_file() and "__pycache__" not in path.parts]


@pytest.fixture(scope="session")
def texts(tracked: list[Path], checkout: Path) -> dict[str, str]:
    """Every text file of the project, by its path from the root."""
    found = {}
    for path in tracked:
        data = path.read_bytes()
        if b"\0" not in data:
            found[path.relative_to(checkout).as_posix()] = data.decode("utf-8")
    return found


@pytest.fixture(scope="session")
def code(texts: dict[str, str]) -> dict[str, str]:
    """The modules of the three code rooms."""
    return {name: text for name, text in texts.items() if name.endswith(".py") and name.split("/")[0] in CODE}


def found_in(texts: dict[str, str], pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()[:100]}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def imports_of(text: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, name.name) for name in names)
            case ast.ImportFrom(module=str(module)):
                yield node.lineno, module


def test_there_are_no_other_folders_at_the_root(tracked: list[Path], checkout: Path) -> None:
    folders = {path.relative_to(checkout).parts[0] for path in tracked if path.parent != checkout}
    assert folders - FOLDERS == set()


def test_the_link_for_editable_installs_leads_to_the_root(checkout: Path) -> None:
    link = checkout / ".dev" / "fleshwound"
    if not link.parent.exists():
        pytest.skip("a source distribution has no .dev: it can't be installed editable")
    assert link.resolve() == checkout.resolve()


def test_nothing_is_left_unfinished(texts: dict[str, str]) -> None:
    assert found_in(texts, UNFINISHED) == []


def test_no_file_names_a_place_on_some_machine(texts: dict[str, str]) -> None:
    assert found_in(texts, OF_A_MACHINE) == []


def test_modules_are_short(code: dict[str, str]) -> None:
    assert {name: n for name, text in code.items() if (n := text.count("\n")) > LONGEST_MODULE} == {}


def test_every_silenced_check_is_named_and_gives_its_reason(texts: dict[str, str]) -> None:
    unexplained = []
    for name, text in texts.items():
        if name.endswith(".py"):
            lines = iter(text.splitlines(keepends=True))
            for token in tokenize.generate_tokens(lambda lines=lines: next(lines, "")):
                silenced = SILENCED.search(token.string) if token.type == tokenize.COMMENT else None
                if silenced and not (silenced["code"] and len(silenced["rest"].strip(" #-:")) > 10):
                    unexplained.append(f"{name}:{token.start[0]}: {token.string}")
    assert unexplained == []


def test_every_skip_gives_its_reason(texts: dict[str, str]) -> None:
    tests = {name: text for name, text in texts.items() if name.startswith("tests/") and name != "tests/test_house.py"}
    assert found_in(tests, BARE_SKIP) == []


def test_every_field_of_a_component_says_what_it_is(code: dict[str, str]) -> None:
    silent = []
    trees = [ast.parse(code[f"components/{module}.py"]) for module in ("creature", "exertion")]
    for owner in itertools.chain.from_iterable(map(ast.walk, trees)):
        if isinstance(owner, ast.ClassDef):
            for field, after in zip(owner.body, [*owner.body[1:], None], strict=True):
                match field, after:
                    case ast.AnnAssign(), ast.Expr(value=ast.Constant(value=str())):
                        pass
                    case ast.AnnAssign(target=ast.Name(id=name)), _:
                        silent.append(f"{owner.name}.{name}")
    assert silent == []


def test_components_are_slotted(code: dict[str, str]) -> None:
    plain = [
        f"{name}: {owner.name}"
        for name, text in code.items()
        if name.startswith("components/")
        for owner in ast.walk(ast.parse(text))
        if isinstance(owner, ast.ClassDef)
        for decorator in owner.decorator_list
        if ast.unparse(decorator).startswith("dataclass") and "slots=True" not in ast.unparse(decorator)
    ]
    assert plain == []


def test_components_import_the_standard_library_only(code: dict[str, str]) -> None:
    foreign = [
        f"{name}:{line}: {module}"
        for name, text in code.items()
        if name.startswith("components/")
        for line, module in imports_of(text)
        if module.split(".")[0] not in sys.stdlib_module_names and not module.startswith("fleshwound.components")
    ]
    assert foreign == []


def test_only_the_folder_of_a_ruleset_knows_it(code: dict[str, str]) -> None:
    """A ruleset's folder imports from no other ruleset's, and what all rulesets share imports from none."""
    rulesets = {name.split("/")[1] for name in code if name.startswith("systems/") and name.count("/") > 1}
    assert "heroic" in rulesets
    crossing = [
        f"{name}:{line}: {module}"
        for name, text in code.items()
        if name.startswith("systems/")
        for line, module in imports_of(text)
        for ruleset in rulesets - {name.split("/")[1]}
        if f"{module}.".startswith(f"fleshwound.systems.{ruleset}.")
    ]
    assert crossing == []


def test_every_module_has_a_purpose(code: dict[str, str]) -> None:
    assert [name for name, text in code.items() if text.strip() and not ast.get_docstring(ast.parse(text))] == []


def test_the_layers_check_knows_every_ruleset(texts: dict[str, str], code: dict[str, str]) -> None:
    rulesets = {name.split("/")[1] for name in code if name.startswith("systems/") and name.count("/") > 1}
    contracts = tomllib.loads(texts["pyproject.toml"])["tool"]["importlinter"]["contracts"]
    held_apart = [set(contract["modules"]) for contract in contracts if contract["type"] == "independence"]
    assert held_apart == [{f"fleshwound.systems.{ruleset}" for ruleset in rulesets}]


def test_the_changelog_tells_of_this_version(texts: dict[str, str]) -> None:
    version = tomllib.loads(texts["pyproject.toml"])["project"]["version"]
    assert re.search(
        rf"^## \[{re.escape(version)}\] - (?:unreleased|\d{{4}}-\d\d-\d\d)$", texts["CHANGELOG.md"], re.MULTILINE
    )


def test_every_refusal_says_what_would_be_right(texts: dict[str, str]) -> None:
    """A message of `IntentRefused` has `expected` or `only` in it, its own words or those of a name it is made of."""
    silent = []
    for path, text in texts.items():
        if not path.endswith(".py") or path.split("/")[0] not in CODE:
            continue
        for function in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)):
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
                if not isinstance(call.func, ast.Name) or call.func.id != "IntentRefused":
                    continue
                said = list(ast.walk(call.args[1]))
                if any(isinstance(node, ast.Name) for node in said):
                    said.extend(ast.walk(function))
                words = " ".join(str(node.value) for node in said if isinstance(node, ast.Constant))
                if not re.search(r"\b(?:expected|only)\b", words):
                    silent.append(f"{path}:{call.lineno}")
    assert not silent, silent
