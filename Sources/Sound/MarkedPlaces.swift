import TilawaBase

/// The markers of a file that are used, whichever code reads them.
public struct MarkedPlaces: Sendable {
  /// The meaning of a label.
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
  /// The number of parts of lyrics lines that name nothing and add nothing to their line.
  public private(set) var unnamedParts = 0
  /// The number of parts of lines that name words and aren't used.
  public private(set) var leftWords = 0

  /// Selects the places of `metadata`, with each line of lyrics once.
  ///
  /// A line is taken as a whole if it names ayat, or if none of its parts does, and as these parts otherwise.
  /// Parts that name words are added if they are taken.
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
