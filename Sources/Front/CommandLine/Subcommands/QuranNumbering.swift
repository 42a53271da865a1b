import TilawaBase
import TilawaQuran

/// The riwayah or counting system by which ayah numbers are meant, as given to an option.
struct Numbering {
  /// The id of whichever was named.
  let id: String
  let riwayah: Riwayah?
  let counting: CountingSystem

  private init(id: String, riwayah: Riwayah?, counting: CountingSystem) {
    self.id = id
    self.riwayah = riwayah
    self.counting = counting
  }

  /// Throws what to say to the user.
  init(_ text: String) throws(CommandFailure) {
    if let riwayah = Riwayah(text) {
      self.init(id: riwayah.rawValue, riwayah: riwayah, counting: riwayah.counting)
    } else if let counting = CountingSystem(text) {
      self.init(id: counting.rawValue, riwayah: nil, counting: counting)
    } else {
      throw CommandFailure(
        noSuch(
          "riwayah or counting system", text, meaning: Riwayah.suggestions(for: text).map(\.rawValue),
          hint: "see `tilawa quran riwayat`"))
    }
  }

  /// All that can be named, as shells complete it.
  static let names = Riwayah.completions + CountingSystem.allCases.map(\.rawValue)

  static let form = JSONForm<Numbering>.object([
    .nullable(.riwayah, \.riwayah?.rawValue), .key(.numbering, \.counting.rawValue),
  ])
}

extension Riwayah {
  /// Ids, then those of their other spellings that are one word to every shell.
  static let completions: [String] = {
    let aliases = allCases.flatMap(\.aliases).filter { alias in
      alias.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      }
    }
    return allCases.map(\.rawValue) + aliases
  }()
}
