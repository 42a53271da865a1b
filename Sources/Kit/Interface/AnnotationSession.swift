import TilawaQuran
import TilawaFormat
import TilawaBase

/// An edit that a person makes of the rows of a bundle. Times are from the start of the recording, rounded to milliseconds.
public struct AnnotationEdit: Sendable {
  let plan: @Sendable (TilawaBundle, [AnnotatedRow]) throws -> EditingSession.Edit

  private init(_ plan: @escaping @Sendable (TilawaBundle, [AnnotatedRow]) throws -> EditingSession.Edit) {
    self.plan = plan
  }

  private init(_ row: Row, _ correction: @escaping @Sendable () throws -> Correction) {
    self.init { bundle, rows in
      try .correcting(try row.found(in: rows), try correction(), in: bundle)
    }
  }

  /// A person has heard that the row is right.
  public static func confirm(_ row: Row) -> AnnotationEdit { AnnotationEdit(row) { .confirm } }

  /// Nobody says any more that the row is right.
  public static func unconfirm(_ row: Row) -> AnnotationEdit { AnnotationEdit(row) { .unconfirm } }

  /// The row is wrong and waits to be mended.
  public static func reject(_ row: Row) -> AnnotationEdit { AnnotationEdit(row) { .reject } }

  /// The row begins there, and what ended where it began ends there.
  public static func moveStart(_ row: Row, to time: Duration) -> AnnotationEdit {
    AnnotationEdit(row) { .moveStart(to: try time.position) }
  }

  /// The row ends there, and what began where it ended begins there.
  public static func moveEnd(_ row: Row, to time: Duration) -> AnnotationEdit {
    AnnotationEdit(row) { .moveEnd(to: try time.position) }
  }

  /// The place where one ayah of the row gives way to the next, from 0, lies there.
  public static func moveJoin(_ row: Row, _ index: Int, to time: Duration) -> AnnotationEdit {
    AnnotationEdit(row) { .moveJoin(index, to: try time.position) }
  }

  /// The row becomes two.
  public static func split(_ row: Row, at time: Duration) -> AnnotationEdit {
    AnnotationEdit(row) { .split(at: try time.position) }
  }

  /// The row takes in the one after it.
  public static func join(_ row: Row) -> AnnotationEdit { AnnotationEdit(row) { .join } }

  /// The row holds this passage.
  public static func name(_ row: Row, _ passage: Passage) -> AnnotationEdit {
    AnnotationEdit(row) { .hold(passage.range) }
  }

  /// The row gets a remark; nil takes it away.
  public static func note(_ row: Row, _ text: String?) -> AnnotationEdit {
    AnnotationEdit(row) { .note(text) }
  }

  /// The row goes.
  public static func remove(_ row: Row) -> AnnotationEdit { AnnotationEdit(row) { .remove } }

  /// A marker is set, in a bundle that has none yet, too.
  public static func addMarker(at time: Duration, _ passage: Passage? = nil) -> AnnotationEdit {
    AnnotationEdit { bundle, _ in
      try .addingMarker(at: try time.position, passage?.range, in: bundle)
    }
  }

  /// The markers without a name from this one on get ayat, one after the other.
  public static func nameMarkers(from row: Row, beginningWith passage: Passage) -> AnnotationEdit {
    AnnotationEdit { bundle, rows in
      try .assigning(from: try row.found(in: rows), passage.range.first, in: bundle)
    }
  }

  /// The markers become segments.
  public static let makeSegments = AnnotationEdit { bundle, _ in
    do { return try .segmenting(bundle, end: bundle.audioEnd) } catch let refusal as Segmenting.Refusal {
      throw TilawaError(.refused, refusal.shortWords)
    }
  }

  /// The segments become markers again.
  public static let reopenSegments = AnnotationEdit { bundle, _ in try .reopening(bundle) }
}

