public import FoundationEssentials
import TilawaBase
import TilawaFormat
package import TilawaLibrary

/// Why something can't be done.
public struct TilawaError: LocalizedError, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The kind of reason, for callers that act on it.
  public enum Code: String, Hashable, Codable, Sendable {
    /// What was asked for means nothing, such as a passage that doesn't exist.
    case invalidArgument
    /// Nothing is there.
    case missing
    /// No space is left.
    case full
    /// Somebody else holds the lock longer than was to be waited.
    case busy
    /// The system doesn't permit it.
    case denied
    /// A file has faults and might lose what can't be read; ``TilawaError/findings`` has them.
    case faulty
    /// Somebody else wrote meanwhile; nothing was written.
    case overtaken
    /// The format of a file is not known, or can't be told.
    case unknownFormat
    /// It would lose what a person made, or what is heard doesn't agree with what was asked for.
    case refused
    /// The task was cancelled; nothing was written.
    case cancelled
    /// Anything else that keeps files from being read or written.
    case unusable
  }

  /// The kind of reason.
  public let code: Code
  /// One line for people: lower case, without a full stop.
  public let description: String
  /// The file or folder that it is about, where there is one.
  public let url: URL?
  /// The faults that stand in the way.
  public let findings: [Finding]
  /// Who holds the lock, such as `tilawa mark (process 812, running for 12 s)`, where that is known.
  public let holder: String?

  /// Whether trying again may help.
  public var isTransient: Bool { [.busy, .overtaken, .full].contains(code) }

  /// The description.
  public var errorDescription: String? { description }

  package init(
    _ code: Code, _ description: String, at path: String? = nil, _ findings: [Finding] = [],
    holder: String? = nil
  ) {
    (self.code, self.description, self.findings, self.holder) = (code, description, findings, holder)
    url = path.flatMap { $0.begins(with: "/") ? URL(filePath: $0, directoryHint: .inferFromPath) : nil }
  }

  /// An error of what lies below, as it is given to whoever uses the library.
  package init(_ error: any Error) {
    switch error {
    case let error as TilawaError: self = error
    case is CancellationError: self.init(.cancelled, "cancelled")
    case let error as FileError: self.init(error)
    case let error as AudioError: self.init(Code(error.kind), "\(error)", at: error.path)
    case let error as FaultyFiles:
      let first = error.diagnostics.first.map { ": \($0.message)" } ?? ""
      self.init(
        .faulty, "\(error.bundle) has faults\(first)", at: error.bundle,
        error.diagnostics.map { Finding($0) })
    case let error as FileMerge.Unmergeable:
      self.init(.faulty, "\(error.path) can't be compared row by row", at: error.path)
    case let error as Segmenting.Refusal: self.init(.refused, error.description)
    case let error as MergeRefusal:
      switch error {
      case .differentAudio: self.init(.refused, "the two are of different audio")
      case .unmergeable(let fault): self.init(fault)
      }
    case let error as any ToldError: self = error.told
    case let error as Failure: self.init(error.isRefusal ? .refused : .unusable, "\(error)")
    default: self.init(.unusable, "\(error)")
    }
  }

  private init(_ error: FileError) {
    let code: Code
    var holder: String?
    switch error.trouble {
    case .missing: code = .missing
    case .overtaken: code = .overtaken
    case .full: code = .full
    case .denied: code = .denied
    case .cancelled: code = .cancelled
    case .busy(let name): (code, holder) = (.busy, name)
    case .passing: code = .busy
    case .taken, .other: code = .unusable
    }
    self.init(code, "\(error)", at: error.path, holder: holder)
  }

  package init(_ fault: LibraryFault) { self.init(.faulty, fault.message, at: fault.path) }
}

extension TilawaError.Code {
  fileprivate init(_ kind: AudioError.Kind) {
    self =
      switch kind {
      case .missing: .missing
      case .cancelled: .cancelled
      case .unknownFormat: .unknownFormat
      default: .unusable
      }
  }
}

/// An error of a room that this one doesn't know, which says itself what it is to whoever uses the library.
package protocol ToldError: Error {
  var told: TilawaError { get }
}
