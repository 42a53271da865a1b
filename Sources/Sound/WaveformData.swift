/// The number of bits with which the peaks are written in a file of waveform data.
public enum WaveformBits: Int, CaseIterable, Hashable, Sendable {
  /// -128 to 127: 16-bit values divided by 256, towards zero.
  case eight = 8
  /// -32768 to 32767.
  case sixteen = 16

  fileprivate func value(_ peak: Int16) -> Int { self == .eight ? Int(peak) / 256 : Int(peak) }
}

/// The data forms of audiowaveform, which peaks.js and others read.
///
/// Its documentation is doc/DataFormat.md of bbc/audiowaveform.
extension WaveformPeaks {
  /// The JSON form, version 2: one line.
  public func json(_ bits: WaveformBits) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(values.count * (bits == .eight ? 4 : 7) + 200)
    text +=
      """
      {"version":2,"channels":\(channels),"sample_rate":\(sampleRate),\
      "samples_per_pixel":\(samplesPerPixel),"bits":\(bits.rawValue),"length":\(length),"data":[
      """.utf8
    for (index, peak) in values.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += String(bits.value(peak)).utf8
    }
    text += "]}\n".utf8
    return text
  }

  /// Returns the binary form: a header of 20 bytes, or 24 for several channels, then the peaks; all
  /// little-endian.
  ///
  /// It is version 1 for one channel, as audiowaveform writes it, so that older readers support it; else
  /// version 2.
  public func binary(_ bits: WaveformBits) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24 + values.count * bits.rawValue / 8)
    func add(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
    add(Int32(channels == 1 ? 1 : 2))
    add(UInt32(bits == .eight ? 1 : 0))
    add(Int32(sampleRate))
    add(Int32(clamping: samplesPerPixel))
    add(UInt32(clamping: length))
    if channels > 1 { add(Int32(channels)) }
    for peak in values {
      if bits == .eight { add(Int8(clamping: bits.value(peak))) } else { add(peak) }
    }
    return bytes
  }
}
