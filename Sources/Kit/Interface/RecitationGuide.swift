public import FoundationEssentials
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaLibrary
import TilawaQuran

/// A guide: the order of a prayer, as a library keeps it in its folder `guides`.
public struct RecitationGuide: Identifiable, Hashable, Codable, Sendable {
  /// One step of the prayer.
  public struct Step: Hashable, Codable, Sendable {
    /// Its number, from 1.
    public let number: Int
    /// What it is called.
    public let title: String
    /// What is done.
    public let description: String?
    /// What is said.
    public let arabic: String?
    /// How that sounds, in Latin letters.
    public let transliteration: String?
    /// What that means.
    public let translation: String?
    /// What of it is heard in recordings: ayat such as `1:1-7`, or a word such as `takbir`.
    public let hears: [String]
  }

  /// Something to know of the prayer.
  public struct Note: Hashable, Codable, Sendable {
    /// The rak'ah that it is about, from 1; nil for none in particular.
    public let rakah: Int?
    /// In words.
    public let text: String
  }

  /// Tells it from the other guides of the library.
  public let id: String
  /// A name for people.
  public let title: String
  /// The prayer, such as `fajr`.
  public let prayer: String
  /// The school or tradition, such as `shafi`; nil where it doesn't say.
  public let school: String?
  /// How many rak'at are prayed, also where the prayer alone tells; nil where nothing does.
  public let rakahCount: Int?
  /// In the order of the prayer.
  public let steps: [Step]
  /// What is particular to rak'at, and then what is important for all of it.
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
  /// The audio.
  public let file: URL
  /// Where it begins and ends in the audio; whole milliseconds.
  public let range: Range<Duration>
  /// The prayer that was recorded, when the bundle says so.
  public let prayer: String?
  /// In which rak'ah it is heard, from 1, when that is known.
  public let rakah: Int?
  /// Id of who recites, when it is known.
  public let reciter: String?
  /// Whether a person has confirmed it.
  public let isConfirmed: Bool
  /// Whether the audio is here.
  public let isHere: Bool
}

/// Guides of another program on their way into a library.
public struct GuideImportPlan: Plan {
  private let plan: GuideImport

  init(_ plan: GuideImport) { self.plan = plan }

  /// The guides that are written; those that the library has already, word for word, are not among them.
  public var guides: [RecitationGuide] {
    plan.items.filter { $0.change != .unchanged }.map { RecitationGuide($0.guide) }
  }
  /// The ids of those that take the place of another guide.
  public var replaced: [String] { plan.items.filter { $0.change == .replaced }.map(\.guide.id) }
  /// What of the file found no place, or can't be read.
  public var findings: [Finding] { plan.findings.map { Finding($0) } }

  /// Writes the files, all or none, and gives the guides.
  public func apply(
    confirming: Set<Question>, progress: @escaping @Sendable (WorkProgress) -> Void
  ) async throws(TilawaError) -> [RecitationGuide] {
    try await apply(confirming, progress) { _ in
      try plan.apply()
      return guides
    }
  }
}

/// How guides are written for other programs.
public enum GuideFormat: String, Hashable, Codable, Sendable {
  /// Rows of a table `prayer_guides`, as apps keep them in Supabase.
  case json
  /// One guide as a page of Markdown with front matter.
  case markdown
}

extension RecitationLibrary {
  /// The guides of the library, in the order of their files.
  ///
  /// Throws `faulty` when one of them has errors.
  public func guides() async throws(TilawaError) -> [RecitationGuide] {
    try await withGuides { shelf in shelf.entries.map { RecitationGuide($0.guide) } }
  }

  /// The guide of that id, or those of a prayer: of `school` where it has one, else of its tradition, else all. None when there is none.
  ///
  /// Throws `invalidArgument` for a school that there isn't, and `faulty` when a guide has errors.
  public func guides(of name: String, school: String? = nil) async throws(TilawaError) -> [RecitationGuide] {
    let preferred = school.flatMap { School(rawValue: $0) }
    if let school, preferred == nil {
      throw TilawaError(.invalidArgument, "no school is called \"\(school)\"")
    }
    return try await withGuides { shelf in
      shelf.entries(named: name, preferring: preferred).map { RecitationGuide($0.guide) }
    }
  }

  /// Where recordings of the library have what a step hears, by what it names: the best place first. Recordings of the guide's prayer
  /// come before others, then those in `rakah`, those whose audio is here, and confirmed ones. What isn't heard anywhere has no entry.
  ///
  /// Throws `invalidArgument` for a riwayah that doesn't exist.
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

  /// Plans to bring in guides of another program: JSON rows of `prayer_guides`, or a page of Markdown.
  ///
  /// Throws `unusable` when the file holds no guides, and `refused` when one is here already and says something else, unless it
  /// `replaces` them.
  public func planGuides(
    from file: URL, replacing: Bool = false
  ) async throws(TilawaError) -> GuideImportPlan {
    try await inBackground(unreported) { _ in
      GuideImportPlan(
        try GuideImport(
          of: file.filePath(), into: url.filePath(), replaces: replacing, in: Workplace.ofApp()))
    }
  }

  /// Guides as a text for other programs, those that are named by id or prayer or all, and what of them has no place there, a line each.
  ///
  /// Throws `invalidArgument` for a name that there isn't, and for several guides as one page; `faulty` when a guide has errors.
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
