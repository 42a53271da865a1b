import TilawaBase
import TilawaSound

/// Whether a fetched file is what it should be.
enum AudioCheck {
  /// What is wrong with the audio, decoded to its end; nil when nothing is.
  ///
  /// With `needsEnding` the end must be there that files of the form have, as nothing else says how long it is.
  static func fault(ofFileAt path: String, needsEnding: Bool = false) -> String? {
    do throws(AudioError) {
      var reader = try AudioReader(fileAt: path)
      let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 16_384 * reader.channels)
      defer { block.deallocate() }
      while try reader.read(into: block) > 0 {}
      guard reader.framesRead > 0 else { return "the file holds no audio" }
      let properties = try AudioProbe.properties(ofFileAt: path)
      let missing = max(reader.missingFrames, properties.frames - reader.framesRead)
      if missing > 0 {
        return "the audio breaks off: \(reader.framesRead) of \(reader.framesRead + missing) frames are there"
      }
      if needsEnding, !properties.isComplete {
        return "the audio breaks off, and the server hasn't said how long it is"
      }
      return nil
    } catch {
      if error.kind == .needsProgram { return error.message }
      return "the download is not an audio file that can be read"
    }
  }
}
