import TilawaBase
import TilawaExchange
import TilawaLibrary
import TilawaQuran
import TilawaFormat

/// A guide: the order of a prayer, as a library keeps it in its folder `guides`.
public struct RecitationGuide: Hashable, Sendable {
  /// One step of the prayer.
  public struct Step: Hashable, Sendable {
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
  public struct Note: Hashable, Sendable {
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
public struct HeardStretch: Hashable, Sendable {
  /// The folder of the bundle, absolute.
  public let bundle: String
  /// The audio, absolute.
  public let file: String
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
public struct GuideImportPlan: Sendable {
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

  /// Writes the files, all or none.
  ///
  /// Throws `overtaken` when somebody has written one of them meanwhile.
  public func carryOut() throws(TilawaError) {
    do { try plan.carriedOut() } catch { throw TilawaError(error) }
  }
}

/// How guides are written for other programs.
public enum GuideFormat: Sendable {
  /// Rows of a table `prayer_guides`, as apps keep them in Supabase.
  case json
  /// One guide as a page of Markdown with front matter.
  case markdown
}

extension RecitationLibrary {
  /// The guides of the library, in the order of their files.
  ///
  /// Throws `faultyFile` when one of them has errors.
  public func guides() throws(TilawaError) -> [RecitationGuide] {
    try shelfOfGuides().entries.map { RecitationGuide($0.guide) }
  }

  /// The guide of that id, or those of a prayer: of `school` where it has one, else of its tradition, else all. None when there is none.
  ///
  /// Throws `invalidArgument` for a school that there isn't, and `faultyFile` when a guide has errors.
  public func guides(of name: String, school: String? = nil) throws(TilawaError) -> [RecitationGuide] {
    let preferred = school.flatMap { School(rawValue: $0) }
    if let school, preferred == nil {
      throw TilawaError(.invalidArgument, "no school is called \"\(school)\"")
    }
    return try shelfOfGuides().entries(named: name, preferring: preferred).map { RecitationGuide($0.guide) }
  }

  /// Where recordings of the library have what a step hears, by what it names: the best place first. Recordings of the guide's prayer
  /// come before others, then those in `rakah`, those whose audio is here, and confirmed ones. What isn't heard anywhere has no entry.
  ///
  /// Throws `invalidArgument` for a riwayah that doesn't exist.
  public func places(
    of step: RecitationGuide.Step, in guide: RecitationGuide, rakah: Int = 1, riwayah: String = "hafs"
  ) throws(TilawaError) -> [String: [HeardStretch]] {
    guard let riwayah = Riwayah(riwayah) else {
      throw TilawaError(.invalidArgument, "no riwayah is called \"\(riwayah)\"")
    }
    let query = HeardQuery(
      step.hears.compactMap { HeardPhrase($0) }, of: Prayer(rawValue: guide.prayer) ?? .other, rakah: rakah,
      riwayah: riwayah)
    let workplace: Workplace
    do { workplace = try Workplace.ofProcess() } catch { throw TilawaError(error) }
    let found = folder.places(of: query).places.map { phrase, places in
      (phrase.text, places.map { HeardStretch($0, in: workplace) })
    }
    return Dictionary(found) { first, _ in first }
  }

  /// Plans to bring in guides of another program: JSON rows of `prayer_guides`, or a page of Markdown.
  ///
  /// Throws `unusableFile` when the file holds no guides, and `refused` when one is here already and says something else, unless it
  /// `replaces` them.
  public func planGuides(from file: String, replacing: Bool = false) throws(TilawaError) -> GuideImportPlan {
    do {
      let workplace = try Workplace.ofProcess()
      return GuideImportPlan(try GuideImport(of: file, into: path, replaces: replacing, in: workplace))
    } catch let obstacle as Obstacle {
      throw TilawaError(.refused, "\(obstacle)")
    } catch {
      throw TilawaError(error)
    }
  }

  /// Guides as a text for other programs, those that are named by id or prayer or all, and what of them has no place there, a line each.
  ///
  /// Throws `invalidArgument` for a name that there isn't, and for several guides as one page; `faultyFile` when a guide has errors.
  public func exportGuides(
    _ names: [String] = [], as format: GuideFormat = .json
  ) throws(TilawaError) -> (text: String, losses: [String]) {
    let shelf = try shelfOfGuides()
    do {
      let export = try GuideExport(names, of: shelf, as: format == .json ? .json : .markdown)
      return (export.text, export.losses.map(\.sentence))
    } catch {
      throw TilawaError(.invalidArgument, "\(error)")
    }
  }

  private func shelfOfGuides() throws(TilawaError) -> GuideShelf {
    let shelf = GuideShelf(inLibrary: path, shownAs: path)
    if let error = shelf.diagnostics.first(where: { $0.severity == .error }) {
      throw TilawaError(.faultyFile, "\(error.place.path): \(error.message)")
    }
    return shelf
  }
}

extension HeardStretch {
  fileprivate init(_ place: HeardPlace, in workplace: Workplace) {
    let bundle = workplace.path(place.bundle)
    self.init(
      bundle: bundle, file: PathText.joined(bundle, place.audio), range: place.span.durations,
      prayer: place.prayer?.rawValue, rakah: place.rakah, reciter: place.reciter,
      isConfirmed: place.isVerified, isHere: place.isHere)
  }
}
