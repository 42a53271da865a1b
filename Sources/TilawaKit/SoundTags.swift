package import Audio
import Files
package import Library
import QuranIndex
import ScalarText
import Synchronization
import TilawaFormat

/// What files of recitation that are written say of themselves: the reciter, the surah, and which ayah it is.
package final class SoundTags: Sendable {
  private let names = Mutex<[String: String]>([:])
  private let libraryNames: [String: String]
  private let picture: CoverPicture?

  /// With what the reciter files of a library call reciters, by their ids, and a cover for all files. Those of bundles are read
  /// when they are first needed.
  package init(naming libraryNames: [String: String], cover picture: CoverPicture? = nil) {
    self.libraryNames = libraryNames
    self.picture = picture
  }

  /// Of what one hearing plays, `18:10` for instance.
  package func tags(of item: HeardAyat.Item, label: String) -> AudioTags {
    var tags = Self.tags(ofSurah: item.ayah.surah, label: label)
    tags.track = item.ayah.number
    tags.artist = item.hearing.reciter.map { reciter($0, inBundle: item.hearing.bundlePath) }
    tags.picture = picture
    return tags
  }

  /// Of what a queue plays.
  package func tags(of queue: PlaybackQueue) -> AudioTags {
    let passage = queue.passage
    var tags = AudioTags()
    if passage.first.surah == passage.last.surah {
      tags = Self.tags(ofSurah: passage.first.surah, label: passage.description)
    } else {
      tags.title = passage.description
    }
    var reciters: [String] = []
    for sound in queue.sounds {
      guard let id = sound.reciter else { continue }
      let name = reciter(id, inBundle: PathText.folder(of: sound.file))
      if !reciters.contains(name) { reciters.append(name) }
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

  /// The name in the bundle's `reciter.yaml`, else in the library's file of the reciter, else the id.
  private func reciter(_ id: String, inBundle path: String) -> String {
    let key = "\(id) \(path)"
    if let known = names.withLock({ $0[key] }) { return known }
    let bundle = TilawaBundle(readingAt: path, shownAs: path, only: [.reciter])
    let reciter = bundle.reciter?.content
    let own = (reciter?.id?.value).map { $0.isExactly(id) } == true ? reciter?.name?.value : nil
    let name = own ?? libraryNames[id] ?? id
    names.withLock { $0[key] = name }
    return name
  }
}
