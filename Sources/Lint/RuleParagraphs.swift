/// The paragraphs of `spec/` on rules: code, page and text, separated by tabs. Written by `RuleParagraphsTests`.
let ruleParagraphs = #"""
  A701	recording.md	`audio.file` MUST be a relative path that stays in the bundle: it doesn't begin with `/` or with a letter and `:`, as a drive of Windows does, no part is `..`, and there is no `\` and no zero byte. Empty parts and `.` say nothing: `./a//b` is `a/b`.
  A702	recording.md	The audio MUST NOT be reached by a symbolic link that leads out of the bundle, as [bundle.md](bundle.md) measures it, unless `audio.external` is true: the bundle is then sent without it, and one from a stranger could name any file. What leads out is not read. A link of git-annex is none of these.
  A703	recording.md	The file that `audio.file` names SHOULD be there, under exactly this name (byte for byte), and be a regular file. A folder is none.
  A704	recording.md	A Git LFS pointer, a git-annex link or pointer, or a DVC file stands in the audio's place. Its content is elsewhere and can be fetched. What a pointer is (a byte order mark at the start of a text doesn't count):
  A705	recording.md	A file in a known format MUST be readable as audio: at least its header, with 100 to 1,000,000 samples a second and 1 to 64 channels. Known are WAV, RF64, W64, FLAC, Ogg Vorbis, Opus, MPEG audio layers I to III, AIFF, CAF and AU, by their first bytes or by a name that ends in `wav wave flac ogg oga opus mp3 mp2 aif aiff aifc caf au snd w64 rf64`. All else (M4A, AAC, WebM and what else some program decodes) may be a bundle's audio as well: a checker that doesn't read it passes it over, and one that would have to start another program for it does so only when it is asked to read audio through. A file of 4,096 bytes or less that has the first line of a Git LFS pointer and a line with `<<<<<<<`, because git could not merge it, is no audio in any format.
  A706	recording.md	`audio.bytes` MUST be the size of the file, or the size that a pointer names.
  A707	recording.md	`audio.sha256` MUST be that of the file, or that which a pointer names.
  A708	recording.md	`audio.duration` MUST be what the audio plays, to a tenth of a second: the frames that a decoder delivers, divided by their rate. A header's number of frames may be taken for it where the file has audio up to there and no further; where it names fewer or more than there are, or none, they are counted. That a header names no length or too short a one (a total of a FLAC file, the size of an AU file, the empty chunk of sound of a WAV or AIFF file that was never finished) takes away nothing of what is heard; its bytes and their checksum stay what they are. Of MPEG audio all frames are counted, less the encoder's delay and padding when a LAME tag names them (a Xing or Info frame is none); of Opus the pre-skip is left out, and the last page's granule position is the end ([RFC 7845](https://www.rfc-editor.org/rfc/rfc7845)). Of an MP4 file (M4A, MOV) only what its edit list shows is counted, and without one what iTunes' tag `iTunSMPB` says was encoded; of Opus and Vorbis in WebM or Matroska what `CodecDelay` and `DiscardPadding` leave; bare AAC (ADTS) says nothing of its encoder's delay, so that all its frames are counted. The same goes for positions: 0 is the first sample that is left.
  A709	recording.md	`audio.sample_rate` and `audio.channels` SHOULD be those of the file.
  A710	recording.md	A recording with `audio.url` SHOULD have `audio.sha256`: without it nobody can tell whether what comes from there is this recording. It is reported at `url`.
  B901	shelf.md	Two files in `shelf` SHOULD NOT have the same `id`. Told at the one whose path comes later by its bytes.
  B902	shelf.md	Two files in `shelf` SHOULD NOT have the same ISBN; ten digits are the same as the thirteen with 978 before them. Hyphens and blanks make no difference. Told as B901 is.
  B903	shelf.md	`isbn` SHOULD be ten digits, of which the last may be `X`, or thirteen that begin with 978 or 979, with a right check digit (ISO 2108) and without hyphens or blanks. A fix removes these where the rest is right.
  B904	shelf.md	`published` and `first_published` SHOULD be a year of four digits, a month such as `2015-03`, or a date or moment as [bundle.md](bundle.md) has them.
  B905	shelf.md	`language` and `original_language` SHOULD be two or three small letters, and parts behind hyphens as BCP 47 has them.
  B906	shelf.md	A `title` SHOULD have at most 512 letters, a `description` 10,000, `notes` 5,000 and each of `tags` 50, as a reader counts letters; and a book at most 20 `tags`. Of too many tags the 21st is told.
  B907	shelf.md	A file in a folder `shelf` SHOULD be called as its `id`, or as the `book` that it is about, with `.yaml` behind it.
  B908	shelf.md	`book` SHOULD be the `id` of a book in the library's `shelf`. What is said of a book that is gone stays.
  B909	shelf.md	A book with status `reading` should have `started`, and one with status `read` should have `finished`. Told at `status`. A fix takes the date of the first session for the one and of the last for the other.
  B910	shelf.md	A book SHOULD NOT be `finished` before it was `started`, told at `finished`; where one of both is a day without a time, only the days count. One whose status is or would be `to_read` SHOULD have neither, told at the first of them that is there.
  B911	shelf.md	`page` SHOULD be at most the `pages` of the book.
  B912	shelf.md	Of a book with status `read`, `page` SHOULD be its `pages`, where both are there. A fix writes them.
  F101	bundle.md	The root of each file MUST be a mapping of keys to values.
  F102	bundle.md	A file MUST NOT be empty: one that has nothing to say is removed, or has its version and an empty list. Blanks, comments, `---` and null are nothing; any other root that is no mapping is F101.
  F103	bundle.md	A mapping MUST have the keys that its table marks as required. `tilawa` is required in every file.
  F104	bundle.md	A mapping SHOULD have no other keys than those of its table and keys that begin with `x-`, which are the user's own. Unknown keys are kept by every writer.
  F105	bundle.md	A value MUST be of the kind that its table names: a list where a list is expected, true or false where a flag is, and something where a value is expected at all: nothing, or `null`, is a value only for a list of rows or of mappings, which then is empty. A list that is no list of rows (`passage`) has at least one item, but `joins` may be empty. Truth values of the core schema (`true`, `True`, `TRUE`, `false`, `False`, `FALSE`) are the only flags; YAML 1.1's `yes`, `no`, `on` and `off` are text. Infinity and not-a-number are no numbers here.
  F106	bundle.md	A time MUST be written as below. In a list of times two whole numbers with a comma and no blank between them are one time with a decimal comma, and a fault, when another comma of the list has a blank behind it (`[7,569, 8,120]`), or when a number of the list is smaller than the one before it (`[7,569,8,120]`).
  F107	bundle.md	An ayah reference MUST be written as below, and where one ayah is expected it MUST be one. A program may write the reference unseen where the text can mean nothing else: it names surah and ayat, the surah by its number or by a known spelling of its name, in Arabic digits, with other dashes or blanks, in quotes of other scripts, or with one other sign for the colon (`100.2`); not where it could also be a run of surahs (`2-5`), nor where a surah as a whole or a page is named.
  F108	bundle.md	A number MUST lie in the range that its table names: a confidence from 0 to 1. So must a time of which the table says how long it is at most (`gap`).
  F109	bundle.md	Where the table lists words, the value MUST be one of them.
  F110	bundle.md	A riwayah MUST be one of the twenty of [quran.md](quran.md). It is never guessed: what is almost a riwayah's name is unknown.
  F111	bundle.md	A riwayah SHOULD be written by its id. Other spellings of the alias table in [quran.md](quran.md) are understood. Fix: the id.
  F112	bundle.md	A date MUST be one of the forms below, of a day and a time that exist.
  F113	bundle.md	Text MUST NOT be empty, and MUST have the form that its table names: an id, a checksum, a skip's word.
  F114	bundle.md	An address MUST be absolute, with the scheme `http` or `https` and a host, and without blanks. That of a source MAY also begin with `file:///`.
  F115	bundle.md	The value of `tilawa` MUST be a version: `1`, or `1.2` when the file uses something of minor version 2: one to four digits, and maybe a point and one to four more; `01` and `"1"` are 1. A reader that meets a major version other than its own, or no version, MUST NOT use or change the file, and tells nothing else of its shape.
  F116	bundle.md	A file of a newer minor version SHOULD be read with a newer program. An older one keeps what it doesn't know and says once that it doesn't check it: unknown keys are then not reported one by one.
  F117	bundle.md	A segment MUST have either `ayah` or `skip`, and a marker MUST NOT have both.
  F118	bundle.md	A bundle MUST have a `recording.yaml`.
  F119	bundle.md	The five files MUST be regular files that can be read, or links that lead to such without leaving the bundle.
  F120	bundle.md	A file SHOULD NOT have almost the name of one of the five, such as `segment.yaml` or `markers.yml`: nobody reads it. Almost is a name, capitals made small, that ends in `.yaml` or `.yml` and whose part before the first point is one of the five or at most two slips (F123) from it. What is a conflict copy (F126) is not reported here.
  F121	bundle.md	A comment that suppresses SHOULD name, in brackets, codes of rules that can be suppressed, and `ignore-file` SHOULD stand above the first row.
  F122	bundle.md	A bookmark MUST have either `ayah` or `page`; a mapping of `playback.yaml` MUST NOT have both `ayat` and `pages`.
  F123	bundle.md	A mapping MUST NOT have a key that is almost one of its table: what it says would not be heard, and something else would be taken to hold. A key is almost one of the table when the two are the same after capitals are made small and `-`, `_` and blanks are taken out; or when then few slips lead from one to the other, a slip being a letter too many, too few, replaced, or swapped with its neighbour, and no letter being part of two. One slip is few for a key of the table with three to five letters, two for a longer one; to one of two letters (`id`, `at`) only a swap leads. In a flow mapping a key without a value that holds a colon (Y011) is judged by what stands before the colon. Keys that begin with `x-` are never misspelt, nor are any in a file of a newer minor version. Of several keys that are near, the one with the fewest slips is meant, of these the first of the table. What is misspelt counts as an unknown key for F103. A program may write the right key unseen where no more than one slip leads to it, to no other as few, and the mapping hasn't got it.
  F124	bundle.md	Text SHOULD NOT end where more of it seems to follow: without quotes before blanks and a `#` with a letter, a digit or a character beyond ASCII directly behind it (`title: Surat #5` is "Surat" and a comment), or in a flow mapping before a comma and more without a colon (`note: late, but whole`). To fix it, put quotes around all of it, or a blank behind the `#` of a comment.
  F125	bundle.md	A date SHOULD NOT have a year from 1300 to 1599. Dates are Gregorian; of these years there are no recordings, and as years of the Hijra they are 1882 to 2174.
  F126	bundle.md	There SHOULD NOT be a conflict copy of one of the five: somebody's version of it, which nobody reads. Programs that keep a folder alike on several computers make one when two of them have changed a file ("Shared folders", below), and so does a writer that meets another's save ("Reading and writing"). Its name is that of the file with a mark before the ending, which may also be `.yml`, or behind it; in the name of the file capitals count. To fix it, merge the copy by rows ([merge.md](merge.md)) and remove it.
  G901	guides.md	Two guides of a library MUST NOT have one `id`.
  G902	guides.md	Steps MUST be numbered 1, 2, 3 and so on, in their order and without a hole.
  G903	guides.md	`arabic` MUST have an Arabic letter.
  G904	guides.md	A step SHOULD have a `description`.
  G905	guides.md	`rakaat` SHOULD be as many as the table has for the prayer, where it has a number.
  G906	guides.md	Ayat under `hear` MUST exist in the Kufi count and run forward.
  G907	guides.md	A school with a guide of one of the five prayers of a day has one of each; what is missing is told at the first of its guides, in the order of their paths.
  J901	journal.md	Ayat that a journal names MUST exist in the Kufi count and run forward.
  J902	journal.md	Two bookmarks SHOULD NOT have the same place and label.
  J903	journal.md	A file of a journal SHOULD NOT be tracked by git in a repository that has a remote: it would reach everybody who gets the library. A program that doesn't ask git tells nothing of it.
  J904	journal.md	The category that a note names SHOULD be listed under `categories` of its file, by the same letters.
  J905	journal.md	A journal SHOULD NOT list a category, a favourite, a memorised passage, the progress of a surah, viewed ayat, a word of an ayah or a guide twice: the same name, the same `ayat`, the same `surah`, the same `arabic`, `ayah` and `word`, or the same `guide`.
  J906	journal.md	The `word` of a row of `vocabulary.yaml` SHOULD be the number of a word that its `ayah` has, as the index counts the words of the Kufi count ([quran.md](quran.md)). Of an ayah that doesn't exist only the ayah is reported.
  L801	library.md	Two bundles MUST NOT have one `id`, unless they name the same audio checksum: then they are copies of one recording, and L803 reports them.
  L802	library.md	Two `reciter.yaml` or reciter files with one `id` SHOULD agree in name, Arabic name and riwayah; what one gives and the other doesn't is a difference. Files with errors of reading are not compared.
  L803	library.md	Two bundles SHOULD NOT name audio of the same checksum: their annotations drift apart.
  L804	library.md	Two files in `reciters/` MUST NOT have one `id`.
  M301	markers.md	Markers SHOULD stand in the order of `at`. It is reported where S201 is: at a marker that alone is out of line, and at each other that stands below a later one that isn't. Fix: the rows are put in order.
  M302	markers.md	Two markers MUST NOT stand at the same time.
  M303	markers.md	`end` MUST lie after `at`.
  M304	markers.md	`end` MUST NOT lie after the next marker in time.
  M305	markers.md	`at` MUST lie before the end of the audio and `end` not after it: `audio.duration`, else the length that the header of the audio gives where the file is here.
  M306	markers.md	The ayat of a marker MUST exist in the bundle's count, and a run MUST go forward.
  M307	markers.md	A marker waits to be told what it opens.
  M308	markers.md	Markers SHOULD NOT jump forward over ayat that no marker of the file holds: a boundary is missing. Jumps are those of [segments.md](segments.md); markers of one surah are compared with each other, whatever lies between them, but a marker that is not assigned may open any ayah and ends the comparison.
  M309	markers.md	In a marker of several ayat, `joins` MUST have one position fewer than it has ayat.
  M310	markers.md	In a marker whose end lies after it or isn't known, joins MUST lie after `at` and before that end, each after all those before it.
  M311	markers.md	A marker of one ayah, or of none, MUST NOT have the key `joins`, not even with an empty list.
  M312	markers.md	In the order of time, the `rakah` of a marker MUST NOT be less than that of the last marker before it that has one.
  P901	playback.md	`ayat` MUST exist in the count of `numbering`, `pages` MUST be from 1 to 604, and both MUST run forward.
  P902	playback.md	Two profiles MUST NOT have the same name.
  P903	playback.md	`default_profile` MUST be the name of a profile of the file, letter for letter. It is not asked of a file with an error of YAML or shape, which may hide a name.
  P904	playback.md	A reciter SHOULD NOT stand twice in one list.
  P905	playback.md	A list of reciters, the file's or a profile's, SHOULD have one that is enabled: else nobody is played. An empty list and null have none. It is reported at the list, not at profiles that have the file's; and not of a list with an error of YAML or shape in it, since that row may be enabled.
  P906	playback.md	What never ends SHOULD NOT have anything behind it: infinite `ayah_repeats` the rest of a passage that stands in the same mapping, when that is `ayat` or `pages` of several ayat and neither the mapping nor the file has `memorise`; infinite `range_repeats`, of the same mapping or of the file where a profile has none of its own, an `after_last` other than `stop`. The first is reported at `ayah_repeats`, the second at `after_last`. An `after_last` of the file isn't reported because of a profile's `range_repeats`: the profile is an exception to it.
  P907	playback.md	A listed reciter SHOULD be that of a recording, of a row or of a reciter file of the library. It is asked where the whole library is checked, and neither of a library that names no reciter at all, nor where a `recording.yaml`, `reciter.yaml`, `segments.yaml` or reciter file with an error, or a folder that can't be read, may hide some.
  Q601	reciter.md	Braces in a pattern MUST enclose one of the placeholders above.
  Q602	reciter.md	A pattern MUST contain `{surah}`, `{surah3}` or `{number}`: else every surah has the same address. `{ayah}` and `{ayah3}` MUST NOT stand without a surah.
  Q603	reciter.md	Two sources SHOULD NOT have the same address and pattern, nor two without an address the same `cache` and pattern. Texts are compared as they are written; what else the sources say makes no difference. It is reported at the later one's `url`, or its `cache` where that is the place.
  Q604	reciter.md	A source SHOULD have a riwayah, its own or the reciter's: without one it is served in no session. It is reported at the `url`, else where the row begins.
  R501	recording.md	A recording with segments SHOULD name its riwayah, or its reciter's: a session has one riwayah, and a recording without any is served in none. It need not where every row that holds an ayah names its own.
  R502	recording.md	A recording whose riwayah is usually counted otherwise than `kufi`, and that has segments or markers, may say in `numbering` how it is counted. The riwayah is the recording's own, else that of `reciter.yaml`; the finding stands at the recording's `riwayah`, else where the mapping of `recording.yaml` begins. Without it the ayat are read by the Kufi count, which a person who copied the numbers from a printed mushaf of that riwayah may not have meant.
  R503	recording.md	A recording SHOULD NOT declare a status further than the derived one of [segments.md](segments.md): `complete` when ayat are missing or markers wait, `partial` when nothing is annotated.
  R504	recording.md	`imported_at` SHOULD NOT lie before `recorded_at`; where one of them is only a day, days are compared.
  R505	recording.md	Every reference in `passage` and `passage_heard` MUST name ayat that exist in the bundle's count, and run forward.
  R506	recording.md	When `passage` is given, every ayah of a segment SHOULD lie in it. Ayah 0 belongs to its surah's first ayah.
  R507	recording.md	When the bundle has a `reciter.yaml`, `reciter` SHOULD be its id.
  R508	recording.md	The recording's riwayah differs from that of `reciter.yaml`. Some reciters recite in several; it is worth a look.
  R510	quran.md	The count of a bundle that names ayat should be known. It is reported once, at the key that leaves it in doubt (at `numbering`, or what is misspelt for it), else at the first fault that hides a part of the file; a file that is missing or can't be opened is reported by F118, F119 or Y014 alone.
  S201	segments.md	Rows SHOULD stand in the order of `start`. It is reported at a row that alone is out of line among the starts of the rows ("Out of line" below), and at each other row that begins before one further up that isn't. Fix: the rows are put in order.
  S202	segments.md	`end` MUST lie after `start`.
  S203	segments.md	Two segments MUST NOT share audio. Segments that touch don't.
  S204	segments.md	Between two rows with ayat of which the later in time is the next with ayat, and begins in the same surah with the ayah after the last of the earlier one, SHOULD lie no more than 5 s that no row claims: either a row is missing, or what is heard there deserves a `skip` row. Where rows with `skip` lie between them, what is unclaimed before, between and after those is added up.
  S205	segments.md	`end` MUST NOT lie after the end of the audio: `audio.duration`, else the length that the header of the audio gives where the file is here.
  S206	segments.md	The ayat of a row MUST exist in the bundle's count.
  S207	segments.md	Rows SHOULD NOT jump forward over ayat that no row of the file holds. Rows of one surah are compared with each other, whatever lies between them; see "Jumps".
  S208	segments.md	An ayah is held by more than one row. That is legal: reciters repeat. It is worth knowing, because it may be a slip. It is reported at every row but the first that begins with an ayah that an earlier row in time holds; but not as long as `passage` names that ayah in more of its references than there are earlier rows in time that hold it, as that of a prayer does with al-Fatihah. An ayah 0 counts as named where its surah's first ayah is.
  S209	segments.md	A run of ayat MUST go forward in the order of the mushaf.
  S210	segments.md	A row that crosses into another surah SHOULD have `joins`: without them neither surah can be played by itself.
  S211	segments.md	In a row of several ayat, `joins` MUST have one position fewer than the row has ayat.
  S212	segments.md	In a row that ends after it starts, joins MUST lie after `start` and before `end`, each after all those before it.
  S213	segments.md	A row SHOULD last about as long as its ayat take: see below.
  S214	segments.md	A row of one ayah, or a `skip` row, MUST NOT have the key `joins`, not even with an empty list.
  S215	segments.md	The file and `markers.yaml` both have rows that could be read: until the markers are made into segments, or removed, two annotations stand side by side.
  S216	segments.md	No `start` or `end` MUST be out of line among the times of the file ("Out of line" below): it is mistyped. The row has no place in time then: S201, S202, S203, S204, S205, S207, S208, S212, S213 and W405 leave it out, and of those S204, S207 and W405, and R503, aren't asked of the file at all. What it names is checked as ever.
  S217	segments.md	In the order of time, `rakah` MUST NOT be less than that of the last row before it that has one.
  T901	texts.md	Two texts MUST NOT have one `id`.
  T902	texts.md	`file` MUST name a file in the folder of `texts.yaml` or below; no link may lead out of it.
  T903	texts.md	Every line of a text MUST be readable as one of its form, and of an ayah of its `passage` (else of the Quran) in its count. An ayah MUST NOT have two lines; the words of an ayah MUST be numbered from 1 on without a gap.
  T904	texts.md	Every ayah of its `passage`, else of the Quran, SHOULD have a line, except in a tafsir.
  T905	texts.md	In a file of words an ayah SHOULD have as many as the index counts ([quran.md](quran.md)).
  W401	words.md	Rows SHOULD stand in the order of `start`, whatever their ayah and number: a word said again is listed twice, in the order of time. It is reported where S201 is. Fix: the rows are put in order.
  W402	words.md	`end` MUST lie after `start`.
  W403	words.md	Two words MUST NOT share audio. Words that touch don't, and one that ends before it begins (W402) has none. It is reported at each word that begins before one that began earlier ends.
  W404	words.md	The ayah of a row MUST exist in the bundle's count, and have a word of that number. The number is checked where that count is `kufi`; of an ayah that doesn't exist only the ayah is reported.
  W405	words.md	When `segments.yaml` has rows that hold the word's ayah, alone or in a run, one of them SHOULD begin no later than the word and end no earlier; where a run has joins makes no difference. A word that ends before it begins isn't asked for. Where segments overlap (S203), a checker need look at no more than the 256 that begin last before the word's end, and says nothing when it finds none of the ayah among so many.
  W406	words.md	`end` MUST NOT lie after the end of the audio, known as for [S205](segments.md).
  W407	words.md	No `start` or `end` MUST be out of line among the times of the file, as S216 has it. The row has no place in time then, and W401, W402, W403, W405 and W406 leave it out.
  Y001	yaml.md	A file MUST be UTF-8. The place is the first byte that isn't. A file in UTF-16 or UTF-32 is recognised by its byte order mark, or by a zero in every second of its first four bytes. To fix it, save the file as UTF-8.
  Y002	yaml.md	A file MUST NOT hold control characters (U+0000 to U+001F without tab, LF and CR; U+007F to U+009F without U+0085), a byte order mark inside the text, U+FFFE or U+FFFF. They can't be seen, and readers differ in what they make of them. To fix it, remove the character, or write it as an escape between double quotes.
  Y003	yaml.md	The text MUST be YAML 1.2, as far as 2.3 goes. The place is where reading stops; for a bracket or a quote that is never closed, where it was opened; for a key without a colon, the key; for a line that isn't indented enough, its first character.
  Y004	yaml.md	A key MUST NOT be given twice in one mapping. Readers differ in which of the two they take. The place is the later key. To fix it, keep the one that is right.
  Y005	yaml.md	Anchors (`&name`) and aliases (`*name`) MUST NOT be used. A person who edits one place would change another, and a few lines could stand for gigabytes. A name is whatever stands up to a blank or one of `,[]{}`. To fix it, write the value itself. Text that begins with `&` or `*` needs quotes.
  Y006	yaml.md	Tags (`!name`, `!!name`, `!<name>`) MUST NOT be used: what a value is follows from how it is written. To fix it, remove the tag. Text that begins with `!` needs quotes.
  Y007	yaml.md	A file MUST hold one document. The place is the start of the second: its `---`, or after a line `...` the text that follows without one. A document may be empty and is one all the same. To fix it, move the others to files of their own.
  Y008	yaml.md	No more than 16 collections may lie within each other, the outermost counted. The place is the first character of the seventeenth.
  Y009	yaml.md	A line MUST end with LF or CRLF, and U+0085, U+2028 and U+2029 MUST NOT stand in the text. Where they do, two programs see different lines. A CR that stands alone is reported once for the whole file and may be replaced by LF; the other three are reported each at its place, and take a line end, a space or an escape (`\N`, `\L`, `\P`).
  Y010	yaml.md	A line MUST NOT begin with seven `<`, `|`, `=` or `>` followed by a space or the line's end. That is what git leaves where it could not merge. A conflict (`<<<<<<<`, maybe `|||||||`, `=======`, `>>>>>>>`) is reported once, at its first line; a marker that belongs to no conflict is reported by itself. To fix it, keep the lines that are right and delete the markers.
  Y011	yaml.md	In a flow mapping a plain key that holds a colon, not only digits before it, and has no value, such as in `{a:1}`, is most likely a missing space: YAML sees the key `a:1` with nothing behind it. To fix it, write `{a: 1}`. A program may do so unseen when what stands before the colon is made of ASCII letters, digits, `_` and `-`, and no `//` follows it.
  Y012	yaml.md	A key MUST NOT be empty, null (`~`, `null`, `Null`, `NULL` without quotes) or a collection, and MUST NOT be written behind `?`. The place is the key, or the `?` or colon where a key is expected. To fix it, write `key: value`, with quotes around a key that is called null.
  Y013	yaml.md	Directives (`%YAML`, `%TAG`) MUST NOT be used. Any line of a file that begins with `%`, in the first column and outside of text in quotes, counts as one, and nothing else is reported of it, wherever it stands. To fix it, delete the line.
  Y014	yaml.md	A file MUST NOT have more than 64 MiB (67,108,864 bytes). Nothing of a larger one is read. To fix it, split the recording.
  """#
