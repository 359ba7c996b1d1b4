"""khalkhin guide: as text, and as a PDF where the extra is there."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

import pytest

from khalkhin.cli import main

NEEDS_TYPST = pytest.mark.skipif(
    importlib.util.find_spec("typst") is None and not os.environ.get("KHALKHIN_REQUIRE_SERVICES"),
    reason="a PDF needs the extra pdf",
)


def test_a_guide_is_told_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["guide", "bkg", "--language", "pt"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Como jogar Batalha de Khalkhin Gol\n==")
    assert "| Um exemplo. Um batalhão motorizado tem 8 pontos" in told
    assert "Formação completa 127 RI +1 (5.1.4)" in told
    assert "DRB AVB" in told
    assert all(len(line) <= 120 for line in told.splitlines())


@NEEDS_TYPST
def test_a_guide_is_written_as_a_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "guide.pdf"
    assert main(["guide", "bkg", "-o", str(file)]) == 0
    assert capsys.readouterr().out.startswith(f"Written to {file}: ")
    assert file.read_bytes().startswith(b"%PDF-")


def test_without_the_extra_a_sentence_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    assert main(["guide", "bkg", "-o", str(tmp_path / "guide.pdf")]) == 2
    assert "khalkhin[pdf]" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_pdf_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["guide", "bkg", "-o", "guide.doc"]) == 2
    assert "guide.doc" in capsys.readouterr().err
