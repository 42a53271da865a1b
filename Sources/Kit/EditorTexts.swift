/// The files that set up editors for the language server, as `tilawa editor setup` writes them.
enum EditorTexts {
  /// A Lua file for `plugin/`; it works from Neovim 0.7 on.
  static let neovim = #"""
    -- Tilawa in Neovim 0.7 or newer: findings, completion, fixes, and the sound of the row at the cursor.
    --   K show its facts              gd go to definition         <leader>ta fixes and decisions
    --   <leader>tp play the row       <leader>tb its boundary     <leader>tr from here on     <leader>ts stop
    --   <leader>tc confirm the row    <leader>tu up to here       <leader>tf format
    local patterns = {
      '*.tilawa/*.yaml', '*/reciters/*.yaml', '*/playback.yaml', '*/texts/texts.yaml', '*/guides/*.yaml',
      '*/shelf/*.yaml', '*/journal/*.yaml',
    }
    local clients = {}

    -- The top of the repository, else the folder with the bundle.
    local function root(path)
      local folder = vim.fn.fnamemodify(path, ':p:h')
      local git = vim.fn.finddir('.git', folder .. ';')
      if git ~= '' then return vim.fn.fnamemodify(vim.fn.fnamemodify(git, ':p'), ':h:h') end
      return folder:match('%.tilawa$') and vim.fn.fnamemodify(folder, ':h') or folder
    end

    local function run(command)
      return function()
        local cursor = vim.api.nvim_win_get_cursor(0)
        local place = { line = cursor[1] - 1, character = vim.str_utfindex(vim.api.nvim_get_current_line(), cursor[2]) }
        local argument = { uri = vim.uri_from_bufnr(0), position = place }
        vim.lsp.buf_request(0, 'workspace/executeCommand', { command = command, arguments = { argument } },
          function(failure) if failure then vim.notify(failure.message, vim.log.levels.WARN) end end)
      end
    end

    local function attached(_, buffer)
      vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
      local function map(keys, action) vim.keymap.set('n', keys, action, { buffer = buffer }) end
      map('K', vim.lsp.buf.hover)
      map('gd', vim.lsp.buf.definition)
      map('<leader>ta', vim.lsp.buf.code_action)
      map('<leader>tf', vim.lsp.buf.format or vim.lsp.buf.formatting_sync)
      map('<leader>tp', run('tilawa.playRow'))
      map('<leader>tb', run('tilawa.playBoundary'))
      map('<leader>tr', run('tilawa.playFromCursor'))
      map('<leader>ts', run('tilawa.stop'))
      map('<leader>tc', run('tilawa.confirmRow'))
      map('<leader>tu', run('tilawa.confirmUpTo'))
      if vim.lsp.inlay_hint and vim.lsp.inlay_hint.enable then
        pcall(vim.lsp.inlay_hint.enable, true, { bufnr = buffer })
      end
    end

    local function start(event)
      local buffer = event.buf
      local config = {
        name = 'tilawa', cmd = { 'tilawa', 'editor', 'lsp' }, root_dir = root(vim.api.nvim_buf_get_name(buffer)),
        on_attach = attached,
      }
      if vim.lsp.start then
        vim.lsp.start(config, { bufnr = buffer })
      else
        clients[config.root_dir] = clients[config.root_dir] or vim.lsp.start_client(config)
        vim.lsp.buf_attach_client(buffer, clients[config.root_dir])
      end
    end

    local group = vim.api.nvim_create_augroup('tilawa', {})
    vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile' }, { group = group, pattern = patterns, callback = start })

    """#

  /// Settings for `languages.toml`.
  static let helix = #"""
    # Tilawa in Helix: space-a offers fixes, decisions about the row, and its sound; space-k its facts.
    [language-server.tilawa]
    command = "tilawa"
    args = ["editor", "lsp"]

    [[language]]
    name = "tilawa"
    scope = "source.yaml"
    grammar = "yaml"
    file-types = [
      { glob = "*.tilawa/*.yaml" }, { glob = "reciters/*.yaml" }, { glob = "playback.yaml" },
      { glob = "texts/texts.yaml" }, { glob = "guides/*.yaml" }, { glob = "shelf/*.yaml" }, { glob = "journal/*.yaml" },
    ]
    roots = [".git"]
    comment-token = "#"
    indent = { tab-width = 2, unit = "  " }
    language-servers = ["tilawa"]

