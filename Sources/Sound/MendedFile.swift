internal import TilawaCLibraries

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file as libsndfile shall see it: with the length that its header should name, and without tags before it.
final class MendedFile {
  private let descriptor: Int32
  private let file: AudioFileStart
  private let length: MendedLength?
  private var place: Int64 = 0

  /// Nil when the file can't be opened.
  init?(_ file: AudioFileStart, _ length: MendedLength?) {
    self.file = file
    self.length = length
    descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// A handle for as long as this object lives.
  func handle(_ info: inout SF_INFO) -> OpaquePointer? {
    var door = Self.door
    return sf_open_virtual(&door, Int32(SFM_READ), &info, Unmanaged.passUnretained(self).toOpaque())
  }

  private func read(_ target: UnsafeMutableRawPointer, _ count: Int) -> Int64 {
    let got = pread(
      descriptor, target, max(0, min(count, Int(file.size - place))), off_t(file.offset + place))
    guard got > 0 else { return 0 }
    if let length {
      for (position, byte) in zip(Int(length.offset - place)..., length.bytes)
      where (0..<got).contains(position) {
        target.storeBytes(of: byte, toByteOffset: position, as: UInt8.self)
      }
    }
    place += Int64(got)
    return Int64(got)
  }

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    place = offset + (whence == SEEK_CUR ? place : whence == SEEK_END ? file.size : 0)
    return place
  }

  private static let door = SF_VIRTUAL_IO(
    get_filelen: { MendedFile.of($0)?.file.size ?? -1 },
    seek: { offset, whence, file in MendedFile.of(file)?.seek(offset, whence) ?? -1 },
    read: { target, count, file in
      guard let target else { return 0 }
      return MendedFile.of(file)?.read(target, Int(count)) ?? 0
    },
    write: { _, _, _ in 0 },
    tell: { MendedFile.of($0)?.place ?? -1 })

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> MendedFile? {
    pointer.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }
}
