import Foundation
import Testing
import TilawaBase
import TilawaPrograms
import TilawaTestSupport

@testable import TilawaCommandLine

@Suite struct EditorCommandTests {
  private static let editors = ["nvim", "helix", "emacs", "vscode", "zed", "kakoune"]

  @Test(arguments: editors) func thePageOfEachEditorShowsWhatIsWritten(_ editor: String) throws {
    let page = String(
      decoding: try FileContents.read("\(ConformanceSuite.repository)/Examples/editors/\(editor).md"),
      as: UTF8.self)
    let folder = try TemporaryFolder()
    _ = transcript("editor", "setup", editor, in: folder.path, environment: ["HOME": folder.path])
    let files = try files(below: folder.path)
    #expect(files.count == (editor == "vscode" ? 2 : 1))
    for file in files {
      let text = String(decoding: try FileContents.read(file), as: UTF8.self)
      #expect(page.contains("\n\(text)```\n"), "\(file)")
      let shown = file.replacingOccurrences(of: folder.path + "/", with: "")
      #expect(page.contains(PathText.name(of: shown)), "\(shown)")
    }
  }

  private func files(below folder: String) throws -> [String] {
    (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []).map { "\(folder)/\($0)" }
      .filter { (try? FileStatus.ifAny($0))?.kind == .file }
  }

  @Test func whatIsThereIsLeftAloneUnlessTold() throws {
    let folder = try TemporaryFolder([".config/helix/languages.toml": "# mine\n"])
    func run(_ arguments: String...) -> String {
      transcript(["editor", "setup"] + arguments, in: folder.path, environment: ["HOME": folder.path])
    }
    let told = run("helix")
    #expect(told.contains("tilawa: .config/helix/languages.toml already exists; add these lines to it:"))
    #expect(told.contains("[language-server.tilawa]"))
    #expect(told.hasSuffix("[exit 1]\n"))
    #expect(try folder.text(of: ".config/helix/languages.toml") == "# mine\n")
    #expect(run("helix", "--force").hasPrefix("[stderr]\nwrote .config/helix/languages.toml\n"))
    #expect(run("helix").contains("is up to date"))
    #expect(run("nvim", "--print").contains("vim.lsp.start"))
    #expect((try? FileStatus.ifAny(folder.path(of: ".config/nvim"))) == nil)
    #expect(run("vi").contains("[exit 2]"))
    #expect(
      transcript("editor", "setup", "nvim", in: folder.path)
        == "[stderr]\ntilawa: cannot find the settings of editors: HOME is not set\n[exit 2]\n")
  }

  /// The editors themselves, if installed, parse the output of `--format concise`.
  @Test func vimAndEmacsFindThePlaceOfAFinding() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\n",
      "a.tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 1.000, end: 5.000 }\n  - { ayah: \"1:2\", start: 4.000, end: 9.000 }\n",
    ])
    let printed = transcript("lint", ".", "--format", "concise", in: folder.path)
    // Compilation buffers have a line above the first finding.
    try folder.write("-- lint\n" + printed.components(separatedBy: "[stderr]")[0], to: "found.txt")
    let expected = "a.tilawa/segments.yaml:4:"
    #expect(printed.contains(expected))
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    if ChildProgram(named: "vim", searchPath: path) != nil {
      let vim = """
        vim -u NONE -N -es -c 'cgetfile found.txt' \
        -c 'call writefile(map(getqflist(), {_, v -> bufname(v.bufnr) . ":" . v.lnum . ":" . v.col . ":" . v.text}), "vim.txt")' \
        -c 'qa!'
        """
      _ = try BuiltProgram.shell(vim, in: folder.path, environment: ["PATH": path])
      #expect(try folder.text(of: "vim.txt").contains(expected), "Vim")
    }
    if ChildProgram(named: "emacs", searchPath: path) != nil {
      let lisp = """
        (progn (require 'compile) (find-file "found.txt") (compilation-mode) \
        (setq next-error-last-buffer (current-buffer)) (first-error) \
        (let ((found nil)) (ignore-errors (while t (push (with-current-buffer (window-buffer (selected-window)) \
        (format "%s:%s" buffer-file-name (line-number-at-pos (window-point (selected-window))))) found) (next-error 1))) \
        (princ found)))
        """
      try folder.write(lisp, to: "try.el")
      let told = try BuiltProgram.shell(
        "emacs --batch -Q -l try.el 2>&1", in: folder.path, environment: ["PATH": path])
      #expect(told.contains("a.tilawa/segments.yaml:4"), "Emacs: \(told)")
    }
  }
}
