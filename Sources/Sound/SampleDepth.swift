public import TilawaBase
internal import TilawaCLibraries

/// The precision of the samples of a file.
public enum SampleDepth: Hashable, Sendable {
  /// Whole numbers of `bits` bits.
  case integers(bits: Int)
  /// Floats.
  case floats
  /// Compressed with loss: any decoder's samples are as good.
  case lossy
}

extension AudioProbe {
  /// Returns the precision of the samples of a file; reads headers only.
  public static func depth(ofFileAt path: String) throws(AudioError) -> SampleDepth {
    guard let file = try openSource(path) as? SoundFile else { return .lossy }
    switch file.encoding {
    case Int(SF_FORMAT_PCM_S8), Int(SF_FORMAT_PCM_U8): return .integers(bits: 8)
    case Int(SF_FORMAT_PCM_16): return .integers(bits: 16)
    case Int(SF_FORMAT_PCM_24): return .integers(bits: 24)
    case Int(SF_FORMAT_PCM_32): return .integers(bits: 32)
    case Int(SF_FORMAT_FLOAT), Int(SF_FORMAT_DOUBLE): return .floats
    default: return .lossy
    }
  }
}

extension AudioEncoding {
  /// The one of the same format that keeps samples of a depth as they are.
  public func keeping(_ depth: SampleDepth) -> AudioEncoding {
    switch (self, depth) {
    case (.wav, .integers(24)): .wav24
    case (.wav, .integers(32)), (.wav, .floats): .wavFloat
    case (.flac, .integers(24)), (.flac, .integers(32)), (.flac, .floats): .flac24
    default: self
    }
  }
}
