import Foundation

/// Swift Testing takes a backtrace of every error that is thrown, and shows none of them here. Commands throw by the thousand: their
/// parser checks each declaration so in debug builds.
enum ThrownErrors {
  /// Takes the two hooks of the runtime away by which it does that; asked for before the first command is run.
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
