package import TilawaBase

/// An editor that can be set up to use the language server.
package enum KnownEditor: String, CaseIterable, Sendable {
  case nvim, helix, emacs, vscode, zed, kakoune
}

/// The files by which an editor gets to know the language server, and what is left to be done by its user.
package struct EditorSetup: Sendable {
  /// A file that the editor reads.
  package struct File: Sendable {
    /// Absolute.
    package let path: String
    /// What it is to hold.
    package let text: String
    /// Whether the editor's user has other things in it, too.
    package let isShared: Bool
  }

  /// What became of a file.
  package enum Outcome: Sendable {
    case written
    /// It held that already.
    case unchanged
    /// It holds something else, and was left as it is.
    case kept
  }

  /// In the order in which they are told of.
  package let files: [File]
  /// What is still to be done, a sentence each.
  package let steps: [String]

  /// The files of an editor, in the user's configuration, or in the working directory for editors that keep settings beside the
  /// work. Throws when nothing tells where the configuration is.
  package init(for editor: KnownEditor, in workplace: Workplace) throws(Failure) {
    func file(_ path: String, _ text: String, isShared: Bool = false) -> File {
      File(path: path, text: text, isShared: isShared)
    }
    let settings = try Self.settings(workplace)
    switch editor {
    case .nvim:
      files = [file(PathText.joined(settings, "nvim/plugin/tilawa.lua"), EditorTexts.neovim)]
      steps = ["Neovim reads it when it starts."]
    case .helix:
      files = [file(PathText.joined(settings, "helix/languages.toml"), EditorTexts.helix, isShared: true)]
      steps = ["Helix reads it when it starts; hx --health tilawa tells whether it finds the server."]
    case .emacs:
      files = [file(PathText.joined(settings, "emacs/tilawa.el"), EditorTexts.emacs)]
      steps = ["Add (load \"\(files[0].path)\") to your init file."]
    case .vscode:
      let folder = PathText.joined(try Self.home(workplace), ".vscode/extensions/tilawa")
      files = [
        file(PathText.joined(folder, "package.json"), EditorTexts.codeManifest),
        file(PathText.joined(folder, "extension.js"), EditorTexts.codeExtension),
      ]
      steps = ["Run npm install in \(folder), then start VS Code again."]
    case .zed:
      files = [file(workplace.path(".zed/settings.json"), EditorTexts.zed, isShared: true)]
      steps = ["Zed reads it when it opens this folder."]
    case .kakoune:
      files = [file(PathText.joined(settings, "kak/tilawa.kak"), EditorTexts.kakoune)]
      steps = ["Add source %{\(files[0].path)} to your kakrc, behind the line that starts kakoune-lsp."]
    }
  }

  /// Writes the files; one that is there and holds something else only when it is to be replaced.
  package func apply(isReplacing: Bool) throws(FileError) -> [(file: File, outcome: Outcome)] {
    var results: [(file: File, outcome: Outcome)] = []
    for file in files {
      let bytes = Array(file.text.utf8)
      let old = try FileContents.readIfAny(file.path)
      if old == bytes {
        results.append((file, .unchanged))
      } else if old != nil, !isReplacing {
        results.append((file, .kept))
      } else {
        try FileTransfer.makeFolder(PathText.folder(of: file.path))
        try AtomicFile.write(bytes, to: file.path)
        results.append((file, .written))
      }
    }
    return results
  }

  private static func settings(_ workplace: Workplace) throws(Failure) -> String {
    // A path that is not absolute is to be left out of account, says the XDG specification.
    if let folder = workplace.environment["XDG_CONFIG_HOME"], folder.begins(with: "/") { return folder }
    return PathText.joined(try home(workplace), ".config")
  }

  private static func home(_ workplace: Workplace) throws(Failure) -> String {
    guard let home = workplace.environment["HOME"], home.begins(with: "/") else {
      throw Failure("nothing tells where editors keep their settings: HOME is not set")
    }
    return home
  }
}
