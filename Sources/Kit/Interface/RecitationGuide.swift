public import FoundationEssentials
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaLibrary
import TilawaQuran

/// A guide: the order of a prayer, stored in the folder `guides` of a library.
public struct RecitationGuide: Identifiable, Hashable, Codable, Sendable {
  /// One step of the prayer.
  public struct Step: Hashable, Codable, Sendable {
    /// Its number, from 1.
    public let number: Int
    /// Its name.
    public let title: String
    /// The actions of the step.
    public let description: String?
    /// The words of the step.
    public let arabic: String?
    /// The pronunciation of the words, in Latin letters.
    public let transliteration: String?
    /// The meaning of the words.
    public let translation: String?
    /// The parts that are heard in recordings: ayat such as `1:1-7`, or a word such as `takbir`.
    public let hears: [String]
  }

  /// A note on the prayer.
  public struct Note: Hashable, Codable, Sendable {
    /// The rak'ah that it is about, from 1; nil for none in particular.
    public let rakah: Int?
    /// The text of the note.
    public let text: String
  }

  /// The id, unique within the library.
  public let id: String
  /// A name for people.
  public let title: String
  /// The prayer, such as `fajr`.
  public let prayer: String
  /// The school or tradition, such as `shafi`, or nil if it isn't stated.
  public let school: String?
  /// The number of rak'at, as stated or as it follows from the prayer; nil if neither determines it.
  public let rakahCount: Int?
  /// The steps, in the order of the prayer.
  public let steps: [Step]
  /// Notes on single rak'at, followed by those on the whole prayer.
  public let notes: [Note]

  init(_ guide: GuideDraft) {
    (id, title, prayer) = (guide.id, guide.title, guide.prayer.rawValue)
    (school, rakahCount) = (guide.school?.rawValue, guide.rakahCount)
    steps = guide.steps.enumerated().map { index, step in
      Step(
        number: index + 1, title: step.title, description: step.description, arabic: step.arabic,
        transliteration: step.transliteration, translation: step.translation, hears: step.hear.map(\.text))
    }
    notes = (guide.rakahNotes + guide.notes).map { Note(rakah: $0.rakah, text: $0.text) }
  }
}

/// A stretch of a recording in which a step of a prayer is heard.
public struct HeardStretch: Hashable, Codable, Sendable {
  /// The folder of the bundle.
  public let bundle: URL
  /// The address of the audio file.
  public let file: URL
  /// The time range in the audio, in whole milliseconds.
  public let range: Range<Duration>
  /// The recorded prayer, or nil if the bundle doesn't state it.
  public let prayer: String?
  /// The rak'ah in which it is heard, from 1, or nil if unknown.
  public let rakah: Int?
  /// The id of the reciter, or nil if unknown.
  public let reciter: String?
  /// True if a person has confirmed it.
  public let isConfirmed: Bool
  /// True if the audio is on this computer.
  public let isHere: Bool
}

/// A plan to import guides of another program into a library.
public struct GuideImportPlan: Plan {
  private let plan: GuideImport

  init(_ plan: GuideImport) { self.plan = plan }

  /// The guides to be written, without those that the library already has in identical form.
  public var guides: [RecitationGuide] {
    plan.items.filter { $0.change != .unchanged }.map { RecitationGuide($0.guide) }
  }
  /// The ids of the guides that replace another guide.
  public var replaced: [String] { plan.items.filter { $0.change == .replaced }.map(\.guide.id) }
  /// The parts of the file that can't be kept or read.
  public var findings: [Finding] { plan.findings.map { Finding($0) } }

  /// Writes the files, all or none, and returns the guides.
  public func apply(
    confirming: Set<Question>, progress: @escaping @Sendable (WorkProgress) -> Void
  ) async throws(TilawaError) -> [RecitationGuide] {
    try await apply(confirming, progress) { _ in
      try plan.apply()
      return guides
    }
  }
}

/// A format of guides for other programs.
public enum GuideFormat: String, Hashable, Codable, Sendable {
  /// Rows of a table `prayer_guides`, as apps keep them in Supabase.
  case json
  /// One guide as a page of Markdown with front matter.
  case markdown
}

extension RecitationLibrary {
  /// Returns the guides of the library, in the order of their files.
  ///
  /// Throws `faulty` if one of them has errors.
  public func guides() async throws(TilawaError) -> [RecitationGuide] {
    try await withGuides { shelf in shelf.entries.map { RecitationGuide($0.guide) } }
  }

