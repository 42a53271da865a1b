package import TilawaLint
import TilawaSound

extension Linter.Options {
  /// Options for every rule, including those that examine audio.
  package static var hearing: Linter.Options { Linter.Options(inspecting: SoundInspector()) }
}
