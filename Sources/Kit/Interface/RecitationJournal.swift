public import FoundationEssentials
import TilawaBase
import TilawaFormat
import TilawaQuran

/// A person's private records beside a library: notes, favourites, what they memorise and read, words,
/// bookmarks.
///
/// Its files are plain text in one folder, which only the owner may read. Each query reads them anew, and
/// each change writes only the lines that it must.
public struct RecitationJournal: Sendable {
  /// A row of one of its lists.
  public struct Entry: Hashable, Codable, Sendable {
    /// Its number in the list, from 1.
    public let number: Int
    /// The ayat that it is about, or nil if the row names none.
    public let passage: Passage?
    /// The values by the keys of `spec/companions/journal.md`.
    public let values: [String: String]
    /// The day on which it is to be recited from memory again, as `2024-01-20`. It is nil for rows that were
    /// never recalled, and outside of `memorised`.
    public let due: String?
  }

  private let folder: JournalFolder
  private let workplace: Workplace

  /// Creates the journal in a folder, which is made by the first change.
  ///
  /// Throws `invalidArgument` for a URL that is not a folder's.
  public init(at url: URL) throws(TilawaError) {
    let path = try url.filePath()
    do { workplace = try Workplace.ofApp() } catch { throw TilawaError(error) }
    folder = JournalFolder(at: workplace.path(path), shownAs: path)
  }

  /// The lists that a journal has: `notes`, `favourites`, `memorised` and others.
  public static var lists: [String] { JournalList.all.map(\.name) }

  /// Returns the rows of a list, in the order of its file; with `passage`, only those that share an ayah with
  /// it.
  ///
  /// Throws `invalidArgument` for an unknown list, and `faulty` for one that can't be read.
  public func entries(
    in list: String, about passage: Passage? = nil
  ) async throws(TilawaError) -> [Entry] {
    try await inBackground(unreported) { _ in try entries(in: Self.list(list), passage) }
  }

  private func entries(in list: JournalList, _ passage: Passage?) throws(TilawaError) -> [Entry] {
    let found = folder.rows(of: list)
    if let error = found.faults.first(where: { $0.severity == .error }) {
      throw TilawaError(.faulty, error.message)
    }
    var query = JournalQuery()
    query.ayat = passage.map { [$0.range] } ?? []
    return query.rows(of: list, among: found.rows).map { row in
      Entry(
        number: row.number, passage: row.ayat.map { Passage($0) },
        values: Dictionary(row.values.map { ($0.key, $0.text) }) { first, _ in first },
        due: list.kind == .memorised ? Recall(row).dueDay(in: workplace.calendar)?.text : nil)
    }
  }

  /// Adds a row about `place`, such as `2:255`, `kahf` or for words `18:10:5`. An existing row of the same
  /// place is changed instead, except in notes.
  ///
  /// Throws `invalidArgument` for an unknown list, place, key or value. Throws `faulty` or `refused` if the
  /// file has faults or would break a rule. Nothing is written then.
  public func add(
    _ place: String, to list: String, _ values: [String: String] = [:]
  ) async throws(TilawaError) {
    try await inBackground(unreported) { _ in try add(place, to: Self.list(list), values) }
  }

  private func add(_ place: String, to list: JournalList, _ values: [String: String]) throws(TilawaError) {
    let plan: JournalPlan
    do {
      plan = try JournalPlan(
        adding: place, values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, to: list, of: folder,
        in: workplace)
    } catch {
      throw TilawaError(.invalidArgument, "\(error)")
    }
    do { _ = try plan.apply() } catch let obstacle as Failure {
      throw TilawaError(.refused, "\(obstacle)")
    } catch {
      throw TilawaError(error)
    }
  }

  /// Records a recall of a memorised passage, graded from 0 for nothing to 5 for no hesitation. Returns the
  /// next day on which it is due.
  ///
  /// Throws `invalidArgument` for another grade, and for a passage without a row of its own.
  @discardableResult
  public func recall(_ passage: Passage, grade: Int) async throws(TilawaError) -> String? {
    try await inBackground(unreported) { _ in try recalled(passage, grade) }
  }

  private func recalled(_ passage: Passage, _ grade: Int) throws(TilawaError) -> String? {
    let plan: RecallPlan
    do { plan = try RecallPlan(of: [passage.range], grade: grade, in: folder, workplace) } catch {
      throw TilawaError(.invalidArgument, "\(error)")
    }
    do { return try plan.apply().first?.recall.dueDay(in: workplace.calendar)?.text } catch {
      throw TilawaError(error)
    }
  }

  /// Returns the passages that are due to be recited from memory, the longest overdue first.
  ///
  /// Throws `faulty` if the list can't be read.
  public func due() async throws(TilawaError) -> [Passage] {
    try await inBackground(unreported) { _ in
      do {
        return try JournalPassages.due.ayat(of: folder, in: nil, workplace).ayat.map { Passage($0) }
      } catch {
        throw TilawaError(.faulty, "\(error)")
      }
    }
  }

  private static func list(_ name: String) throws(TilawaError) -> JournalList {
    if let list = JournalList(named: name) { return list }
    throw TilawaError(.invalidArgument, noSuch("list", name, in: JournalList.all.map(\.name)))
  }
}
