import TilawaBase

/// What of a file's markers is used, by whoever reads them.
public struct MarkedPlaces: Sendable {
  /// What a label names.
  public enum Naming: Sendable {
    /// No place of the Quran.
    case nothing
    /// One or several ayat.
    case ayat
    /// Words of an ayah.
    case words
  }

  /// In order of time; none has parts.
  public private(set) var markers: [AudioMarker] = []
  /// How many parts of lines of lyrics name nothing, and say no more than their line.
  public private(set) var unnamedParts = 0
  /// How many parts of lines name words that aren't taken.
  public private(set) var leftWords = 0

  /// The places of `metadata`, with each line of lyrics once: as a whole where it names ayat or none of its parts does, and as
  /// these parts otherwise. Parts that name words are besides, if they are taken.
  public init(of metadata: AudioMetadata, takingWords: Bool = true, naming: (String) -> Naming) {
    for marker in metadata.markers {
      var line = marker
      line.parts = []
      let parts = marker.parts.map { (part: $0, naming: naming($0.label)) }
      unnamedParts += parts.count { $0.naming == .nothing }
      let names = naming(line.label) == .ayat
      if !takingWords { leftWords += parts.count { $0.naming == .words } }
      let named = parts.filter { ($0.naming == .words && takingWords) || ($0.naming == .ayat && !names) }
      if names || named.isEmpty { markers.append(line) }
      for (index, (part, kind)) in named.enumerated() {
        var part = part
        // What follows an ayah on its line without a name is still of it.
        if kind == .ayat {
          part.end = index + 1 < named.count ? named[index + 1].part.at : line.end
        }
        markers.append(part)
      }
    }
  }
}
