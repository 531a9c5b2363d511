"""Projects with source code to index."""

from pathlib import Path


def rust_project(folder: Path) -> Path:
    """A project of one small file."""
    project = folder / "my-project"
    (project / "src").mkdir(parents=True)
    (project / "src" / "main.rs").write_text('fn main() {\n    println!("hello harbour");\n}\n')
    return project
