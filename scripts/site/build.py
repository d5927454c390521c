"""Builds the documentation's site: the documents of the checkout, and a reference that the program itself writes.

    python build.py OUT PAGE

OUT becomes the site, with the folder PAGE (the built page) at app/ in it. It needs bin/backfill, go and mkdocs.
Links between documents stay links; those to other files of the checkout lead to the repository.
"""

import ast
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAMES = json.loads((ROOT / "scripts/release/names.json").read_text())
HOME = "scripts/site/index.md"
TUTORIAL = "docs/tutorial.md"
PARTS = {"the-administrator": "administrator", "the-researcher": "researcher", "the-student": "student"}

# Where each document of the checkout stands in the site.
PAGES = {
    HOME: "index.md", "docs/install.md": "install.md", TUTORIAL: "tutorials/index.md", "docs/examples.md": "how-to/examples.md",
    "docs/handbook.md": "how-to/handbook.md", "CONTRIBUTING.md": "how-to/contributing.md", "docs/tables.md": "reference/tables.md",
    "python/README.md": "reference/python.md", "core/policy/PROTOCOL.md": "reference/protocol.md", "docs/slurm.md": "explanations/slurm.md",
    "docs/slurm-releases.md": "explanations/slurm-releases.md", "docs/pairs.md": "explanations/pairs.md",
    "docs/architecture.md": "explanations/architecture.md", "notebooks/record/RECORD.md": "explanations/record.md",
    "docs/versions.md": "explanations/versions.md", "docs/roadmap.md": "explanations/roadmap.md", "CHANGELOG.md": "changelog.md",
    ".github/SECURITY.md": "explanations/security.md", "README.md": "index.md",
} | {f"docs/decisions/{p.name}": "decisions/" + p.name.replace("README", "index") for p in (ROOT / "docs/decisions").glob("*.md")}

# What the program writes, where the first page names its code.
GENERATED = {"internal/cli": "reference/commands/index.md", "core/policy": "reference/policies.md", "core/metrics": "reference/metrics.md"}
COMMANDS, POLICIES, METRICS = GENERATED.values()

# A link or a picture; before it, what is code and has none.
LINK = re.compile(r"^```.*?^```$|(?P<head>!?\[(?:[^\[\]]|\[[^\]]*\]\([^)]*\))*\]\()(?P<to>[^)\s]+)(?P<tail>\))|`[^`\n]+`", re.M | re.S)
# At the head of a page whose blocks of text are wide.
WIDE = "---\nhide:\n  - toc\n---\n\n"
ASSETS = {".png", ".svg", ".jpg", ".gif"}


def relative(to, of):
    """The path of one page of the site in another."""
    return os.path.relpath(to, os.path.dirname(of)).replace(os.sep, "/")


