public import FoundationEssentials
import TilawaBase
import TilawaFormat
package import TilawaLibrary

/// The reason why an operation failed.
public struct TilawaError: LocalizedError, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The kind of reason, for programs that handle it.
  public enum Code: String, Hashable, Codable, Sendable {
    /// An argument is invalid, such as a passage that doesn't exist.
    case invalidArgument
    /// A file or folder doesn't exist.
    case missing
    /// No space is left.
    case full
    /// Another program has held the lock longer than the time limit.
    case busy
    /// The system denied access.
    case denied
    /// A file has faults, and changing it might lose unreadable content; ``TilawaError/findings`` lists them.
    case faulty
    /// Somebody else changed the files meanwhile; nothing was written.
    case overtaken
    /// The format of a file is unknown, or can't be determined.
    case unknownFormat
    /// The operation would lose hand-made content, or the sound doesn't agree with the arguments.
    case refused
    /// The task was cancelled; nothing was written.
    case cancelled
    /// Another problem prevents reading or writing files.
    case unusable
  }

  /// The kind of reason.
  public let code: Code
  /// One line for people: lower case, without a full stop.
  public let description: String
  /// The file or folder that it is about, or nil if there is none.
  public let url: URL?
  /// The faults that prevent the operation.
  public let findings: [Finding]
  /// The program that holds the lock, such as `tilawa mark (process 812, running for 12 s)`, or nil if
  /// unknown.
  public let holder: String?

  /// True if trying again may help.
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

  /// Converts an error of a lower module for users of the library.
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
      self.init(.faulty, "cannot compare \(error.path) row by row", at: error.path)
    case let error as Segmenting.Refusal: self.init(.refused, error.description)
    case let error as MergeRefusal:
      switch error {
      case .differentAudio: self.init(.refused, "the two versions have different audio")
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

/// An error of a module that this one doesn't import, with its own conversion for users of the library.
package protocol ToldError: Error {
  var told: TilawaError { get }
}
