/// A finding of each rule: its code, then the text; separated by empty lines. Written by `RuleWordingTests`.
let ruleExamples = #"""
  Y001
  in-a-value.tilawa/recording.yaml:3:13: error: byte 0xE9 is not UTF-8 here; save the file as UTF-8 [Y001 not-utf8]
  3 | riwayah: haf�
    |             ^

  Y002
  bell.tilawa/recording.yaml:4:15: error: control character U+0007; remove it, or write it as an escape in double quotes [Y002 control-character]
  4 | notes: a bell � rings
    |               ^

  Y003
  brace-closed-twice.tilawa/segments.yaml:3:48: error: this does not fit the list that begins at line 3; its rows begin with "- ", all in one column [Y003 syntax]
  3 |   - { ayah: "112:1", start: 1.000, end: 3.800 }}
    |                                                ^
    |   - the list begins here

  Y004
  end-given-twice.tilawa/segments.yaml:3:48: error: "end" is given twice; first at line 3 [Y004 duplicate-key]
  3 |   - { ayah: "112:1", start: 1.000, end: 3.800, end: 3.800 }
    |                                                ^^^
    |                                    --- first given here

  Y005
  alias.tilawa/recording.yaml:4:8: error: "&name" names a value for use elsewhere; remove it [Y005 anchor-or-alias]
  4 | title: &name Friday prayer
    |        ^^^^^

  Y006
  core-tag.tilawa/recording.yaml:4:8: error: "!!str" is a tag; remove it [Y006 tag]
  4 | title: !!str 2024
    |        ^^^^^

  Y007
  second-document.tilawa/segments.yaml:4:1: error: a second document starts here; move it to a file of its own [Y007 several-documents]
  4 | ---
    | ^^^

  Y008
  block-in-flow.tilawa/recording.yaml:5:32: error: nested 17 levels deep; at most 16 are allowed [Y008 too-deep]
  5 |   - - - - - - - - - - - - - - [[]]
    |                                ^

  Y009
  line-separator.tilawa/recording.yaml:4:14: error: some readers take the character U+2028, line separator, as a line end; replace it with a line end, a space or an escape [Y009 line-break]
  4 | notes: "above�below"
    |              ^

  Y010
  line-left-over.tilawa/segments.yaml:4:1: error: ">>>>>>>" is left over from a merge conflict; delete the line [Y010 conflict-markers]
  4 | >>>>>>> fatimah/edit
    | ^^^^^^^^^^^^^^^^^^^^

  Y011
  in-a-block-row.tilawa/recording.yaml:4:11: warning: "size:12" is one key with no value; write a space after the colon: "size: 12" [Y011 missing-space-after-colon]
  4 | x-room: { size:12 }
    |           ^^^^^^^

  Y012
  list-as-key.tilawa/recording.yaml:4:10: error: a list or mapping cannot be a key; use text [Y012 key-not-text]
  4 | x-map: { [a, b]: 1 }
    |          ^^^^^^

  Y013
  tag-directive.tilawa/segments.yaml:1:1: error: "%TAG ! tag:example.com,2024:" is a directive; delete the line [Y013 directive]
  1 | %TAG ! tag:example.com,2024:
    | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^

  F101
  number.tilawa/segments.yaml:1:1: error: segments.yaml must be a mapping of keys to values that begins with "tilawa: 1" [F101 not-a-mapping]
  1 | 1
    | ^

  F102
  no-bytes.tilawa/segments.yaml:1:1: error: the file is empty; it must begin with "tilawa: 1" [F102 empty-file]
  1 |
    | ^

  F103
  audio-without-file.tilawa/recording.yaml:4:8: error: audio must have the key "file": text [F103 missing-key]
  4 | audio: { duration: 0.500 }
    |        ^^^^^^^^^^^^^^^^^^^

  F104
  in-audio-and-sources.tilawa/reciter.yaml:6:65: warning: a source has no key "rate"; keys of your own begin with "x-" [F104 unknown-key]
  6 |   - { url: "https://cdn.example.com/", pattern: "{surah3}.mp3", rate: 64 }
    |                                                                 ^^^^

  F105
  audio-is-text.tilawa/recording.yaml:4:8: error: expected audio, found text [F105 wrong-type]
  4 | audio: audio.wav
    |        ^^^^^^^^^

  F106
  arabic-digits.tilawa/segments.yaml:3:29: error: "١.٠٠٠" is not a time; write seconds such as 263.120, or 4:23.12, or 1:02:03.5 [F106 bad-time]
  3 |   - { ayah: "112:1", start: ١.٠٠٠, end: 3.800 }
    |                             ^^^^^

  F107
  another-dash.tilawa/segments.yaml:3:13: error: "112:1–2" is not an ayah reference; did you mean "112:1-2"? [F107 bad-reference]
  3 |   - { ayah: "112:1–2", start: 1.000, end: 6.100 }
    |             ^^^^^^^^^

  F108
  confidence-in-percent.tilawa/segments.yaml:3:60: error: 93 is not between 0 and 1 [F108 out-of-range]
  3 |   - { ayah: "112:1", start: 1.000, end: 3.800, confidence: 93 }
    |                                                            ^^

  F109
  capital.tilawa/recording.yaml:4:12: error: "Kufi" is not one of kufi, madani_first, madani_first_abu_jafar, madani_last, makki, makki_kfgqpc, basri, shami; did you mean kufi? [F109 unknown-choice]
  4 | numbering: Kufi
    |            ^^^^

  F110
  almost-a-name.tilawa/recording.yaml:3:10: error: no such riwayah: "hafz"; did you mean hafs? [F110 unknown-riwayah]
  3 | riwayah: hafz
    |          ^^^^

  F111
  arabic-and-blanks.tilawa/recording.yaml:3:10: warning: "ورش عن نافع" is read as warsh; write warsh [F111 riwayah-spelling]
  3 | riwayah: "ورش عن نافع"
    |          ^^^^^^^^^^^^^

  F112
  blank-for-t.tilawa/recording.yaml:4:14: error: "2024-01-05 12:30:00Z" is not a date that exists; write 2024-01-05, or 2024-01-05T12:30:00+03:00 [F112 bad-date]
  4 | recorded_at: 2024-01-05 12:30:00Z
    |              ^^^^^^^^^^^^^^^^^^^^

  F113
  arabic-id.tilawa/recording.yaml:4:10: error: "ياسر" is not an id (letters, digits, ".", "_" and "-", at most 128) [F113 bad-text]
  4 | reciter: ياسر
    |          ^^^^

  F114
  blank.tilawa/reciter.yaml:6:12: error: "https://cdn.example.com/al dosari/" is not an http, https or file address without spaces [F114 bad-url]
  6 |   - { url: "https://cdn.example.com/al dosari/", pattern: "{surah3}.mp3" }
    |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

  F115
  next-major.tilawa/recording.yaml:1:9: error: the file has version 2; a newer tilawa is needed to read it [F115 unsupported-version]
  1 | tilawa: 2
    |         ^

  F116
  known-keys-are-checked.tilawa/segments.yaml:1:9: warning: the file has version 1.12, this program supports 1; unknown keys are kept and not checked [F116 newer-version]
  1 | tilawa: 1.12
    |         ^^^^

  F117
  both.tilawa/segments.yaml:3:5: error: the row has both "ayah" and "skip"; remove one [F117 ayah-or-skip]
  3 |   - { ayah: "112:1", skip: takbir, start: 1.000, end: 3.800 }
    |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

  F118
  empty-folder.tilawa: error: the bundle has no recording.yaml; `tilawa new` writes one [F118 recording-missing]

  F119
  absolute-link.tilawa/markers.yaml: error: cannot read absolute-link.tilawa/markers.yaml: a link to /dev/null, outside its folder, which is not followed [F119 unreadable-file]

  F120
  capital-letter.tilawa/Segments.yaml: warning: Segments.yaml is not read; did you mean segments.yaml? [F120 misnamed-file]

  F122
  ayat-and-pages.library/playback.yaml:1:1: error: playback.yaml has both "ayat" and "pages"; remove one [F122 one-of-two]
  1 | tilawa: 1
    | ^^^^^^

  F123
  capitals-hyphens-and-blanks.tilawa/recording.yaml:4:1: error: recording.yaml has no key "Title"; did you mean "title"? [F123 misspelt-key]
  4 | Title: A
    | ^^^^^

  F124
  arabic-digit.tilawa/recording.yaml:4:8: warning: the text ends before "#٥"; put quotes around all of it, or a space after "#" if a comment is meant [F124 text-cut-off]
  4 | title: سورة #٥
    |        ^^^^^^^

  F125
  first-year.tilawa/recording.yaml:4:14: warning: 1300 is read as a Gregorian year; as a Hijri date it is about 1882-11-12 [F125 hijri-year]
  4 | recorded_at: 1300-01-01T20:00:00+03:00
    |              ^^^^^^^^^^^^^^^^^^^^^^^^^

  F126
  computer-and-saved.tilawa/recording-PC.yml: warning: recording-PC.yml is a conflict copy of recording.yaml and is not read; `tilawa merge --conflict-copies computer-and-saved.tilawa` merges it [F126 conflict-copy]

  F121
  faults-of-shape-stay.tilawa/segments.yaml:3:81: warning: F108 out-of-range cannot be ignored, because it concerns the file's form [F121 unknown-suppression]
  3 |   - { ayah: "112:1", start: 1.000, end: 3.800, confidence: 2 } # tilawa: ignore[F108]
    |                                                                                 ^^^^

  R501
  no-riwayah.tilawa/recording.yaml:2:1: warning: the recording has no riwayah, so no session plays it; add "riwayah" [R501 riwayah-missing]
  2 | tilawa: 1
    | ^^^^^^

  R502
  every-count-but-kufi.tilawa/recording.yaml:3:10: note: mushafs of soosi use the count madani_first, this bundle uses kufi; state the count in "numbering" [R502 numbering-unstated]
  3 | riwayah: soosi
    |          ^^^^^

  R503
  a-marker-waits.tilawa/recording.yaml:4:9: warning: declared complete, but the annotation is partial: markers.yaml still has markers [R503 not-complete]
  4 | status: complete
    |         ^^^^^^^^

  R504
  a-day-before.tilawa/recording.yaml:5:14: warning: imported at 2024-01-04, before it was recorded at 2024-01-05 [R504 imported-before-recorded]
  4 | recorded_at: 2024-01-05
    |              ---------- recorded_at is here
  5 | imported_at: 2024-01-04
    |              ^^^^^^^^^^

  R505
  backwards.tilawa/recording.yaml:6:5: error: "114:1-113:1" runs backwards; write "113:1-114:1" [R505 no-such-passage]
  6 |   - "114:1-113:1"
    |     ^^^^^^^^^^^^^

  R506
  run-leaves-it.tilawa/segments.yaml:3:13: warning: 112:4 is not in the passage [R506 outside-passage]
  3 |   - { ayah: "112:3-4", start: 6.100, end: 13.000 }
    |             ^^^^^^^^^
  run-leaves-it.tilawa/recording.yaml:4:10: note: the passage is here

  R507
  another-id.tilawa/recording.yaml:4:10: warning: the reciter is "yasser-dosari" here, but "yasser-al-dosari" in reciter.yaml [R507 reciter-mismatch]
  4 | reciter: yasser-dosari
    |          ^^^^^^^^^^^^^
  another-id.tilawa/reciter.yaml:2:5: note: the id in reciter.yaml is here

  R508
  another-riwayah.tilawa/recording.yaml:3:10: note: the recording is in shuabah, but reciter.yaml has hafs [R508 riwayah-mismatch]
  3 | riwayah: shuabah
    |          ^^^^^^^
  another-riwayah.tilawa/reciter.yaml:4:10: note: the riwayah in reciter.yaml is here

  R510
  empty-recording.tilawa/recording.yaml:1:1: note: the numbering is unknown because recording.yaml cannot be read completely; nothing that depends on it is reported [R510 count-unknown]
  1 | # nothing yet
    | ^

  A701
  absolute.tilawa/recording.yaml:5:9: error: "/var/audio.wav" is outside the bundle; put the audio into the bundle and use a path inside it [A701 audio-outside-bundle]
  5 |   file: /var/audio.wav
    |         ^^^^^^^^^^^^^^

  A702
  absolute-link.tilawa/recording.yaml:5:9: error: audio.wav is reached by a link to "/dev/null", outside the bundle; put the audio itself here, or write audio.external: true [A702 audio-link-outside]
  5 |   file: audio.wav
    |         ^^^^^^^^^

  A703
  absent.tilawa/recording.yaml:5:9: warning: "audio.flac" not found in the bundle [A703 audio-missing]
  5 |   file: audio.flac
    |         ^^^^^^^^^^

  A704
  annex-link.tilawa/recording.yaml:5:9: note: audio.wav is a git-annex link; `git annex get` fetches the audio [A704 audio-pointer]
  5 |   file: audio.wav
    |         ^^^^^^^^^

  A705
  conflict-with-facts.tilawa/recording.yaml:5:9: error: a.flac is a Git LFS pointer with conflict markers between bbbbbbbbbbbb and cccccccccccc; take one with `git checkout --ours` or `--theirs` [A705 audio-unreadable]
  5 |   file: a.flac
    |         ^^^^^^

  A706
  annex-key-names-another.tilawa/recording.yaml:6:10: error: the pointer states 4045 bytes, not 4044 [A706 size-mismatch]
  6 |   bytes: 4044
    |          ^^^^

  A707
  annex-key-names-another.tilawa/recording.yaml:6:11: error: the pointer states the checksum 1331b0bef6beb4928c845939fb8fc1f580c0af0c39382b745e5a340b10765ade [A707 checksum-mismatch]
  6 |   sha256: d9298a10d1b0735837dc4bd85dac641b0f3cef27a47e5d53a54f2f3f5b2fcffa
    |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

  A708
  an-hour-for-a-second.tilawa/recording.yaml:6:13: error: the audio lasts 0.500 s, not 3600.000 [A708 duration-mismatch]
  6 |   duration: 1:00:00
    |             ^^^^^^^

  A709
  both-differ.tilawa/recording.yaml:6:16: warning: the file has a sample rate of 8000 Hz, not 44100 [A709 audio-properties-differ]
  6 |   sample_rate: 44100
    |                ^^^^^

  A710
  address-alone.tilawa/recording.yaml:6:8: warning: audio.url without audio.sha256: downloads cannot be verified; `tilawa audio checksum --update` writes the checksum [A710 url-without-checksum]
  6 |   url: https://example.com/ikhlas.wav
    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

  Q601
  brace-not-closed.tilawa/reciter.yaml:6:49: error: unmatched brace; placeholders are written between { and } [Q601 bad-placeholder]
  6 |   - { url: "https://cdn.example.com/", pattern: "{surah3}/{ayah3.mp3" }
    |                                                 ^^^^^^^^^^^^^^^^^^^^^

  Q602
  ayah-alone.tilawa/reciter.yaml:6:49: error: "{ayah3}.mp3" names an ayah with {ayah3} but not its surah; add {surah3} [Q602 pattern-without-surah]
  6 |   - { url: "https://cdn.example.com/", pattern: "{ayah3}.mp3" }
    |                                                 ^^^^^^^^^^^^^

  Q603
  listed-twice.tilawa/reciter.yaml:8:12: warning: the source is already listed [Q603 source-listed-twice]
  6 |   - { url: "https://cdn.example.com/", pattern: "{surah3}.mp3", bitrate: 64 }
    |            -------------------------- first listed here
  ...
  8 |   - { url: "https://cdn.example.com/", pattern: "{surah3}.mp3", bitrate: 128 }
    |            ^^^^^^^^^^^^^^^^^^^^^^^^^^

  Q604
  all.tilawa/reciter.yaml:5:12: warning: neither the source nor the reciter has a riwayah, so no session plays it [Q604 source-riwayah-missing]
  5 |   - { url: "https://a.example.com/", pattern: "{surah3}.mp3" }
    |            ^^^^^^^^^^^^^^^^^^^^^^^^

  M301
  a-millisecond.tilawa/markers.yaml:4:11: warning: 112:1 at 1.000 is listed below 112:2 at 1.001 [M301 markers-out-of-order]
  3 |   - { at: 1.001, ayah: "112:2" }
    |           ----- 112:2 is here
  4 |   - { at: 1.000, ayah: "112:1" }
    |           ^^^^^

  M302
  same-time.tilawa/markers.yaml:5:11: error: another marker is also at 3.800; remove one [M302 markers-coincide]
  4 |   - { at: 3.800, ayah: "112:2" }
    |     ---------------------------- 112:2 is here
  5 |   - { at: 3.800, ayah: "112:3" }
    |           ^^^^^

  M303
  a-millisecond-early.tilawa/markers.yaml:3:23: error: skip takbir ends at 0.999, before it begins at 1.000 [M303 marker-ends-early]
  3 |   - { at: 1.000, end: 0.999, skip: takbir }
    |                       ^^^^^

  M304
  a-millisecond-late.tilawa/markers.yaml:3:23: error: skip takbir ends at 2.001, after the next marker at 2.000 [M304 marker-overlaps-next]
  3 |   - { at: 1.000, end: 2.001, skip: takbir }
    |                       ^^^^^
  4 |   - { at: 2.000, skip: amin }
    |           ----- the next marker is here

  M305
  both-past-the-end.tilawa/markers.yaml:4:11: error: skip amin is at 0.501, but the audio ends at 0.500 [M305 marker-past-end]
  4 |   - { at: 0.501, end: 0.600, skip: amin }
    |           ^^^^^
  both-past-the-end.tilawa/recording.yaml:6:13: note: the audio's duration is here

  M306
  backwards.tilawa/markers.yaml:3:24: error: "112:3-1" runs backwards; write "112:1-3" [M306 marker-no-such-ayah]
  3 |   - { at: 1.000, ayah: "112:3-1" }
    |                        ^^^^^^^^^

  M307
  between-others.tilawa/markers.yaml:4:5: note: the marker at 3.800 has no "ayah" or "skip" yet [M307 marker-unassigned]
  4 |   - { at: 3.800 }
    |     ^^^^^^^^^^^^^

  M308
  another-surah-between.tilawa/markers.yaml:5:24: warning: 112:2 is missing between 112:1 and 112:3 [M308 marker-skips-ayah]
  3 |   - { at: 1.000, ayah: "112:1" }
    |     ---------------------------- 112:1 is here
  ...
  5 |   - { at: 9.280, ayah: "112:3" }
    |                        ^^^^^^^

  M309
  as-many-as-ayat.tilawa/markers.yaml:3:42: error: 112:1-3 has 3 ayat and needs 2 joins, not 3 [M309 marker-wrong-number-of-joins]
  3 |   - { at: 1.000, ayah: "112:1-3", joins: [3.800, 6.100, 8.000] }
    |                                          ^^^^^^^^^^^^^^^^^^^^^

  M310
  at-its-own-end.tilawa/markers.yaml:3:55: error: the join at 6.100 is outside the row, which lasts from 1.000 to 6.100; joins are positions in the recording [M310 marker-join-outside]
  3 |   - { at: 1.000, end: 6.100, ayah: "112:1-2", joins: [6.100] }
    |                                                       ^^^^^

  M311
  empty-list.tilawa/markers.yaml:3:40: error: 112:1 is one ayah and needs no joins; remove them, or name the whole run [M311 marker-joins-on-one-ayah]
  3 |   - { at: 1.000, ayah: "112:1", joins: [] }
    |                                        ^^

  M312
  one-back.tilawa/markers.yaml:5:40: error: 112:3 is in rak'ah 1, but follows rak'ah 2 [M312 marker-rakah-backwards]
  4 |   - { at: 3.800, ayah: "112:2", rakah: 2 }
    |                                        - 112:2 is in rak'ah 2
  5 |   - { at: 6.100, ayah: "112:3", rakah: 1 }
    |                                        ^

  S201
  a-millisecond.tilawa/segments.yaml:4:28: warning: skip takbir at 1.000 is listed below skip amin at 1.001 [S201 segments-out-of-order]
  3 |   - { skip: amin, start: 1.001, end: 2.000 }
    |                          ----- skip amin is here
  4 |   - { skip: takbir, start: 1.000, end: 1.001 }
    |                            ^^^^^

  S202
  a-millisecond-early.tilawa/segments.yaml:3:38: error: skip amin ends at 0.999, before it starts at 1.000 [S202 segment-ends-early]
  3 |   - { skip: amin, start: 1.000, end: 0.999 }
    |                                      ^^^^^

  S203
  ends-late.tilawa/segments.yaml:4:29: error: 112:2 starts at 3.800, before 112:1 ends [S203 segments-overlap]
  3 |   - { ayah: "112:1", start: 1.000, end: 3.801 }
    |                                         ----- 112:1 ends at 3.801
  4 |   - { ayah: "112:2", start: 3.800, end: 6.100 }
    |                             ^^^^^

  S204
  a-millisecond-more.tilawa/segments.yaml:4:29: warning: 5.001 s between 112:1 and 112:2 are not covered by any row; add the missing row, or one with "skip" [S204 gap-in-surah]
  3 |   - { ayah: "112:1", start: 1.000, end: 3.800 }
    |                                         ----- 112:1 ends here
  4 |   - { ayah: "112:2", start: 8.801, end: 11.101 }
    |                             ^^^^^

  S205
  audio-is-not-here.tilawa/segments.yaml:4:41: error: 112:2 ends at 12.100, after the end of the audio at 10.000 [S205 segment-past-end]
  4 |   - { ayah: "112:2", start: 9.800, end: 12.100 }
    |                                         ^^^^^^
  audio-is-not-here.tilawa/recording.yaml:6:13: note: the audio's duration is here

  S206
  basmalah-is-ayah-one-of-fatiha.tilawa/segments.yaml:3:13: error: 1:0 does not exist; in the Kufi count the basmalah of surah 1 is 1:1 [S206 no-such-ayah]
  3 |   - { ayah: "1:0", start: 1.000, end: 5.000 }
    |             ^^^^^

  S207
  after-a-repeat.tilawa/segments.yaml:6:13: warning: 112:3 is missing between 112:1 and 112:4 [S207 ayah-missing]
  5 |   - { ayah: "112:1", start: 6.100, end: 9.000 }
    |     ------------------------------------------- 112:1 is here
  6 |   - { ayah: "112:4", start: 9.000, end: 13.000 }
    |             ^^^^^^^

  S208
  basmalah-again.tilawa/segments.yaml:5:13: note: 112:0 is also in an earlier row [S208 ayah-repeated]
  3 |   - { ayah: "112:0", start: 0.000, end: 4.000 }
    |     ------------------------------------------- first at 0.000, in 112:0
  ...
  5 |   - { ayah: "112:0", start: 7.000, end: 11.000 }
    |             ^^^^^^^

  S209
  across-surahs.tilawa/segments.yaml:3:13: error: "9:1-8:75" runs backwards; write "8:75-9:1", or one row each if they are recited in that order [S209 range-backwards]
  3 |   - { ayah: "9:1-8:75", start: 1.000, end: 20.000 }
    |             ^^^^^^^^^^

  S210
  basmalah-of-the-next.tilawa/segments.yaml:3:13: warning: 112:4-113:0 crosses into another surah; without "joins" neither surah can be played by itself [S210 cross-surah-without-joins]
  3 |   - { ayah: "112:4-113:0", start: 1.000, end: 8.000 }
    |             ^^^^^^^^^^^^^

  S211
  as-many-as-ayat.tilawa/segments.yaml:3:57: error: 112:1-3 has 3 ayat and needs 2 joins, not 3 [S211 wrong-number-of-joins]
  3 |   - { ayah: "112:1-3", start: 1.000, end: 9.000, joins: [3.800, 6.100, 8.000] }
    |                                                         ^^^^^^^^^^^^^^^^^^^^^

  S212
  at-the-end.tilawa/segments.yaml:3:58: error: the join at 6.100 is outside the row, which lasts from 1.000 to 6.100; joins are positions in the recording [S212 join-outside]
  3 |   - { ayah: "112:1-2", start: 1.000, end: 6.100, joins: [6.100] }
    |                                                          ^^^^^

  S213
  below-the-mean-of-an-even-number.tilawa/segments.yaml:8:5: warning: 114:1 lasts 1.799 s; at least 1.800 s is plausible at the pace of the other rows [S213 implausible-length]
  8 |   - { ayah: "114:1", start: 27.840, end: 29.639 }
    |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

  S214
  empty-list.tilawa/segments.yaml:3:55: error: 112:1 is one ayah and needs no joins; remove them, or name the whole run [S214 joins-on-one-ayah]
  3 |   - { ayah: "112:1", start: 1.000, end: 3.800, joins: [] }
    |                                                       ^^

  S215
  both-have-rows.tilawa/segments.yaml:3:5: note: segments.yaml and markers.yaml both have rows; `tilawa segment` turns the markers into segments [S215 marked-and-saved]
  3 |   - { ayah: "112:1", start: 1.000, end: 3.800 }
    |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  both-have-rows.tilawa/markers.yaml:3:5: note: the first marker is here

  S216
  a-little-too-early.tilawa/segments.yaml:6:29: error: 112:4 starts at 3.799, before the previous time, 9.000 [S216 segment-time-stray]
  6 |   - { ayah: "112:4", start: 3.799, end: 13.000 }
    |                             ^^^^^

  S217
  one-back.tilawa/segments.yaml:5:55: error: 112:3 is in rak'ah 1, but follows rak'ah 2 [S217 rakah-backwards]
  4 |   - { ayah: "112:2", start: 3.800, end: 6.100, rakah: 2 }
    |                                                       - 112:2 is in rak'ah 2
  5 |   - { ayah: "112:3", start: 6.100, end: 8.500, rakah: 1 }
    |                                                       ^

  W401
  a-millisecond.tilawa/words.yaml:4:38: warning: word 1 of 112:1 at 1.000 is listed below word 2 of 112:1 at 1.001 [W401 words-out-of-order]
  3 |   - { ayah: "112:1", word: 2, start: 1.001, end: 1.500 }
    |                                      ----- word 2 of 112:1 is here
  4 |   - { ayah: "112:1", word: 1, start: 1.000, end: 1.001 }
    |                                      ^^^^^

  W402
  a-millisecond-early.tilawa/words.yaml:3:50: error: word 1 of 112:1 ends at 0.999, before it starts at 1.000 [W402 word-ends-early]
  3 |   - { ayah: "112:1", word: 1, start: 1.000, end: 0.999 }
    |                                                  ^^^^^

  W403
  a-millisecond.tilawa/words.yaml:4:38: error: word 2 of 112:1 starts at 1.500, before word 1 of 112:1 ends [W403 words-overlap]
  3 |   - { ayah: "112:1", word: 1, start: 1.000, end: 1.501 }
    |                                                  ----- word 1 of 112:1 ends at 1.501
  4 |   - { ayah: "112:1", word: 2, start: 1.500, end: 2.000 }
    |                                      ^^^^^

  W404
  no-such-ayah-in-this-count.tilawa/words.yaml:3:13: error: 2:286 does not exist; surah 2 has 285 ayat in the last Madani count, 286 in the Kufi count and 287 in the Basri count [W404 no-such-word]
  3 |   - { ayah: "2:286", word: 1, start: 1.000, end: 1.500 }
    |             ^^^^^^^

  W405
  a-millisecond-outside.tilawa/words.yaml:3:5: warning: no segment of 112:1 contains word 1 of 112:1, from 0.999 to 1.500 [W405 word-outside-segment]
  3 |   - { ayah: "112:1", word: 1, start: 0.999, end: 1.500 }
    |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

  W406
  a-millisecond-and-more.tilawa/words.yaml:4:50: error: word 2 of 112:1 ends at 0.501, after the end of the audio at 0.500 [W406 word-past-end]
  4 |   - { ayah: "112:1", word: 2, start: 0.400, end: 0.501 }
    |                                                  ^^^^^
  a-millisecond-and-more.tilawa/recording.yaml:6:13: note: the audio's duration is here

  W407
  a-little-too-early.tilawa/words.yaml:5:38: error: word 3 of 112:1 starts at 1.499, before the previous time, 2.000 [W407 word-time-stray]
  5 |   - { ayah: "112:1", word: 3, start: 1.499, end: 2.500 }
    |                                      ^^^^^

  L801
  copied-and-changed.library/nights/b.tilawa/recording.yaml:2:5: error: the id "friday" is also used by copied-and-changed.library/a.tilawa; change one of them [L801 duplicate-id]
  2 | id: friday
    |     ^^^^^^
  copied-and-changed.library/a.tilawa/recording.yaml:2:5: note: first used here

  L802
  arabic-name-differs.library/b.tilawa/reciter.yaml:2:5: warning: "yasser-al-dosari" is described differently in arabic-name-differs.library/a.tilawa: arabic_name is "ياسر الدوسري" there and "ياسر الدوسرى" here [L802 reciter-defined-twice]
  2 | id: yasser-al-dosari
    |     ^^^^^^^^^^^^^^^^
  arabic-name-differs.library/a.tilawa/reciter.yaml:2:5: note: first described here

  L803
  copies-of-one-recording.library/b.tilawa/recording.yaml:6:11: warning: copies-of-one-recording.library/a.tilawa has the same audio; keep the annotation in one place [L803 same-audio]
  6 |   sha256: 1331b0bef6beb4928c845939fb8fc1f580c0af0c39382b745e5a340b10765ade
    |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  copies-of-one-recording.library/a.tilawa/recording.yaml:6:11: note: first named here

  L804
  and-their-names-differ.library/reciters/husary.yaml:2:5: error: "husary" is also defined in and-their-names-differ.library/reciters/a.yaml; put the sources into one file [L804 reciter-filed-twice]
  2 | id: husary
    |     ^^^^^^
  and-their-names-differ.library/reciters/a.yaml:2:5: note: first given here

  P901
  backwards.library/playback.yaml:4:11: error: "67:5-1" runs backwards; write "67:1-5" [P901 no-such-range]
  4 |     ayat: "67:5-1"
    |           ^^^^^^^^

  P902
  quoted.library/playback.yaml:4:11: error: the name "1" is already used by another profile; rename one of them [P902 profile-listed-twice]
  3 |   - name: "1"
    |           --- the first is here
  4 |   - name: 1
    |           ^

  P903
  another-name.library/playback.yaml:2:18: error: no such profile: "evenings"; did you mean "evening"? [P903 no-such-profile]
  2 | default_profile: evenings
    |                  ^^^^^^^^

  P904
  enabled-and-not.library/playback.yaml:5:11: warning: husary is already in the list; the first entry counts [P904 reciter-listed-twice]
  3 |   - { id: husary }
    |           ------ the first entry is here
  ...
  5 |   - { id: husary, enabled: false }
    |           ^^^^^^

  P905
  all-disabled.library/playback.yaml:3:3: warning: every reciter in the list is disabled, so none is played [P905 every-reciter-disabled]
  3 |   - { id: husary, enabled: false }
    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

  P906
  in-a-profile.library/playback.yaml:5:17: warning: the repeats never end, so nothing follows them [P906 never-reached]
  5 |     after_last: 2 pages
    |                 ^^^^^^^

  P907
  capital.library/playback.yaml:4:11: warning: no recording or file in reciters/ has the reciter "Husary"; did you mean "husary"? [P907 listed-reciter-unknown]
  4 |   - { id: Husary }
    |           ^^^^^^

  T901
  one-file-twice.library/texts/texts.yaml:5:11: error: the id "a" is already used by another text [T901 text-listed-twice]
  3 |   - { id: a, kind: translation, language: en, passage: "112:1-4", file: a.txt }
    |           - it is listed here
  ...
  5 |   - { id: a, kind: tafsir, language: en, passage: "112:1-4", file: a.txt }
    |           ^

  T902
  a-folder.library/texts/texts.yaml:3:73: error: "en" is a folder [T902 text-file-missing]
  3 |   - { id: a, kind: translation, language: en, passage: "112:1-4", file: en }
    |                                                                         ^^

  T903
  a-line-too-many.library/texts/texts.yaml:3:73: error: a.txt, line 5: more lines than the 4 ayat of 112:1-4 [T903 text-line-astray]
  3 |   - { id: a, kind: translation, language: en, passage: "112:1-4", file: a.txt }
    |                                                                         ^^^^^

  T904
  a-line-too-few.library/texts/texts.yaml:3:73: warning: a.txt has no line for 112:4 [T904 ayah-without-text]
  3 |   - { id: a, kind: translation, language: en, passage: "112:1-4", file: a.txt }
    |                                                                         ^^^^^

  T905
  one-too-few.library/texts/texts.yaml:3:74: warning: 112:4 has 4 words in a.tsv, but the index has 5 [T905 text-words-differ]
  3 |   - { id: a, kind: word_by_word, language: en, passage: "112:1-4", file: a.tsv }
    |                                                                          ^^^^^

  G901
  file-of-another-name.library/guides/witr.yaml:2:5: error: the id "witr" is already used by another guide [G901 guide-listed-twice]
  2 | id: witr
    |     ^^^^
  file-of-another-name.library/guides/eid.yaml:2:5: note: it is here

  G902
  begins-with-2.library/guides/a.yaml:6:11: error: expected step 1, found 2 [G902 step-out-of-order]
  6 |   - step: 2
    |           ^

  G903
  hebrew-letters.library/guides/a.yaml:9:13: error: it contains no Arabic letters; use "transliteration" for other scripts [G903 not-arabic]
  9 |     arabic: אמן
    |             ^^^

  G904
  nothing-said.library/guides/a.yaml:7:12: warning: "A" has no description [G904 step-undescribed]
  7 |     title: A
    |            ^

  G905
  funeral-with-one.library/guides/a.yaml:5:9: warning: janazah has 0 rak'at, not 1 [G905 unusual-rakaat]
  5 | rakaat: 1
    |         ^

  G906
  backwards.library/guides/a.yaml:9:11: error: "1:7-1" runs backwards; write "1:1-7" [G906 no-such-heard-ayah]
  9 |     hear: "1:7-1"
    |           ^^^^^^^

  G907
  four-of-five.library/guides/0.yaml:5:9: note: of the five daily prayers, these lack a Ja'fari guide: maghrib [G907 prayer-without-guide]
  5 | school: jafari
    |         ^^^^^^

  J901
  every-kind.library/journal/favourites.yaml:3:13: error: 114:7 does not exist; surah 114 has 6 ayat in the Kufi count and 7 in the Makki, Makki (KFGQPC) and Shami counts [J901 no-such-place]
  3 |   - { ayat: "114:7" }
    |             ^^^^^^^

  J902
  no-label-twice.library/journal/bookmarks.yaml:5:5: warning: this place is already bookmarked with the same label [J902 bookmark-listed-twice]
  3 |   - { ayah: "18:10" }
    |     ----------------- the first mark is here
  ...
  5 |   - { ayah: "18:10", color: green }
    |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

  J904
  none-listed.library/journal/notes.yaml:5:15: warning: no such category: "tafsir" [J904 unknown-category]
  5 |     category: tafsir
    |               ^^^^^^

  J905
  category-twice.library/journal/notes.yaml:4:5: warning: "tafsir" is already listed [J905 row-listed-twice]
  3 |   - { name: tafsir, color: green }
    |     ------------------------------ the first is here
  4 |   - { name: tafsir, color: red }
    |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^

  J906
  counted-from-the-surah.library/journal/vocabulary.yaml:3:28: warning: 112:2 has 2 words, so word 5 does not exist [J906 saved-word-astray]
  3 |   - { ayah: "112:2", word: 5, arabic: اللَّهُ }
    |                            ^

  B901
  other-books.library/shelf/north.yaml:2:5: warning: the book "caves" is already described in other-books.library/shelf/caves.yaml [B901 book-listed-twice]
  2 | id: caves
    |     ^^^^^

  B902
  ten-and-thirteen.library/shelf/b.yaml:4:7: warning: the book with this ISBN is already described in ten-and-thirteen.library/shelf/a.yaml [B902 isbn-listed-twice]
  4 | isbn: "9780261103344"
    |       ^^^^^^^^^^^^^^^

  B903
  check-digit-of-ten.library/shelf/caves.yaml:4:7: warning: "0261103343" is not an ISBN: its last digit should be 2 [B903 bad-isbn]
  4 | isbn: "0261103343"
    |       ^^^^^^^^^^^^

  B904
  in-words.library/shelf/caves.yaml:4:12: warning: "March 2015" is not a year, a month such as 2015-03, or an existing day [B904 bad-publication-date]
  4 | published: March 2015
    |            ^^^^^^^^^^

  B905
  capitals.library/shelf/caves.yaml:4:11: warning: "EN" is not a language such as ar or en-US; did you mean "en"? [B905 bad-language]
  4 | language: EN
    |           ^^

  B906
  description-and-notes.library/journal/shelf/caves.yaml:3:8: warning: notes of 5001 letters; apps keep at most 5000 [B906 book-too-long]
  3 | ...nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn...
    |    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

  B907
  another-capital.library/shelf/Caves.yaml:2:5: warning: the file is about "caves" and should be named caves.yaml [B907 misnamed-book]
  2 | id: caves
    |     ^^^^^

  B908
  another-capital.library/journal/shelf/Caves.yaml:2:7: warning: no such book in shelf/: "Caves"; did you mean "caves"? [B908 unknown-book]
  2 | book: Caves
    |       ^^^^^

  B909
  read.library/journal/shelf/caves.yaml:3:9: note: the book was read, but "finished" is missing [B909 undated-reading]
  3 | status: read
    |         ^^^^

  B910
  a-day-before.library/journal/shelf/caves.yaml:5:11: warning: the book was finished before it was started [B910 dates-disagree]
  4 | started: 2024-01-05
    |          ---------- it was started here
  5 | finished: 2024-01-04T23:59:59Z
    |           ^^^^^^^^^^^^^^^^^^^^

  B911
  book-of-one-page.library/journal/shelf/caves.yaml:4:7: warning: page 2 is past the end of the book, page 1 [B911 page-beyond-end]
  4 | page: 2
    |       ^

  B912
  half.library/journal/shelf/caves.yaml:5:7: warning: the book was read, but its last page is 310 [B912 page-before-end]
  5 | page: 155
    |       ^^^

  C901
  counted-from-the-surah.library/journal/class/amina.yaml:5:28: warning: 112:2 has 2 words, and no word 6 [C901 mistake-astray]
  5 |   - { ayah: "112:2", word: 6, kind: left_out, date: 2024-01-05 }
    |                            ^

  C902
  due-and-learnt-last-year.library/journal/class/amina.yaml:5:49: warning: due on 2023-01-12, before it was given on 2024-01-05 [C902 due-before-given]
  5 |   - { ayat: "18:11-20", given: 2024-01-05, due: 2023-01-12, learnt: 2023-01-12 }
    |                                                 ^^^^^^^^^^
    |                                ---------- given here

  N901
  backwards.library/answers.yaml:4:54: error: "1:7-6" runs backwards; write "1:6-7" [N901 no-such-answered-ayah]
  4 |   - { file: markers, start: 3.120, end: 8.440, ayah: "1:7-6", verdict: right }
    |                                                      ^^^^^^^

  N902
  ayah-and-skip.library/answers.yaml:4:75: error: only one of new_ayah and new_skip can be what is heard [N902 answer-contradicts-itself]
  4 |   - { file: markers, start: 8.440, end: 9.000, new_ayah: "1:7", new_skip: takbir }
    |                                                                           ^^^^^^

  N903
  right-and-wrong.library/answers.yaml:5:5: error: the row at 3.120 is answered already [N903 answered-twice]
  4 |   - { file: markers, start: 3.120, end: 8.440, ayah: "1:6", verdict: right }
    |     ------------------------------------------------------------------------ the first answer is here
  5 |   - { file: markers, start: 3.120, end: 8.440, ayah: "1:6", verdict: wrong }
    |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

  N904
  escaped-control-character.library/answers.yaml:3:8: error: the text contains a control character, or one that turns text around [N904 unfit-answer-text]
  3 | title: "Friday\x07"
    |        ^^^^^^^^^^^^

  """#
