import TilawaBase
import TilawaSound

/// A check of fetched files.
enum AudioCheck {
  /// Returns the fault in the audio, which is decoded to its end; nil if there is none.
  ///
  /// With `needsEnding`, the ending that files of the format have must be there, as nothing else declares the
  /// length.
  static func fault(ofFileAt path: String, needsEnding: Bool = false) -> String? {
    do throws(AudioError) {
      var reader = try AudioReader(fileAt: path)
      let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 16_384 * reader.channels)
      defer { block.deallocate() }
      while try reader.read(into: block) > 0 {}
      guard reader.framesRead > 0 else { return "the file contains no audio" }
      let properties = try AudioProbe.properties(ofFileAt: path)
      let missing = max(reader.missingFrames, properties.frames - reader.framesRead)
      if missing > 0 {
        return "the audio is cut short: \(reader.framesRead) of \(reader.framesRead + missing) frames"
      }
      if needsEnding, !properties.isComplete {
        return "the audio is cut short, and the server did not report its length"
      }
      return nil
    } catch {
      if error.kind == .needsProgram { return error.message }
      return "the download is not a readable audio file"
    }
  }
}
