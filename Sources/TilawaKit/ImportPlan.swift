package import Audio
import Files
package import Importing
import Timing

/// Audio files that are to become bundles in a folder.
package struct ImportPlan: Sendable {
  private let folder: String
  private let name: String?
  private let transfer: AudioImport.Transfer
  private let encoding: AudioEncoding?
  private let importedAt: Timestamp
  private let workplace: Workplace

  /// Bundles are made in the folder that the user names; the only one is called `name`, when that is given. The
  /// audio is encoded anew when an `encoding` is.
  ///
  /// Throws an `Obstacle` when there is no such folder, or it is part of a bundle.
  package init(
    into given: String, name: String?, _ transfer: AudioImport.Transfer, encoding: AudioEncoding? = nil,
    in workplace: Workplace
  ) throws(Obstacle) {
    folder = workplace.path(given)
    guard FileStatus.isFolder(folder) else { throw Obstacle("cannot write in \(given): no such folder") }
    if let outer = FoundBundle(containing: given, in: workplace) {
      throw Obstacle("\(outer.shownPath) is a bundle itself", unless: .importingElsewhere)
    }
    self.name = name
    self.transfer = transfer
    self.encoding = encoding
    self.workplace = workplace
    importedAt = Timestamp(secondsSince1970: try workplace.now())
  }

  /// Makes a bundle of one file, as the user named it; nothing that is there is overwritten.
  package func carriedOut(
    for file: String, _ facts: AudioImport.Facts, _ monitor: WorkMonitor
  ) throws -> AudioImport.Result {
    var facts = facts
    facts.importedAt = importedAt
    let remarks = facts.completed(from: folder, in: workplace)
    let stage = monitor.begin("copying \(file)")
    defer { stage.finish() }
    do {
      var result = try AudioImport(
        workplace.path(file), shownAs: file, into: folder, name: name, transfer: transfer, facts: facts,
        encoding: encoding
      ).run { stage.update($0, of: $1) }
      if !result.wasThere { result.remarks += remarks }
      return result
    } catch let failure as ImportFailure {
      switch failure.reason {
      case .nameTaken: throw Obstacle(failure.description, unless: .anotherName)
      case .linkAndEncoding: throw Obstacle(failure.description, unless: .keepingFormat)
      case nil: throw failure
      }
    }
  }
}
