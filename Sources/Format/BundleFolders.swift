public import TilawaBase

extension FileTree {
  /// Returns the bundles below `root`, as ``folders(endingIn:under:except:takingIgnored:unreadable:)`` finds
  /// them; `root` itself if it is one.
  ///
  /// Those in a folder `journal` directly in it are left out: it contains personal state, and nothing that
  /// belongs to the library.
  public static func bundles(
    under root: String, takingIgnored: Bool = false, unreadable: (FileError) -> Void
  ) -> Folders {
    folders(
      endingIn: ".tilawa", under: root, except: DocumentKind.journalName, takingIgnored: takingIgnored,
      unreadable: unreadable)
  }
}
