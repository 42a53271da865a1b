import TilawaBase
import TilawaKit

/// What commands print with `--json` and `--jsonl`, and the manifest of `export-cdn`.
enum OutputShapes {
  /// In the order of their names.
  static let all: [OutputDescription] = [
    AboutReport.shape.description, Attach.shape.description, Blame.shape.description,
    ListBookmarks.shape.description, Checksum.shape.description, AgreementReport.shape.description,
    ConversionReport.shape.description, CoverageQuestion.coverageShape.description, Detach.shape.description,
    Diff.description, Terminal.errorShape.description, Explain.shape.description,
    Fetch.Brought.shape.description, Follow.description, Formats.shape.description,
    GuideList.shape.description, GuideReport.shape.description, Identify.shape.description,
    Import.shape.description, ListJournal.shape.description, ReportedFinding.shape.description,
    List.shape.description, AyahExport.description, MarkReport.shape.description,
    MergeReport.shape.description, CoverageQuestion.missingShape.description, PackReport.shape.description,
    Pauses.shape.description, Publish.shape.description, QueueReport.queueShape.description,
    QuranMap.shape.description, QuranPassage.shape.description, QuranRiwayat.shape.description,
    QuranSurahs.shape.description, AddReciter.shape.description, ListReciters.shape.description,
    ReciterReport.shape.description, ResolutionReport.description, QueueReport.resumeShape.description,
    ReviewReport.shape.description, Rules.shape.description, Score.description, ListShelf.shape.description,
    ShowBook.shape.description, BundleReport.shape.description, ListTexts.shape.description,
    TextPassage.shape.description, SearchTexts.shape.description, Unpack.shape.description,
  ]

  static func named(_ name: String) -> OutputDescription? { all.first { $0.name == name } }
}
