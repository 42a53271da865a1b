public import TilawaBase

extension FileTree {
  /// The bundles below `root`, as ``folders(endingIn:under:except:takingIgnored:unreadable:)`` finds them; `root` itself
  /// when it is one.
  ///
  /// Not those in a folder `journal` directly in it: personal state lies there, and nothing that belongs to the library.
  public static func bundles(
    under root: String, takingIgnored: Bool = false, unreadable: (FileError) -> Void
  ) -> Folders {
    folders(
      endingIn: ".tilawa", under: root, except: DocumentKind.journalName, takingIgnored: takingIgnored,
      unreadable: unreadable)
  }
}
