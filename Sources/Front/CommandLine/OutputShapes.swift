import TilawaBase
import TilawaKit

/// The output of commands with `--json` and `--jsonl`, and the manifest of `cut --per-ayah`.
enum OutputShapes {
  /// In the order of their names.
  static let all: [OutputDescription] = [
    AboutReport.shape.description, Attach.shape.description, Checksum.shape.description,
    Detach.shape.description, Fetch.Brought.shape.description, Pauses.shape.description,
    AgreementReport.shape.description, ConversionReport.shape.description,
    CoverageQuestion.shape.description, Diff.description, Terminal.errorShape.description,
    Explain.shape.description, Follow.description, Blame.shape.description, GuideList.shape.description,
    GuideReport.shape.description, Import.shape.description, ListBookmarks.shape.description,
    ListClass.shape.description,
    ListJournal.shape.description, ReportedFinding.shape.description, List.shape.description,
    AyahExport.description, MarkReport.shape.description, MergeReport.shape.description,
    PackReport.shape.description, Publish.shape.description, QueueReport.shape.description,
    QuranMap.shape.description, QuranPassage.shape.description, QuranRiwayat.shape.description,
    QuranSurahs.shape.description, AddReciter.shape.description, ListReciters.shape.description,
    ReciterReport.shape.description, ResolutionReport.description, ReviewReport.shape.description,
    ListShelf.shape.description, ShowBook.shape.description, BundleReport.shape.description,
    ListTexts.shape.description, TextPassage.shape.description, SearchTexts.shape.description,
    Unpack.shape.description,
  ]

  static func named(_ name: String) -> OutputDescription? { all.first { $0.name == name } }
}
