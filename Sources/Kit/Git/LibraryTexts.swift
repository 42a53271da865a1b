import TilawaBase
import TilawaFormat

/// The contents of the files of a new library. `Examples/github-workflow.yaml` is the workflow in this
/// file; a test compares them.
package enum LibraryTexts {
  static func readme(title: String, tool: LargeFileTool?) -> String {
    """
    # \(title.filledLines.joined(separator: " "))

    Recordings of the Quran. Each is a folder whose name ends in `.tilawa`, with the audio and the times of its ayat.

        tilawa import memo.m4a --title "Friday prayer" --reciter ID --riwayah hafs --mark
        tilawa studio friday-prayer.tilawa
        tilawa lint

    ## Audio

    \(audio(tool))

    ## Working together

    After cloning, once:

        tilawa git install\(tool.map { " --\($0.rawValue)" } ?? "")

    Then git merges recordings by their rows, and `tilawa git check` keeps large audio out of commits. With
    [pre-commit](https://pre-commit.com), `pre-commit install` also checks and formats each commit. Changes in a pull
    request are checked by `.github/workflows/recitations.yaml`; set the address of Tilawa there.

    `journal/` is your own listening history; git ignores it.

    """
  }

  private static func audio(_ tool: LargeFileTool?) -> String {
    switch tool {
    case .lfs:
      """
      [Git LFS](https://git-lfs.com) keeps it: git itself contains small pointers. To clone without audio:

          GIT_LFS_SKIP_SMUDGE=1 git clone ADDRESS
          tilawa audio fetch friday-prayer.tilawa
      """
    case .annex:
      """
      [git-annex](https://git-annex.branchable.com) keeps it: git itself contains small pointers. `git annex get` fetches audio,
      `git annex drop` removes it where another copy is known, and `git annex sync --content` shares it.
      """
    case nil:
      """
      Git ignores it, so it cannot enter the history by accident. Each `recording.yaml` has the checksum of its audio, by
      which `tilawa audio attach --find FOLDER` finds it again. When Git LFS or git-annex is installed, `tilawa git install --lfs` or
      `--annex` lets that keep the audio.
      """
    }
  }

  static let ignored = """
    # Your own listening history.
    /journal/
    # Leftovers of programs that were killed.
    .*.tilawa-tmp-*
    .*.tilawa-old-*
    .tilawa-change-*
    .DS_Store
    Thumbs.db

    """

  static func attributes(tool: LargeFileTool?) -> String {
    let lines =
      GitSettings.attributes(besides: DocumentKind.all.flatMap(\.patterns).filter { !$0.holds("*.tilawa/") })
      + (tool.map { tool in AudioAttributes.endings.map { AudioAttributes.line(for: $0, keptBy: tool) } }
        ?? [])
      + (tool == .annex ? [AudioAttributes.annexedNot] : [])
    return lines.map { $0 + "\n" }.joined()
  }

  static let preCommit = """
    # `pre-commit install` runs these before each commit (https://pre-commit.com). `tilawa` must be on the PATH.
    repos:
      - repo: local
        hooks:
          - id: tilawa-fmt
            name: tilawa fmt
            entry: tilawa fmt
            language: system
            files: \\.tilawa/.*\\.ya?ml$
            types: [yaml]
          - id: tilawa-lint
            name: tilawa lint
            entry: tilawa lint --quiet
            language: system
            files: \\.tilawa/.*\\.ya?ml$
            types: [yaml]
          - id: tilawa-git-check
            name: tilawa git check
            entry: tilawa git check
            language: system
            pass_filenames: false

    """

  /// The full text of `Examples/github-workflow.yaml`.
  package static let workflow = #"""
    # Checks what a pull request changes in your recordings. Copy to .github/workflows/recitations.yaml.
    name: recitations
    on: [pull_request]
    jobs:
      lint:
        runs-on: ubuntu-latest
        container: swift:6.2
        steps:
          - uses: actions/checkout@v4
            with:
              fetch-depth: 0 # lint compares with the start of the branch
          - name: Build tilawa
            run: |
              git clone --depth 1 https://github.com/OWNER/tilawa /tmp/tilawa # the address of Tilawa
              cd /tmp/tilawa
              Examples/install-dependencies
              swift build -c release --static-swift-stdlib --product tilawa
              cp .build/release/tilawa /usr/local/bin/
          - name: Check what changed
            run: |
              git config --global --add safe.directory "$GITHUB_WORKSPACE"
              tilawa git check --all # audio belongs in Git LFS or git-annex
              tilawa fmt --check .
              tilawa lint --changed=origin/${{ github.base_ref }}... --format github
          - name: Write a page of each changed recording, to hear old and new
            if: always()
            env:
              BASE: origin/${{ github.base_ref }}
            run: |
              mkdir /tmp/pages
              git diff --name-only -z "$BASE..." | sed -zn 's|\.tilawa/.*|.tilawa|p' | sort -zu |
                while IFS= read -r -d '' bundle; do
                  [ -d "$bundle" ] || continue
                  page="/tmp/pages/$(printf '%s' "$bundle" | tr '/' '-').html"
                  tilawa report --embed --diff "$BASE:$bundle" "$bundle" -o "$page" ||
                    tilawa report --embed "$bundle" -o "$page" || true
                done
          - name: Keep the pages with the run
            if: always()
            uses: actions/upload-artifact@v4
            with:
              name: what-changed
              path: /tmp/pages
              if-no-files-found: ignore

    """#
}
