import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A system call on files. Faults for tests are set by it.
package enum SystemCall: String, CaseIterable, Sendable {
  case open, openFolder, create, read, write, truncate, status, list, rename, remove, makeFolder, makeLink,
    sync, setMode
  case lock
}

/// Returns true if this call is to fail now, with the reason in `errno`. Always false in a release build.
@inline(__always) func isFailing(_ call: SystemCall) -> Bool {
  #if DEBUG
    return CallFaults.isFailing(call)
  #else
    return false
  #endif
}

#if DEBUG
  /// System calls that are made to fail, or to end the program, so that tests see the effect on files.
  ///
  /// They exist in debug builds only: for the work of one test by `inForce`, for a whole program by the
  /// variable `TILAWA_FAULT`. `17:ENOSPC` fails the 17th call, `17+:ENOSPC` every one from there on that
  /// could, and `17:KILL` kills the program right before it.
  package final class CallFaults: Sendable {
    /// The effect of a fault.
    package enum Effect: Hashable, Sendable, CustomStringConvertible {
      /// One call fails with this `errno`.
      case once(Int32)
      /// So does every call from there on that could: the disk stays full.
      case onwards(Int32)
      /// The program is killed.
      case kill

      package var description: String {
        switch self {
        case .once(let code): SystemFault(code: code).text
        case .onwards(let code): "\(SystemFault(code: code).text) from there on"
        case .kill: "killed"
        }
      }
    }

    private struct State {
      var calls: [SystemCall] = []
      var failed = 0
    }

    private let place: Int?
    private let effect: Effect
    private let state = Mutex(State())

    /// The faults in force on this thread. `WorkSettings` passes them on to other threads that take over
    /// work.
    @TaskLocal package static var inForce: CallFaults?

    /// `place` counts the calls from 1; nil only counts.
    package init(_ effect: Effect = .kill, at place: Int? = nil) {
      self.effect = effect
      self.place = place
    }

    /// The calls so far.
    package var calls: [SystemCall] { state.withLock { $0.calls } }
    /// The number of calls that were made to fail.
    package var failed: Int { state.withLock { $0.failed } }

    private static let ofProcess: CallFaults? = {
      guard let value = getenv("TILAWA_FAULT"), let (place, effect) = String(cString: value).cut(at: ":")
      else { return nil }
      let lasts = place.ends(with: "+")
      guard let number = Int(lasts ? place.dropLast() : place) else { return nil }
      if effect == "KILL" { return CallFaults(.kill, at: number) }
      guard let code = codes[String(effect)] else { return nil }
      return CallFaults(lasts ? .onwards(code) : .once(code), at: number)
    }()

    /// By the names that they have in C.
    package static let codes: [String: Int32] = [
      "ENOSPC": ENOSPC, "EIO": EIO, "EACCES": EACCES, "EROFS": EROFS, "EINTR": EINTR, "ENOENT": ENOENT,
      "EMFILE": EMFILE, "EDQUOT": EDQUOT,
    ]

    /// Returns true if this call is to fail now, with the reason in `errno`.
    package static func isFailing(_ call: SystemCall) -> Bool {
      guard let faults = inForce ?? ofProcess else { return false }
      return faults.isFailing(call)
    }

    private func isFailing(_ call: SystemCall) -> Bool {
      let count = state.withLock { state in
        state.calls.append(call)
        return state.calls.count
      }
      guard let place, count >= place else { return false }
      switch effect {
      case .kill:
        if count == place { kill(getpid(), SIGKILL) }
        return false
      case .once(let code):
        // Where several threads work, another call may have come to this place.
        guard count == place, call.canFail(with: code) else { return false }
        errno = code
      case .onwards(let code):
        guard call.canFail(with: code) else { return false }
        errno = code
      }
      state.withLock { $0.failed += 1 }
      return true
    }
  }

  extension SystemCall {
    /// Returns true if the call may fail with `code`.
    ///
    /// The codes are those of a disk that is full, read-only or broken, and of a folder that is gone.
    package func canFail(with code: Int32) -> Bool {
      switch code {
      case ENOSPC, EDQUOT:
        switch self {
        case .create, .write, .makeFolder, .makeLink, .sync: true
        default: false
        }
      case EROFS:
        switch self {
        case .create, .rename, .remove, .makeFolder, .makeLink, .setMode, .truncate: true
        default: false
        }
      case EACCES:
        switch self {
        case .open, .openFolder, .create, .rename, .remove, .makeFolder, .makeLink, .setMode, .list: true
        default: false
        }
      case ENOENT:
        switch self {
        // What can't be removed as it isn't there is gone, and so it isn't struck.
        case .open, .openFolder, .create, .status, .list, .rename, .makeFolder, .makeLink: true
        default: false
        }
      case EINTR:
        switch self {
        case .open, .openFolder, .create, .read, .write, .truncate, .sync, .lock: true
        default: false
        }
      case EMFILE:
        switch self {
        case .open, .openFolder, .create, .list: true
        default: false
        }
      default: true
      }
    }
  }
#endif
