package import TilawaLibrary
import TilawaQuran
package import TilawaSound

/// The tags of audio files that are written: the reciter, the surah, and the ayah.
package struct SoundTags: Sendable {
  private let picture: CoverPicture?

  /// Creates tags with a cover for all files, if given.
  package init(cover picture: CoverPicture? = nil) { self.picture = picture }

  /// Returns the tags for one row, with a label such as `18:10`.
  package func tags(of item: Hearing, label: String) -> AudioTags {
    var tags = Self.tags(ofSurah: item.ayah.surah, label: label)
    tags.track = item.ayah.number
    tags.artist = item.shownReciter
    tags.picture = picture
    return tags
  }

  /// Returns the tags for a queue.
  package func tags(of queue: PlaybackQueue) -> AudioTags {
    var tags = AudioTags()
    if let passage = queue.passage, !passage.crossesSurahs {
      tags = Self.tags(ofSurah: passage.first.surah, label: passage.description)
    } else {
      tags.title = queue.passages.map(\.description).joined(separator: ", ")
    }
    var reciters: [String] = []
    for sound in queue.sounds {
      if let reciter = sound.shownReciter, !reciters.contains(reciter) { reciters.append(reciter) }
    }
    tags.picture = picture
    tags.artist = reciters.isEmpty ? nil : reciters.joined(separator: ", ")
    return tags
  }

  private static func tags(ofSurah number: Int, label: String) -> AudioTags {
    var tags = AudioTags()
    tags.disc = number
    guard (1...114).contains(number) else {
      tags.title = label
      return tags
    }
    let surah = Surah.all[number - 1]
    tags.title = "\(surah.name) \(label)"
    tags.album = surah.name
    return tags
  }
}
