import Files
import Library
import QuranIndex
import Rendering
import ScalarText
import Timing

/// The ayat that a command is to play or to copy, each with the file and the stretch that is heard.
struct HeardAyat {
  /// An ayah, and what plays it.
  struct Item {
    let ayah: Ayah
    let hearing: Hearing
    /// Where the audio can be opened.
    let file: String
    /// The audio as the user would write it.
    let shownFile: String
  }

  /// In the order asked for; what nothing plays is left out.
  private(set) var items: [Item] = []
  /// What nothing plays.
  private(set) var missing: [Ayah] = []
  /// Why nothing plays it, a line each.
  let complaints: [String]
  /// What was in the way, and doesn't matter.
  let remarks: [String]
  /// What might have led to others.
  let faults: [LibraryFault]

  init(
    _ ayat: [Ayah], in session: Session, of folder: LibraryFolder, shownAs root: String, _ terminal: Terminal
  ) {
    let resolution = folder.resolve(ayat, in: session)
    let report = ResolutionReport(
      resolution, of: ayat, in: session, library: root, from: terminal.workingDirectory)
    complaints = report.complaints
    remarks = report.remarks
    faults = resolution.faults
    for ayah in ayat {
      guard let answer = resolution.answers[ayah], let hearing = answer.best, answer.isPlayable,
        hearing.availability == .available
      else {
        missing.append(ayah)
        continue
      }
      let file = PathText.joined(hearing.bundlePath, hearing.audio)
      items.append(Item(ayah: ayah, hearing: hearing, file: file, shownFile: hearing.shownAudio))
    }
  }

  /// Items that follow each other and are heard in the same stretch, together.
  var runs: [(first: Item, label: String)] {
    var runs: [(first: Item, last: Ayah)] = []
    for item in items {
      if let run = runs.last, run.first.file.isExactly(item.file),
        run.first.hearing.span == item.hearing.span,
        run.first.hearing.isShared, item.ayah != run.last
      {
        runs[runs.count - 1].last = item.ayah
      } else {
        runs.append((item, item.ayah))
      }
    }
    return runs.map { ($0.first, AyahRange($0.first.ayah, $0.last).description) }
  }
}
