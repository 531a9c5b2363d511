"""The language of a file, by its name; a file that no language claims is not source code."""

from pathlib import PurePosixPath

_SUFFIXES = {
    "python": "py pyi pyw",
    "javascript": "js jsx mjs cjs",
    "typescript": "ts tsx mts cts",
    "rust": "rs",
    "go": "go",
    "java": "java",
    "c": "c h",
    "cpp": "cc cpp cxx c++ hh hpp hxx inl ipp",
    "csharp": "cs csx",
    "ruby": "rb rake gemspec",
    "php": "php phtml",
    "kotlin": "kt kts",
    "swift": "swift",
    "bash": "sh bash zsh ksh",
    "scala": "scala sc",
    "dart": "dart",
    "lua": "lua",
    "perl": "pl pm",
    "r": "r",
    "julia": "jl",
    "elixir": "ex exs",
    "erlang": "erl hrl",
    "haskell": "hs",
    "ocaml": "ml mli",
    "fsharp": "fs fsx fsi",
    "clojure": "clj cljs cljc edn",
    "lisp": "lisp el scm rkt",
    "zig": "zig",
    "nim": "nim",
    "crystal": "cr",
    "groovy": "groovy gradle",
    "objective-c": "m mm",
    "powershell": "ps1 psm1",
    "batch": "bat cmd",
    "fish": "fish",
    "visual-basic": "vb vbs bas",
    "pascal": "pas pp",
    "fortran": "f f90 f95 f03",
    "solidity": "sol",
    "sql": "sql",
    "graphql": "graphql gql",
    "protobuf": "proto",
    "thrift": "thrift",
    "terraform": "tf hcl",
    "html": "html htm",
    "vue": "vue",
    "svelte": "svelte",
    "css": "css scss sass less",
    "xml": "xml xsd xsl",
    "json": "json json5",
    "yaml": "yaml yml",
    "toml": "toml",
    "ini": "ini cfg conf properties",
    "markdown": "md mdx markdown",
    "restructuredtext": "rst",
    "asciidoc": "adoc",
    "cmake": "cmake",
    "make": "mk mak",
    "nix": "nix",
    "vim": "vim",
    "assembly": "s asm",
    "cuda": "cu cuh",
    "glsl": "glsl vert frag",
    "tcl": "tcl",
}
_NAMES = {
    "makefile": "make",
    "gnumakefile": "make",
    "dockerfile": "dockerfile",
    "containerfile": "dockerfile",
    "cmakelists.txt": "cmake",
    "rakefile": "ruby",
    "gemfile": "ruby",
    "jenkinsfile": "groovy",
    "vagrantfile": "ruby",
    "build.bazel": "starlark",
    "build": "starlark",
    "justfile": "make",
}
# Generated files: long, and never the answer to a question.
_GENERATED_NAMES = frozenset("package-lock.json composer.lock npm-shrinkwrap.json pnpm-lock.yaml".split())
_GENERATED_ENDINGS = (".min.js", ".min.css", ".map", ".bundle.js", ".chunk.js", "_pb2.py", "_pb2_grpc.py", ".pb.go")

_LANGUAGE_OF = {suffix: language for language, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}


def is_generated(path: str) -> bool:
    """Whether the name is that of a generated file."""
    name = PurePosixPath(path).name.lower()
    return name in _GENERATED_NAMES or name.endswith(_GENERATED_ENDINGS)


def language_of(path: str) -> str | None:
    """The language of a file; None when it is not source code, or was generated."""
    name = PurePosixPath(path).name.lower()
    if is_generated(path):
        return None
    if name in _NAMES:
        return _NAMES[name]
    if name.startswith("dockerfile."):
        return "dockerfile"
    _, dot, suffix = name.rpartition(".")
    return _LANGUAGE_OF.get(suffix) if dot else None