class Site:
    """The sources of the site, in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def write(self, page, text):
        path = self.folder / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def target(self, link, source, page):
        """Where a link of a document leads from its page."""
        if source == TUTORIAL and link[1:] in PARTS:
            link = os.path.basename(TUTORIAL) + link
        if re.match(r"[a-z]+:|#", link):
            return link
        path, _, at = link.partition("#")
        file = os.path.normpath(os.path.join(os.path.dirname(source), path)) if path else source
        if not (ROOT / file).exists():
            raise SystemExit(f"{source}: there is no {file}")
        if source == HOME and file in GENERATED:
            return relative(GENERATED[file], page)
        if file == TUTORIAL and at in PARTS:
            return relative(f"tutorials/{PARTS[at]}.md", page)
        if file == "README.md" and at:
            return f"{NAMES['repository']}#{at}"
        if file in PAGES:
            return relative(PAGES[file], page) + (f"#{at}" if at else "")
        if pathlib.Path(file).suffix in ASSETS:
            copy = self.folder / "assets" / os.path.basename(file)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, copy)
            return relative(f"assets/{copy.name}", page)
        kind = "tree" if (ROOT / file).is_dir() else "blob"
        return f"{NAMES['repository']}/{kind}/main/{file}" + (f"#{at}" if at else "")

    def linked(self, text, source, page):
        """A document with the links of its page. Code is left alone."""
        def link(m):
            if m["to"] is None:
                return m[0]
            head = LINK.sub(link, m["head"][:-2]) + "](" if m["head"].startswith("[![") else m["head"]
            return head + self.target(m["to"], source, page) + m["tail"]

        return LINK.sub(link, text)

    def documents(self):
        for source, page in PAGES.items():
            if source in (TUTORIAL, "README.md"):
                continue
            text = (ROOT / source).read_text(encoding="utf-8")
            if source == HOME:
                roadmap = (ROOT / "docs/roadmap.md").read_text(encoding="utf-8").partition("\n\n")[2]
                text = text.replace("ROADMAP", roadmap.replace("(slurm.md)", "(../../docs/slurm.md)"))
            self.write(page, self.linked(text, source, page))
        before, *parts = re.split(r"^## ", (ROOT / TUTORIAL).read_text(encoding="utf-8"), flags=re.M)
        after = []
        for part in parts:
            title = part.partition("\n")[0]
            name = PARTS.get(title.lower().replace(" ", "-"))
            if name is None:
                after.append("## " + part)
                continue
            page = f"tutorials/{name}.md"
            self.write(page, self.linked("# " + part, TUTORIAL, page))
        self.write(PAGES[TUTORIAL], self.linked(before + "".join(after), TUTORIAL, PAGES[TUTORIAL]))


def run(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def backfill(*args):
    return run(str(ROOT / "bin/backfill"), *args)


def cell(text):
    """Text as a cell of a table."""
    return re.sub(r"([|<*_\\])", r"\\\1", str(text)).replace("\n", " ")


def table(titles, rows):
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join("| " + " | ".join(row) + " |\n" for row in lines)


def listed(text):
    """The names and sentences below `Available Commands:` of a help text."""
    body = re.search(r"^Available Commands:\n(.*?)(\n\n|\Z)", text, flags=re.M | re.S)
    return re.findall(r"^  (\S+) +(.*)$", body[1], flags=re.M) if body else []


def commands(site):
    """A page for each command, with the help of those below it. Returns them for the navigation."""
    top = backfill("--help")
    rows, pages = [], []
    for name, about in [*listed(top), ("help topics", "What several commands share")]:
        page = f"reference/commands/{name.replace(' ', '-')}.md"
        if name == "help topics":
            topics = re.search(r"^Help topics.*?:\n(.*?)\n\n", top, flags=re.M | re.S)
            texts = [(f"backfill help {t}", backfill("help", t)) for t in re.findall(r"^  (\S+)", topics[1], flags=re.M)]
        else:
            texts = helps([name])
        title = name if name == "help topics" else "backfill " + name
        site.write(page, WIDE + f"# {title.capitalize() if title == name else title}\n\n{about}.\n" + "".join(
            (f"\n## {of}\n" if of != title else "") + f"\n```text\n{text.rstrip()}\n```\n" for of, text in texts))
        rows.append([f"[{name}]({os.path.basename(page)})", cell(about)])
        pages.append({name: page})
    site.write(COMMANDS, "# Commands\n\nWhat `backfill COMMAND --help` prints.\n\n" + table(["command", "what it does"], rows))
    return pages


def helps(path):
    """The help of a command and of all below it."""
    text = backfill(*path, "--help")
    below = [] if path == ["completion"] else listed(text)
    return [("backfill " + " ".join(path), text)] + [h for name, _ in below for h in helps([*path, name])]


def policies(site):
    families = {}
    for p in json.loads(backfill("policies", "--all", "--json")):
        families.setdefault(p["family"], []).append(p)
    text = "# Policies\n\nWhat `backfill policies --all` lists. `ORDER-easy` is EASY over another queue order.\n"
    for family, all_ in families.items():
        text += f"\n## {family.capitalize()}\n\n" + table(["policy", "what it does", "source"], [
            [f"`{p['name']}`", cell(p["doc"]), cell(p.get("source", ""))] for p in all_])
        for p in all_:
            if p.get("options"):
                text += f"\n### Options of {p['name']}\n\n" + table(["option", "default", "meaning"], [
                    [f"`{o['name']}`", f"`{o.get('default', '')}`", cell(o["doc"])] for o in p["options"]])
    site.write(POLICIES, text)


def metrics(site):
    site.write(METRICS, "# Metrics\n\nWhat `backfill metrics` lists.\n\n" + table(
        ["metric", "unit", "better", "formula", "source"],
        [[f"`{m['name']}`", cell(m["unit"]), m["better"], cell(m["formula"]), cell(m["source"])] for m in json.loads(backfill("metrics", "--json"))]))


def schema(site, name, title):
    """A page of a JSON Schema."""
    s = json.loads(backfill("schema", name))

    def kind(v):
        if "$ref" in v:
            ref = v["$ref"].rpartition("/")[2]
            return f"[{ref}](#{re.sub(r'[^a-z0-9_-]', '', ref.lower())})"
        if "items" in v:
            return "list of " + kind(v["items"])
        if "enum" in v:
            return ", ".join(f"`{e}`" for e in v["enum"])
        of = v.get("anyOf", v.get("oneOf"))
        if of:
            return " or ".join(dict.fromkeys(kind(o) for o in of))
        types = v.get("type", "any")
        text = types if isinstance(types, str) else " or ".join(types)
        if "minimum" in v or "maximum" in v:
            text += f", {v.get('minimum', '')} to {v.get('maximum', '')}"
        return text

    def fields(v):
        return table(["field", "type", "meaning"], [[f"`{k}`", kind(f), cell(f.get("description", ""))] for k, f in v.get("properties", {}).items()])

    def body(v):
        return (cell(v.get("description", "")) + "\n\n" if v.get("description") else "") + (fields(v) if v.get("properties") else f"{kind(v)}\n")

    defs = s.get("$defs", {})
    main = defs[s["$ref"].rpartition("/")[2]] if "$ref" in s else s
    text = f"# {title}\n\n`backfill schema {name}` prints it as a JSON Schema, for editors and checkers.\n\n" + body(main)
    for key, v in defs.items():
        if v is not main:
            text += f"\n## {key}\n\n" + body(v)
    site.write(f"reference/{name}.md", text)


def python_api(site):
    """What the package exports, with its documentation, read without importing it."""
    folder = ROOT / "python/backfill"
    exported = next(ast.literal_eval(n.value) for n in ast.parse((folder / "__init__.py").read_text()).body
                    if isinstance(n, ast.Assign) and n.targets[0].id == "__all__")
    text = "# Python API\n\n[The package](python.md) in examples; here is what it exports.\n"
    found = {}
    for file in sorted(folder.glob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in exported:
                found.setdefault(node.name, node)
    for name in sorted(found, key=str.lower):
        node = found[name]
        text += f"\n## {name}\n\n```python\n{head(node)}\n```\n\n" + said(node)
        for m in node.body if isinstance(node, ast.ClassDef) else []:
            if isinstance(m, ast.FunctionDef) and not m.name.startswith("_") and ast.get_docstring(m):
                text += f"\n### {name}.{m.name}\n\n```python\n{head(m)}\n```\n\n" + said(m)
    missing = set(exported) - found.keys()
    if missing:
        raise SystemExit(f"the Python package exports {missing}, which its files do not define")
    site.write("reference/python-api.md", text)


def head(node):
    if isinstance(node, ast.ClassDef):
        return f"class {node.name}" + (f"({', '.join(map(ast.unparse, node.bases))})" if node.bases else "")
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"def {node.name}({ast.unparse(node.args)}){returns}"


def said(node):
    return "```text\n" + (ast.get_docstring(node) or "").rstrip() + "\n```\n" if ast.get_docstring(node) else ""


def facade(site):
    code = (ROOT / "example_test.go").read_text(encoding="utf-8")
    site.write("reference/go.md", WIDE + "# Go\n\nWhat `go doc -all` says of the package at the module's root. "
               "[Versions](../explanations/versions.md) says what it promises.\n\n```text\n" + run("go", "doc", "-all", ".").rstrip() +
               "\n```\n\n## Examples\n\nTests run them and compare what they print.\n\n```go\n" + code.rstrip() + "\n```\n")


def navigation(command_pages):
    return [
        {"Home": "index.md"}, {"Install": "install.md"},
        {"Tutorials": ["tutorials/index.md", {"Administrator": "tutorials/administrator.md"}, {"Researcher": "tutorials/researcher.md"},
                       {"Student and teacher": "tutorials/student.md"}]},
        {"How to": [{"Examples": "how-to/examples.md"}, {"Add to backfill": "how-to/handbook.md"}, {"Contribute": "how-to/contributing.md"}]},
        {"Reference": [{"Commands": [COMMANDS, *command_pages]}, {"Policies": POLICIES}, {"Metrics": METRICS},
                       {"Tables": "reference/tables.md"}, {"Spec": "reference/spec.md"}, {"Study": "reference/study.md"},
                       {"Cluster": "reference/cluster.md"}, {"Rule base": "reference/rules.md"}, {"Python": "reference/python.md"},
                       {"Python API": "reference/python-api.md"}, {"Go": "reference/go.md"}, {"Policies' protocol": "reference/protocol.md"}]},
        {"Explanations": [{"Architecture": "explanations/architecture.md"}, {"Slurm, parameter by parameter": "explanations/slurm.md"},
                          {"Releases of Slurm": "explanations/slurm-releases.md"}, {"What-if against a real Slurm": "explanations/pairs.md"},
                          {"How papers are judged": "explanations/record.md"}, {"Versions": "explanations/versions.md"},
                          {"Security": "explanations/security.md"}, {"Roadmap": "explanations/roadmap.md"}, {"Changelog": "changelog.md"}]},
        {"Decisions": "decisions/index.md"},
    ]


def config(nav, docs, out):
    """The site's configuration. No font and no script comes from another host."""
    palette = [{"media": f"(prefers-color-scheme: {scheme})", "scheme": name, "primary": "indigo", "toggle": {"icon": icon, "name": f"Use {other} colours"}}
               for scheme, name, icon, other in [("light", "default", "material/weather-night", "dark"), ("dark", "slate", "material/weather-sunny", "light")]]
    made = {
        "site_name": "backfill", "site_url": NAMES["site"],
        "site_description": "A laboratory for batch scheduling", "docs_dir": str(docs), "site_dir": str(out), "nav": nav,
        "not_in_nav": "/decisions/[0-9]*.md",
        "theme": {"name": "material", "font": False, "palette": palette,
                  "features": ["navigation.tabs", "navigation.indexes", "navigation.prune", "navigation.top", "search.highlight", "search.suggest",
                               "content.code.copy"]},
        "plugins": ["search"],
        # With repo_url each page would ask the forge for its stars.
        "extra": {"generator": False, "social": [{"icon": "fontawesome/brands/git-alt", "link": NAMES["repository"], "name": "Source"}]},
        "validation": {"omitted_files": "warn", "absolute_links": "warn", "unrecognized_links": "warn", "anchors": "warn"},
    }
    extensions = """markdown_extensions:
  - admonition
  - attr_list
  - tables
  - toc:
      permalink: true
      slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}
  - pymdownx.highlight
  - pymdownx.superfences
"""
    return "".join(f"{json.dumps(k)}: {json.dumps(v)}\n" for k, v in made.items()) + extensions


def main(out, page):
    out, page = pathlib.Path(out).resolve(), pathlib.Path(page).resolve()
    if not (page / "index.html").exists():
        raise SystemExit(f"{page} has no page: make page")
    work = out.with_suffix(".work")
    shutil.rmtree(work, ignore_errors=True)
    site = Site(work / "docs")
    site.documents()
    pages = commands(site)
    policies(site)
    metrics(site)
    for name, title in [("spec", "Spec"), ("study", "Study"), ("cluster", "Cluster"), ("rules", "Rule base")]:
        schema(site, name, title)
    python_api(site)
    facade(site)
    (work / "mkdocs.yml").write_text(config(navigation(pages), work / "docs", out), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "mkdocs", "--quiet", "build", "--strict", "--config-file", work / "mkdocs.yml"], check=True,
                   env={**os.environ, "SOURCE_DATE_EPOCH": run("git", "log", "-1", "--format=%ct").strip(), "NO_MKDOCS_2_WARNING": "1"})
    shutil.copytree(page, out / "app", ignore=shutil.ignore_patterns("*.br", "*.gz"))  # hosts of static files compress themselves
    shutil.rmtree(work)


if __name__ == "__main__":
    main(*sys.argv[1:])
