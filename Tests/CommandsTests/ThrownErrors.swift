import Foundation

/// Makes thrown errors cheap. Swift Testing takes a backtrace of every error that is thrown, and shows none
/// of them here.
///
/// Commands throw thousands of errors: their parser checks each declaration in this way in debug builds.
enum ThrownErrors {
  /// Removes the two hooks of the runtime that take backtraces. Accessed before the first command runs.
  static let areCheap: Bool = {
    #if os(Linux)
      let hooks = ["_swift_willThrow", "_swift_willThrowTypedImpl"].compactMap { (name: String) in
        dlsym(nil, name)
      }
      for hook in hooks { hook.assumingMemoryBound(to: UnsafeRawPointer?.self).pointee = nil }
      return !hooks.isEmpty
    #else
      return false
    #endif
  }()
}
