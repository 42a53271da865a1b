internal import TilawaCSystem

/// Memory that was freed.
package enum FreeMemory {
  /// Gives it back to the system: for between two stages of long work, each of which needs much, and other pieces than the one before.
  package static func giveBack() { memory_give_back() }
}
