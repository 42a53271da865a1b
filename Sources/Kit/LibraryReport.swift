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
    func part(_ number: Int, _ names: [String], _ range: AyahRange?) -> LibrarySection.Part? {
      guard let range, let first = counting.ayat(in: range).lazy.compactMap({ places[$0] }).first,
        let last = places[range.last]
      else { return nil }
      return (number, names, first..<last + 1)
    }
    section.pages = (1...Division.page.count).compactMap { number in
      let range = Division.page.range(of: number, in: counting)
      return part(number, [range?.description].compactMap(\.self), range)
    }
    section.surahs = (1...114).compactMap { number in
      let surah = Surah.numbered(number)
      return part(
        number, [surah?.name, surah?.arabicName].compactMap(\.self), counting.range(ofSurah: number))
    }
    section.entries = Self.entries(of: library)
    self.section = section
    (foundCount, confirmedCount) = (section.foundCount, section.confirmedCount)
    faults = answer.faults
  }

  /// The recordings in the order of their titles, by the names of their reciters.
  private static func entries(of library: LibraryFolder) -> [LibrarySection.Entry] {
    let names = library.reciterNames
    let found = inParallel(library.bundles) {
      RecordingEntry(readingAt: $0, shownAs: PathText.shown($0, from: library.home), names: names)
    }
    return RecordingOrder.title.sorted(found).map { recording in
      var entry = LibrarySection.Entry(title: recording.shownTitle, reciters: recording.shownReciters)
      entry.path = recording.shownPath
      // As the person who recorded it saw it, without the time.
      entry.day = recording.recordedAt.map { String($0.text.prefix(10)) }
      entry.length = recording.length
      entry.confirmed = recording.rows.verified + recording.namedMarkers.confirmed
      entry.rows = recording.rows.all + recording.namedMarkers.all
      entry.next = next(after: recording)
      let path = ShellText.quoted(recording.shownPath)
      entry.command =
        switch entry.next {
        case .find: "tilawa mark \(path)"
        case .segment: "tilawa segment \(path)"
        case .hear: "tilawa studio \(path)"
        case .fetch: recording.availability == .missing ? nil : "tilawa fetch \(path)"
        case .done: nil
        }
      return entry
    }
  }

  private static func next(after recording: RecordingEntry) -> LibrarySection.Entry.Next {
    if recording.availability != .available { return .fetch }
    let markers = recording.namedMarkers
    if recording.rows.verified < recording.rows.all || markers.confirmed < markers.all { return .hear }
    if markers.all > 0 { return .segment }
    return recording.isFinished ? .done : .find
  }

  /// True if nothing can be heard.
  package var isEmpty: Bool { foundCount == 0 }

  /// Returns the page.
  package func page(title: String) -> Page {
    var page = Page(title: title)
    func count(_ key: String, _ count: Int) -> HTML { .said("span", key, ["n": .int(Int64(count))]) }
    let reciters = Set(section.entries.flatMap(\.reciters)).count
    let length = section.entries.reduce(Milliseconds.zero) { $0 + $1.length }
    page.lead = [
      .element(
        "p", ["class": "soft counts"],
        [
          count("library.recordings-count", section.entries.count), count("library.reciters-count", reciters),
          length.count < 3_600_000
            ? count("library.minutes-count", Int(length.seconds / 60))
            : count("library.hours-count", Int(length.seconds / 3600)),
          .said(
            "span", "library.heard-count",
            ["n": .int(Int64(foundCount)), "all": .int(Int64(section.ayat.count))]),
          count("library.confirmed-count", confirmedCount),
        ])
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