  /// Returns the guide with that id, or the guides of a prayer; an empty array if there are none.
  ///
  /// Of a prayer's guides, only those of `school` are returned if there are any, else those of its tradition,
  /// else all.
  ///
  /// Throws `invalidArgument` for an unknown school, and `faulty` if a guide has errors.
  public func guides(of name: String, school: String? = nil) async throws(TilawaError) -> [RecitationGuide] {
    let preferred = school.flatMap { School(rawValue: $0) }
    if let school, preferred == nil {
      throw TilawaError(.invalidArgument, noSuch("school", school, in: School.allCases.map(\.rawValue)))
    }
    return try await withGuides { shelf in
      shelf.entries(named: name, preferring: preferred).map { RecitationGuide($0.guide) }
    }
  }

  /// Returns the places in recordings of the library at which a step is heard, by the step's references, the
  /// best place first.
  ///
  /// Recordings of the guide's prayer come before others, then those in `rakah`, those whose audio is here,
  /// and confirmed ones. References that aren't heard anywhere have no entry.
  ///
  /// Throws `invalidArgument` for an unknown riwayah.
  public func places(
    of step: RecitationGuide.Step, in guide: RecitationGuide, rakah: Int = 1, riwayah: String = "hafs"
  ) async throws(TilawaError) -> [String: [HeardStretch]] {
    let query = HeardQuery(
      step.hears.compactMap { HeardPhrase($0) }, of: Prayer(rawValue: guide.prayer) ?? .other, rakah: rakah,
      riwayah: try Riwayah(named: riwayah))
    return try await reading { folder, workplace in
      let found = folder.places(of: query).places.map { phrase, places in
        (phrase.text, places.map { HeardStretch($0, in: workplace) })
      }
      return Dictionary(found) { first, _ in first }
    }
  }

  /// Plans to import guides of another program: JSON rows of `prayer_guides`, or a page of Markdown.
  ///
  /// Throws `unusable` if the file contains no guides, and `refused` if a guide already exists with other
  /// content, unless `replacing` is true.
  public func planGuides(
    from file: URL, replacing: Bool = false
  ) async throws(TilawaError) -> GuideImportPlan {
    try await inBackground(unreported) { _ in
      GuideImportPlan(
        try GuideImport(
          of: file.filePath(), into: url.filePath(), replaces: replacing, in: Workplace.ofApp()))
    }
  }

  /// Returns guides as text for other programs, and a line for each part that the format can't contain.
  ///
  /// The guides are named by id or prayer; without names, all are exported.
  ///
  /// Throws `invalidArgument` for an unknown name and for several guides as one page, and `faulty` if a guide
  /// has errors.
  public func exportGuides(
    _ names: [String] = [], as format: GuideFormat = .json
  ) async throws(TilawaError) -> (text: String, losses: [String]) {
    try await withGuides { shelf in
      do {
        let export = try GuideExport(names, of: shelf, as: format == .json ? .json : .markdown)
        return (export.text, export.losses.map(\.sentence))
      } catch {
        throw TilawaError(.invalidArgument, "\(error)")
      }
    }
  }

  private func withGuides<Result: Sendable>(
    _ work: @escaping @Sendable (GuideShelf) throws -> Result
  ) async throws(TilawaError) -> Result {
    try await inBackground(unreported) { _ in
      let path = try url.filePath()
      let shelf = GuideShelf(inLibrary: path, shownAs: path)
      let errors = shelf.diagnostics.filter { $0.severity == .error }
      if let first = errors.first {
        throw TilawaError(
          .faulty, "\(first.place.path): \(first.message)", at: first.place.path, errors.map { Finding($0) })
      }
      return try work(shelf)
    }
  }
}

extension HeardStretch {
  fileprivate init(_ place: HeardPlace, in workplace: Workplace) {
    let bundle = workplace.path(place.bundle)
    self.init(
      bundle: URL(filePath: bundle, directoryHint: .isDirectory),
      file: URL(filePath: PathText.joined(bundle, place.audio), directoryHint: .notDirectory),
      range: place.span.durations,
      prayer: place.prayer?.rawValue, rakah: place.rakah, reciter: place.reciter,
      isConfirmed: place.isVerified, isHere: place.isHere)
  }
}
