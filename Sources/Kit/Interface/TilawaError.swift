import TilawaSound
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaRecognition

/// Why something can't be done.
public struct TilawaError: Error, Sendable, CustomStringConvertible {
  /// What kind of reason it is, for callers that act on it.
  public enum Kind: Sendable {
    /// What was asked for means nothing, such as a passage that doesn't exist.
    case invalidArgument
    /// A file can't be read or written, or isn't there.
    case unusableFile
    /// A file has faults and might lose what can't be read; ``RecitationBundle/lint()`` tells them.
    case faultyFile
    /// It would lose what a person made, or what is heard doesn't agree with what was asked for.
    case refused
    /// Somebody else wrote meanwhile; nothing was written. Opening the bundle again and trying again may help.
    case overtaken
    /// The task was cancelled; nothing was written.
    case cancelled
  }

  /// What kind of reason it is.
  public let kind: Kind
  /// One line for people: lower case, without a full stop.
  public let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// An error of the rooms, as it is told to whoever uses the library.
  init(_ error: any Error) {
    switch error {
    case let error as TilawaError: self = error
    case is CancellationError: self.init(.cancelled, "cancelled")
    case let error as FileError: self.init(error.isOvertaken ? .overtaken : .unusableFile, "\(error)")
    case let error as AudioError: self.init(error.kind == .cancelled ? .cancelled : .unusableFile, "\(error)")
    case let error as FaultyFiles:
      let first = error.diagnostics.first.map { ": \($0.message)" } ?? ""
      self.init(.faultyFile, "\(error.bundle) has faults\(first)")
    case let error as FileMerge.Unmergeable:
      self.init(.faultyFile, "\(error.path) can't be compared row by row")
    case let error as MarkRefusal: self.init(.refused, error.reason)
    case let error as MergeRefusal:
      switch error {
      case .differentAudio: self.init(.refused, "the two are of different audio")
      case .unmergeable(let fault): self.init(fault)
      }
    default: self.init(.unusableFile, "\(error)")
    }
  }
}

extension MarkRefusal {
  fileprivate var reason: String {
    switch self {
    case .misfit(.silent): "nothing is heard"
    case .misfit(.noWay): "there is no room for the passage"
    case .misfit(.otherTempo(let tempo)):
      "the recording is too \(tempo < 1 ? "short" : "long") for the passage"
    case .misfit(.otherSounds): "what is heard doesn't sound like the passage"
    case .unknownPassage: "nothing tells which passage is recited"
    case .handMade(let markers):
      "\(counted(markers.count, "marker")) that no tool made would go; confirm them, or allow replacing them"
    case .unsegmentable: "the markers can't become segments"
    }
  }
}
