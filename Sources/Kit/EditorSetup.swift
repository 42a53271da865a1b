package import TilawaBase

/// An editor that can be set up to use the language server.
package enum KnownEditor: String, CaseIterable, Sendable {
  case nvim, helix, emacs, vscode, zed, kakoune
}

/// The files that set up an editor for the language server, and the steps that are left to its user.
package struct EditorSetup: Sendable {
  /// A file that the editor reads.
  package struct File: Sendable {
    /// The absolute path.
    package let path: String
    /// The text that it should contain.
    package let text: String
    /// True if the file also contains settings of the user.
    package let isShared: Bool
  }

  /// The outcome for a file.
  package enum Outcome: Sendable {
    case written
    /// It contained that text already.
    case unchanged
    /// It contains another text, and was left unchanged.
    case kept
  }

  /// The files, in the order in which they are reported.
  package let files: [File]
  /// The steps left to the user, a sentence each.
  package let steps: [String]

  /// Creates the files of an editor: in the user's configuration, or in the working directory for editors
  /// that keep settings beside the work. Throws if the folder of the configuration can't be determined.
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
      steps = ["Helix reads it when it starts; check with `hx --health tilawa` that it finds the server."]
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
      steps = ["Add source %{\(files[0].path)} to your kakrc, after the line that starts kakoune-lsp."]
    }
  }

  /// Writes the files. An existing file with another text is replaced only with `isReplacing`.
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
    // The XDG specification says that a path that is not absolute must be ignored.
    if let folder = workplace.environment["XDG_CONFIG_HOME"], folder.begins(with: "/") { return folder }
    return PathText.joined(try home(workplace), ".config")
  }

  private static func home(_ workplace: Workplace) throws(Failure) -> String {
    guard let home = workplace.environment["HOME"], home.begins(with: "/") else {
      throw Failure("cannot find the settings of editors: HOME is not set")
    }
    return home
  }
}
