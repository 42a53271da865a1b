import TilawaBase
import TilawaSound

@testable import TilawaLibrary

extension LibraryFolder {
  /// A library whose audio is looked into.
  init(at path: String, shownFrom home: String, cacheFolder: String? = nil) throws(FileError) {
    try self.init(at: path, shownFrom: home, cacheFolder: cacheFolder, inspecting: SoundInspector())
  }
}
