import Synchronization

/// Values computed from blocks of a recording's frames, once for all that use the recording or stretches of
/// it.
package final class FrameMemo: Sendable {
  /// Frames of a block.
  package static let block = 1024

  private let blocks = Mutex<(maker: ObjectIdentifier?, blocks: [Int: [UInt8]])>((nil, [:]))

  /// Returns the blocks that contain some frames of the recording. Blocks that aren't known are made by
  /// `maker`; those of another maker are discarded.
  package func blocks(
    of frames: Range<Int>, by maker: AnyObject, _ make: ([Int]) -> [[UInt8]]
  ) -> [[UInt8]] {
    let wanted = frames.lowerBound / Self.block..<(frames.upperBound + Self.block - 1) / Self.block
    let missing = blocks.withLock { known in
      if known.maker != ObjectIdentifier(maker) { known = (ObjectIdentifier(maker), [:]) }
      return wanted.filter { known.blocks[$0] == nil }
    }
    let made = missing.isEmpty ? [] : make(missing)
    return blocks.withLock { known in
      for (number, block) in zip(missing, made) { known.blocks[number] = block }
      return wanted.map { known.blocks[$0] ?? [] }
    }
  }
}