/// A person's work on the rows of a bundle, for as long as a window shows it.
///
/// Each edit stands in the files when the call returns, so that nothing is lost by whatever ends the program; it can be taken back without
/// limit. Others may edit the same files meanwhile: what they saved is merged, row by row, with what was done here.
///
/// Belongs to one thread, or to one actor.
public final class AnnotationSession {
  /// What was found when the files were looked at again.
  public enum OthersWork: Hashable, Sendable {
    /// Nobody else has saved.
    case none
    /// Somebody saved, and nothing that was done here was touched.
    case taken
    /// Somebody saved an older text, and both are in the files now.
    case merged
    /// Both changed the same things, which are as the other left them; with their places, for people.
    case disputed([String])
  }

  private let session: EditingSession

  /// Opens the bundle as its files are now.
  ///
  /// Throws `faultyFile` when one of them can't be read well enough to be changed.
  public init(of bundle: RecitationBundle) throws(TilawaError) {
    do { session = try EditingSession(of: bundle.place) } catch { throw TilawaError(error) }
  }

  /// The rows of both files in the order of time; of equal starts segments first.
  public var rows: [Row] {
    let segments = session.bundle.segments?.content?.rows.map { ($0.index, $0) } ?? []
    let markers = session.bundle.markers?.content?.rows.map { ($0.index, $0) } ?? []
    let segment = Dictionary(segments) { first, _ in first }
    let marker = Dictionary(markers) { first, _ in first }
    return session.rows.compactMap { row in
      row.kind == .segments ? segment[row.index].map { Row($0) } : marker[row.index].map { Row($0) }
    }
  }

  /// What `undo` takes back, such as `Confirm 1:2`; nil where there is nothing.
  public var undoTitle: String? { session.done.last?.title }

  /// What `redo` makes again; nil where there is nothing.
  public var redoTitle: String? { session.undone.last?.title }

  /// Makes an edit and writes it, and gives the row to go on with, if there is one.
  ///
  /// Throws `refused` when the rows can't be so, and then nothing was written.
  @discardableResult
  public func make(_ edit: AnnotationEdit) throws(TilawaError) -> Row? {
    try told {
      let after = try session.make(edit.plan)?.after
      return after.flatMap { after in
        rows.first { $0.identity == after }
      }
    }
  }

  /// Takes the latest edit back; false when there is none. What others saved since stays.
  ///
  /// Throws `refused` when somebody has changed the same row since.
  @discardableResult
  public func undo() throws(TilawaError) -> Bool { try told { try session.undo() != nil } }

  /// Makes the edit again that was taken back last; false when there is none. Throws as ``undo()``.
  @discardableResult
  public func redo() throws(TilawaError) -> Bool { try told { try session.redo() != nil } }

  /// Looks whether somebody else has saved the files, and brings together what they did and what was done here. To be called
  /// some times a minute, and before the rows are shown again.
  public func lookAround() throws(TilawaError) -> OthersWork {
    try told {
      switch try session.reunite() {
      case .unchanged: .none
      case .taken: .taken
      case .merged: .merged
      case .disputed(let places): .disputed(places)
      }
    }
  }

  private func told<Result>(_ work: () throws -> Result) throws(TilawaError) -> Result {
    do { return try work() } catch let refusal as CorrectionRefusal {
      throw TilawaError(.refused, refusal.description)
    } catch {
      throw TilawaError(error)
    }
  }
}

extension Row {
  var identity: AnnotatedRow.Identity {
    AnnotatedRow.Identity(file, Milliseconds(start) ?? .zero, passage?.range, skip)
  }

  fileprivate func found(in rows: [AnnotatedRow]) throws(TilawaError) -> AnnotatedRow {
    guard let row = rows.first(where: { $0.identity == identity }) else {
      throw TilawaError(.refused, "the row at \(Milliseconds(start) ?? .zero) isn't there any more")
    }
    return row
  }
}

extension Duration {
  var position: Milliseconds {
    get throws(TilawaError) {
      guard let time = Milliseconds(self) else {
        throw TilawaError(.invalidArgument, "\(self) is no time in a recording")
      }
      return time
    }
  }
}