    """#

  /// An Emacs Lisp file for eglot.
  static let emacs = #"""
    ;;; tilawa.el --- Recitation annotations, with eglot  -*- lexical-binding: t -*-
    ;;   C-c t p play the row       C-c t b its boundary     C-c t r from here on     C-c t s stop
    ;;   C-c t c confirm the row    C-c t u up to here       C-c t a fixes and decisions
    ;;   C-c t f format
    (require 'eglot)
    (defvar eglot-confirm-server-initiated-edits)
    (defvar eglot-confirm-server-edits)

    (define-derived-mode tilawa-mode text-mode "Tilawa"
      "Annotations of recordings of Quran recitation."
      (setq-local comment-start "# ")
      (setq-local comment-start-skip "#+ *")
      (setq-local indent-tabs-mode nil)
      (font-lock-add-keywords
       nil '(("^[ -]*\\([a-z_-]+\\):" 1 font-lock-keyword-face) ("[{,] *\\([a-z_-]+\\):" 1 font-lock-keyword-face)
             ("\\(?:^\\| \\)\\(#.*\\)" 1 font-lock-comment-face t))))

    (dolist (files '("\\.tilawa/[^/]+\\.yaml\\'" "/reciters/[^/]+\\.yaml\\'" "/playback\\.yaml\\'"
                     "/texts/texts\\.yaml\\'" "/guides/[^/]+\\.yaml\\'" "/shelf/[^/]+\\.yaml\\'"
                     "/journal/[^/]+\\.yaml\\'"))
      (add-to-list 'auto-mode-alist (cons files 'tilawa-mode)))

    (add-to-list 'eglot-server-programs '(tilawa-mode . ("tilawa" "editor" "lsp")))
    (add-hook 'tilawa-mode-hook #'eglot-ensure)

    (defun tilawa-run (command)
      "Send COMMAND for the row at point to the server."
      ;; The user requested the server's changes, so they need no confirmation. Newer versions renamed the variable.
      (let ((eglot-confirm-server-initiated-edits nil) (eglot-confirm-server-edits nil))
        (jsonrpc-request (eglot-current-server) :workspace/executeCommand
                         (list :command command :arguments (vector (eglot--TextDocumentPositionParams))))))

    (defmacro tilawa-define (name command doc)
      "Define the command NAME, which sends COMMAND to the server; DOC is its docstring."
      `(defun ,name () ,doc (interactive) (tilawa-run ,command)))

    (tilawa-define tilawa-play-row "tilawa.playRow" "Play the row at point.")
    (tilawa-define tilawa-play-boundary "tilawa.playBoundary" "Play two seconds on both sides of the boundary at point.")
    (tilawa-define tilawa-play-on "tilawa.playFromCursor" "Play from the row at point.")
    (tilawa-define tilawa-stop "tilawa.stop" "Stop playback.")
    (tilawa-define tilawa-confirm-row "tilawa.confirmRow" "Confirm the row at point.")
    (tilawa-define tilawa-confirm-up-to "tilawa.confirmUpTo" "Confirm all rows up to the one at point.")

    (dolist (key '(("p" . tilawa-play-row) ("b" . tilawa-play-boundary) ("r" . tilawa-play-on) ("s" . tilawa-stop)
                   ("c" . tilawa-confirm-row) ("u" . tilawa-confirm-up-to) ("a" . eglot-code-actions)
                   ("f" . eglot-format-buffer)))
      (define-key tilawa-mode-map (kbd (concat "C-c t " (car key))) (cdr key)))

    (provide 'tilawa)
    ;;; tilawa.el ends here

    """#

  /// The manifest of an extension of VS Code.
  static let codeManifest = #"""
    {
      "name": "tilawa",
      "displayName": "Tilawa",
      "description": "Annotations of recordings of Quran recitation",
      "version": "0.1.0",
      "publisher": "tilawa",
      "engines": { "vscode": "^1.75.0" },
      "main": "./extension.js",
      "activationEvents": ["workspaceContains:**/*.tilawa/*.yaml", "onLanguage:yaml"],
      "contributes": {
        "commands": [
          { "command": "tilawa.play", "title": "Tilawa: Play the row" },
          { "command": "tilawa.boundary", "title": "Tilawa: Play the boundary" },
          { "command": "tilawa.on", "title": "Tilawa: Play from here" },
          { "command": "tilawa.silence", "title": "Tilawa: Stop" },
          { "command": "tilawa.confirm", "title": "Tilawa: Confirm the row" }
        ],
        "keybindings": [
          { "command": "tilawa.play", "key": "alt+p", "when": "resourcePath =~ /\\.tilawa\\// && editorTextFocus" },
          { "command": "tilawa.boundary", "key": "alt+b", "when": "resourcePath =~ /\\.tilawa\\// && editorTextFocus" },
          { "command": "tilawa.on", "key": "alt+r", "when": "resourcePath =~ /\\.tilawa\\// && editorTextFocus" },
          { "command": "tilawa.silence", "key": "alt+s", "when": "resourcePath =~ /\\.tilawa\\// && editorTextFocus" },
          { "command": "tilawa.confirm", "key": "alt+c", "when": "resourcePath =~ /\\.tilawa\\// && editorTextFocus" }
        ]
      },
      "dependencies": { "vscode-languageclient": "^9.0.1" }
    }

    """#

  /// The extension itself.
  static let codeExtension = #"""
    // Tilawa in VS Code: starts the language server and binds its commands to keys.
    const vscode = require("vscode");
    const { LanguageClient } = require("vscode-languageclient/node");

    const patterns = [
      "**/*.tilawa/*.yaml", "**/reciters/*.yaml", "**/playback.yaml", "**/texts/texts.yaml", "**/guides/*.yaml",
      "**/shelf/*.yaml", "**/journal/*.yaml",
    ];
    const keys = {
      "tilawa.play": "tilawa.playRow", "tilawa.boundary": "tilawa.playBoundary", "tilawa.on": "tilawa.playFromCursor",
      "tilawa.silence": "tilawa.stop", "tilawa.confirm": "tilawa.confirmRow",
    };
    let client;

    exports.activate = async (context) => {
      client = new LanguageClient(
        "tilawa", "Tilawa", { command: "tilawa", args: ["editor", "lsp"] },
        { documentSelector: patterns.map((pattern) => ({ scheme: "file", pattern })) });
      for (const [name, command] of Object.entries(keys)) {
        context.subscriptions.push(vscode.commands.registerCommand(name, () => {
          const editor = vscode.window.activeTextEditor;
          if (!editor) return;
          const { line, character } = editor.selection.active;
          const place = { uri: editor.document.uri.toString(), position: { line, character } };
          return client.sendRequest("workspace/executeCommand", { command, arguments: [place] });
        }));
      }
      await client.start();
    };

    exports.deactivate = () => client && client.stop();

    """#

  /// Settings of a folder, in which Tilawa's server replaces the usual one for YAML.
  static let zed = #"""
    {
      "lsp": {
        "yaml-language-server": {
          "binary": { "path": "tilawa", "arguments": ["editor", "lsp"] }
        }
      },
      "languages": {
        "YAML": { "language_servers": ["yaml-language-server"], "tab_size": 2 }
      }
    }

    """#

  /// Settings for kakoune-lsp.
  static let kakoune = #"""
    # Tilawa in Kakoune, with kakoune-lsp 17 or newer.
    #   <user> t p play the row       b its boundary     r from here on     s stop
    #   <user> t c confirm the row    u up to here       a fixes and decisions
    hook global BufCreate .*/[^/]+\.tilawa/[^/]+\.yaml %{ set-option buffer filetype tilawa }
    hook global BufCreate .*/(reciters|guides|shelf|journal)/[^/]+\.yaml %{ set-option buffer filetype tilawa }
    hook global BufCreate .*/(playback|texts/texts)\.yaml %{ set-option buffer filetype tilawa }

    hook global BufSetOption filetype=tilawa %{
      set-option buffer comment_line '#'
      set-option buffer indentwidth 2
      set-option buffer lsp_servers "
        [tilawa]
        command = 'tilawa'
        args = ['lsp']
        root = '%sh{cd ""$(dirname ""$kak_buffile"")"" && { git rev-parse --show-toplevel 2>/dev/null || dirname ""$PWD""; }}'
      "
    }
    hook global WinSetOption filetype=tilawa %{ lsp-enable-window }

    define-command tilawa-run -params 1 -docstring 'tilawa-run <command>: send it for the row at the cursor to the server' %{
      evaluate-commands %sh{
        printf "lsp-execute-command %s '[\"file://%s\", %d, %d]'" \
          "$1" "$kak_buffile" $((kak_cursor_line - 1)) $((kak_cursor_char_column - 1))
      }
    }

    declare-user-mode tilawa
    map global user t ': enter-user-mode tilawa<ret>' -docstring 'recitation'
    map global tilawa p ': tilawa-run tilawa.playRow<ret>' -docstring 'play the row'
    map global tilawa b ': tilawa-run tilawa.playBoundary<ret>' -docstring 'play the boundary'
    map global tilawa r ': tilawa-run tilawa.playFromCursor<ret>' -docstring 'play from here'
    map global tilawa s ': tilawa-run tilawa.stop<ret>' -docstring 'stop'
    map global tilawa c ': tilawa-run tilawa.confirmRow<ret>' -docstring 'confirm the row'
    map global tilawa u ': tilawa-run tilawa.confirmUpTo<ret>' -docstring 'confirm up to here'
    map global tilawa a ': lsp-code-actions<ret>' -docstring 'fixes and decisions'

    """#
}
