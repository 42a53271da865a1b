internal import TilawaCSystem

/// Memory that was freed.
package enum FreeMemory {
  /// Returns free memory to the system. It is for the time between two stages of long work, if each needs
  /// much memory in pieces of its own sizes.
  package static func giveBack() { memory_give_back() }
}
