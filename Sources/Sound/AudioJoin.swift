public import TilawaBase

/// Several files one after the other, with nothing in between, as the parts of one new file.
public struct AudioJoin: Sendable {
  /// One of the files.
  public struct Part: Sendable {
    /// Where it is.
    public let path: String
    /// The properties of its audio.
    public let properties: AudioProperties
  }

  /// In the order in which they are heard.
  public private(set) var parts: [Part] = []
  /// The highest of their rates: nothing is lost.
  public private(set) var sampleRate = 0
  /// The most channels that one of them has.
  public private(set) var channels = 1

  /// Nothing yet.
  public init() {}

  /// Puts a file behind the others.
  public mutating func append(_ path: String, _ properties: AudioProperties) {
    parts.append(Part(path: path, properties: properties))
    sampleRate = max(sampleRate, properties.sampleRate)
    channels = max(channels, properties.channels)
  }

  /// Returns the number of frames that a part has in the whole.
  ///
  /// It is the part's own number or, if its rate differs, the least number that lasts no shorter.
  public func frames(of part: Part) -> Int64 {
    let rate = Int64(part.properties.sampleRate)
    guard rate > 0, rate != sampleRate else { return part.properties.frames }
    return (part.properties.frames * Int64(sampleRate) + rate - 1) / rate
  }

  /// Where each part begins, and at last where all are over; of the frames nothing is rounded before the sum.
  public var positions: [Milliseconds] {
    guard sampleRate > 0 else { return [.zero] }
    var sum: Int64 = 0
    return [.zero]
      + parts.map { part in
        sum += frames(of: part)
        return Milliseconds(frames: sum, rate: sampleRate)
      }
  }
}
