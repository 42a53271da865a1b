import TilawaSound

@testable import TilawaLint

extension Linter.Options {
  /// Every rule; audio is looked into.
  static var hearing: Linter.Options { Linter.Options(inspecting: SoundInspector()) }
}
