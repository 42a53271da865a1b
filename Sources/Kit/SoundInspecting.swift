package import TilawaLint
import TilawaSound

extension Linter.Options {
  /// Every rule; audio is looked into.
  package static var hearing: Linter.Options { Linter.Options(inspecting: SoundInspector()) }
}
