/// A place of prostration.
public struct Sajdah: Hashable, Sendable {
  /// From 1 to 15.
  public let number: Int
  /// The ayah after which one prostrates, in Kufi numbering.
  public let ayah: Ayah
  /// True if it is one of the four *azaim*, which the Jafari school considers obligatory.
  public let isAzimah: Bool
  /// True if the KFGQPC Warsh and Qaloon prints mark it too. Hafs marks all fifteen.
  ///
  /// Those prints mark the one in surah 41 an ayah earlier, at Kufi 41:37.
  public let isMarkedInWarshAndQaloon: Bool

  /// The fifteen places, from Tanzil; the marks were read off the KFGQPC texts.
  public static let all: [Sajdah] = {
    let places = [
      Ayah(7, 206), Ayah(13, 15), Ayah(16, 50), Ayah(17, 109), Ayah(19, 58), Ayah(22, 18), Ayah(22, 77),
      Ayah(25, 60), Ayah(27, 26), Ayah(32, 15), Ayah(38, 24), Ayah(41, 38), Ayah(53, 62), Ayah(84, 21),
      Ayah(96, 19),
    ]
    return zip(1..., places).map { number, ayah in
      Sajdah(
        number: number, ayah: ayah, isAzimah: [10, 12, 13, 15].contains(number),
        isMarkedInWarshAndQaloon: ![7, 13, 14, 15].contains(number))
    }
  }()

  /// The one at a Kufi ayah, if there is one.
  public static func at(_ ayah: Ayah) -> Sajdah? {
    all.first { $0.ayah == ayah }
  }
}
