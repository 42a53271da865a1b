package import Audio
package import Library
import QuranIndex
import ScalarText
import Synchronization
import TilawaFormat

/// What files of recitation that are written say of themselves: the reciter, the surah, and which ayah it is.
package final class SoundTags: Sendable {
  private let names = Mutex<[String: String]>([:])

  /// Reads names of reciters when they are first needed.
  package init() {}

  /// Of what one hearing plays, `18:10` for instance.
  package func tags(of item: HeardAyat.Item, label: String) -> AudioTags {
    var tags = Self.tags(ofSurah: item.ayah.surah, label: label)
    tags.track = item.ayah.number
    tags.artist = reciter(item.hearing)
    return tags
  }

  /// Of what a queue plays.
  package static func tags(of queue: PlaybackQueue) -> AudioTags {
    let passage = queue.passage
    var tags = AudioTags()
    if passage.first.surah == passage.last.surah {
      tags = Self.tags(ofSurah: passage.first.surah, label: passage.description)
    } else {
      tags.title = passage.description
    }
    var reciters: [String] = []
    for sound in queue.sounds {
      if let reciter = sound.reciter, !reciters.contains(reciter) { reciters.append(reciter) }
    }
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

  /// The name in the bundle's `reciter.yaml`, else the id.
  private func reciter(_ hearing: Hearing) -> String? {
    guard let id = hearing.reciter else { return nil }
    let key = "\(id) \(hearing.bundlePath)"
    if let known = names.withLock({ $0[key] }) { return known }
    let bundle = TilawaBundle(readingAt: hearing.bundlePath, shownAs: hearing.bundle, only: [.reciter])
    let reciter = bundle.reciter?.content
    let name = (reciter?.id?.value).map { $0.isExactly(id) } == true ? reciter?.name?.value ?? id : id
    names.withLock { $0[key] = name }
    return name
  }
}
