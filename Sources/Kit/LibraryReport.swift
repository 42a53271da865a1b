import TilawaBase
import TilawaFormat
package import TilawaLibrary
import TilawaQuran

/// A page that shows the reciters who can be heard for each part of the Quran in a library.
package struct LibraryReport: Sendable {
  /// The number of ayat that can be heard, and the number of those in rows that a person has confirmed.
  package let foundCount, confirmedCount: Int
  /// The faults of files that could not be read, and that might be playable.
  package let faults: [LibraryFault]
  private let section: LibrarySection

  /// Searches the library for the whole Quran. Addresses are relative to `folder`, the folder of the page.
  package init(of library: LibraryFolder, in session: Session, from folder: String) {
    let counting = session.counting
    let ayat = (1...114).compactMap(counting.range(ofSurah:)).flatMap(counting.ayat(in:)).filter {
      $0.number > 0
    }
    let answer = library.resolve(ayat, in: session, explaining: true)
    var section = LibrarySection()
    var known: [String: Int] = [:]
    let titles = RecordingTitles()
    for ayah in ayat {
      let found = answer.answers[ayah]
      // The best row of each reciter.
      var reciters: Set<String> = []
      let hearings = ([found?.best].compactMap { $0 } + (found?.others ?? [])).filter { hearing in
        hearing.availability == .available && reciters.insert(hearing.reciter ?? hearing.bundlePath).inserted
      }
      section.ayat.append(
        (
          ayah.description,
          hearings.map { hearing in
            let file = PathText.joined(hearing.bundlePath, hearing.audio)
            let index = known[file] ?? section.recordings.count
            if index == section.recordings.count {
              known[file] = index
              section.recordings.append(
                .init(
                  address: ReportPlan.address(of: file, from: folder), title: titles.title(of: hearing),
                  reciter: hearing.shownReciter ?? ""))
            }
            return .init(in: index, hearing.span, isConfirmed: hearing.isVerified)
          }
        ))
    }
    let places = Dictionary(uniqueKeysWithValues: ayat.enumerated().map { ($1, $0) })
    func part(_ number: Int, _ name: String, _ range: AyahRange?) -> LibrarySection.Part? {
      guard let range, let first = counting.ayat(in: range).lazy.compactMap({ places[$0] }).first,
        let last = places[range.last]
      else { return nil }
      return (number, name, first..<last + 1)
    }
    section.pages = (1...Division.page.count).compactMap { number in
      let range = Division.page.range(of: number, in: counting)
      return part(number, "Page \(number), \(range?.description ?? "")", range)
    }
    section.surahs = (1...114).compactMap { number in
      part(number, "\(number) \(Surah.numbered(number)?.name ?? "")", counting.range(ofSurah: number))
    }
    self.section = section
    (foundCount, confirmedCount) = (section.foundCount, section.confirmedCount)
    faults = answer.faults
  }

  /// True if nothing can be heard.
  package var isEmpty: Bool { foundCount == 0 }

  /// Returns the page.
  package func page(title: String) -> Page {
    var page = Page(title: title)
    page.lead = [
      .element(
        "p", [:],
        "\(counted(foundCount, "ayah", plural: "ayat")) of \(section.ayat.count) can be played, \(confirmedCount) of them "
          + "confirmed by a person, in \(counted(section.recordings.count, "recording")).")
    ]
    page.sections = [section.section]
    return page
  }
}

/// The titles of recordings, each read once.
private final class RecordingTitles {
  private var known: [String: String] = [:]

  func title(of hearing: Hearing) -> String {
    guard hearing.source == nil else { return PathText.name(of: hearing.audio) }
    if let title = known[hearing.bundlePath] { return title }
    let bundle = TilawaBundle(readingAt: hearing.bundlePath, shownAs: hearing.bundle, only: [.recording])
    let title = bundle.recording?.content?.title?.value ?? PathText.name(of: hearing.bundlePath)
    known[hearing.bundlePath] = title
    return title
  }
}
