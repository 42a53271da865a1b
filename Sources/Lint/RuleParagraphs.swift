/// The paragraphs of `spec/` on rules: code, page and text, separated by tabs. Written by `RuleParagraphsTests`.
let ruleParagraphs = #"""
  A701	core/recording.md	`audio.file` MUST be a relative path that stays in the bundle. It does not begin with `/`, or with a letter and `:`. No part of it is `..`, and it contains no `\` and no zero byte. Empty parts and `.` have no effect: `./a//b` is `a/b`. Place: the value of `audio.file`.
  A702	core/recording.md	The audio MUST NOT be reached by a [link](bundle.md#links) out of the bundle, unless `audio.external` is true or the link is one of git-annex. Place: the value of `audio.file`.
  A703	core/recording.md	The file that `audio.file` names SHOULD be there, under exactly this name (byte for byte), and SHOULD be a regular file. A pointer or a link that leads out is A704 or A702 instead. Place: the value of `audio.file`.
  A704	core/recording.md	A [pointer](#pointers) stands in the audio's place. Place: the value of `audio.file`.
  A705	core/recording.md	A file in a known [format](#formats) MUST be readable as audio. At least its header is read: it names 100 to 1,000,000 samples a second and 1 to 64 channels. Place: the value of `audio.file`.
  A706	core/recording.md	`audio.bytes` MUST be the size of the file, or that which a pointer names. Place: the value of `audio.bytes`.
  A707	core/recording.md	`audio.sha256` MUST be the checksum of the file, or that which a pointer names. Place: the value of `audio.sha256`.
  A708	core/recording.md	`audio.duration` MUST be the [length](#length-and-positions) of the audio, to a tenth of a second. Place: the value of `audio.duration`.
  A709	core/recording.md	`audio.sample_rate` and `audio.channels` SHOULD be those of the file. Place: the value that differs.
  A710	core/recording.md	A recording with `audio.url` SHOULD have `audio.sha256`. Place: the value of `audio.url`.
  B901	companions/shelf.md	Two files in `shelf` SHOULD NOT have the same `id`. Place: the value of `id` in each file but the first, by the bytes of the paths.
  B902	companions/shelf.md	Two files in `shelf` SHOULD NOT have the same ISBN. Ten digits are the same as the thirteen with 978 before them; hyphens and blanks do not count. Place: the value of `isbn` in each file but the first, by the bytes of the paths.
  B903	companions/shelf.md	`isbn` SHOULD be ten digits, or thirteen that begin with 978 or 979, with a right check digit (ISO 2108) and without hyphens or blanks. The last of ten may be `X`. Place: the value of `isbn`. To fix it, remove hyphens and blanks, if the rest is right.
  B904	companions/shelf.md	`published` and `first_published` SHOULD be a year of four digits, a month such as `2015-03`, or a date as [bundle.md](../core/bundle.md) has them. Place: the value of the key.
  B905	companions/shelf.md	`language` and `original_language` SHOULD be two or three small ASCII letters, and any number of parts of two to eight ASCII letters or digits, each behind a hyphen. That is the form of BCP 47, as in `en-US`. Place: the value of the key.
  B906	companions/shelf.md	A `title` SHOULD have at most 512 letters, a `description` 10,000, `notes` 5,000 and each of `tags` 50, and `tags` at most 20 items. A letter is an extended grapheme cluster of Unicode. Place: the value that is too long, in `tags` the item; of too many tags the 21st.
  B907	companions/shelf.md	A file in a folder `shelf` SHOULD be named after its `id`, or after the `book` that it is about, letter for letter, with `.yaml` behind it. Place: the value of `id` or `book`.
  B908	companions/shelf.md	`book` SHOULD be the `id` of a book in the library's `shelf`, letter for letter. What is said of a book that is gone stays. Place: the value of `book`.
  B909	companions/shelf.md	A book with status `reading` has no `started`, or one with status `read` has no `finished`. Place: the value of `status`. To fix it, take the date of the first session as `started`, or of the last as `finished`.
  B910	companions/shelf.md	A book SHOULD NOT be `finished` before it was `started`, and one that is still `to_read` SHOULD have neither date. Where one of the two is a day without a time, only the days are compared. A book without `status` is `to_read`. Place: the value of `finished` if it is too early; of a book to read, that of `started`, else of `finished`.
  B911	companions/shelf.md	`page` SHOULD be at most the `pages` of the book. Place: the value of `page`.
  B912	companions/shelf.md	`page` SHOULD be the book's `pages` if its status is `read`, where both are there. Place: the value of `page`. To fix it, write the book's `pages`.
  C901	companions/class.md	The `word` of a mistake SHOULD be the number of a word that its `ayah` has, as the index counts the words of the Kufi count. An ayah that does not exist is left to J901. Place: the value of `word`.
  C902	companions/class.md	The `due` and `learnt` of an assignment SHOULD NOT be before its `given`. Where one of two dates is a day without a time, only the days are compared. Place: the value of `due` or `learnt`.
  F101	core/bundle.md	The root of a file MUST be a mapping of keys to values. Place: the root.
  F102	core/bundle.md	A file MUST NOT be empty. Blanks, comments, `---`, `...` and null are nothing; any other root that is not a mapping is F101. Place: line 1.
  F103	core/bundle.md	A mapping MUST have the keys that its table requires. A source requires `url` or `cache`. Place: the mapping.
  F104	core/bundle.md	A mapping SHOULD NOT have keys other than those of its table and keys that begin with `x-`, which are the user's own. Place: the key.
  F105	core/bundle.md	A value MUST be of the kind that its table names ([kinds](#numbers-flags-and-text), [commas](#commas)). Place: the value; in a list, the item.
  F106	core/bundle.md	A time MUST have the form and range of [Times](#times). Place: the value; in a list, the item, and of two numbers that are [one time](#commas), the first.
  F107	core/bundle.md	An ayah reference MUST have the form of [References](#references), and MUST name one ayah where one is expected. Place: the value; in a list, the item.
  F108	core/bundle.md	A number, or a time with a longest value, MUST lie in the range that its table names. Place: the value.
  F109	core/bundle.md	A value for which the table or page lists words MUST be one of them. Place: the value.
  F110	core/bundle.md	A riwayah MUST be one of the twenty of [quran.md](quran.md#riwayat). It is never guessed. Place: the value of `riwayah`.
  F111	core/bundle.md	A riwayah SHOULD be written by its id, not by another spelling of [quran.md](quran.md#riwayat). Place: the value of `riwayah`. Fix: the id.
  F112	core/bundle.md	A date MUST have one of the forms of [Dates](#dates), and its day and time MUST exist. Place: the value.
  F113	core/bundle.md	Text MUST NOT be empty, and MUST have the form that its table names, such as an id, a checksum or a skip's word. Place: the value.
  F114	core/bundle.md	An address MUST begin with `http://` or `https://` and a host, and have no blanks. That of a source may also begin with `file:///`. Place: the value.
  F115	core/bundle.md	The value of `tilawa` MUST be a version whose major number the reader knows. A reader MUST NOT use or change a file with another value. Place: the value of `tilawa`.
  F116	core/bundle.md	A file of a newer minor version SHOULD be read with a newer program. F104 and F123 are not reported of the file. Place: the value of `tilawa`.
  F117	core/bundle.md	A segment MUST have either `ayah` or `skip`, and a marker MUST NOT have both. Place: the row.
  F118	core/bundle.md	A bundle MUST have a `recording.yaml`. Place: the bundle, without a line.
  F119	core/bundle.md	Each of the five files MUST be a regular file that can be read, or a link to one that does not leave the bundle. Place: the file, without a line.
  F120	core/bundle.md	A file SHOULD NOT have almost the name of one of the five. Such a name ends, in small letters, in `.yaml` or `.yml`. Its part before the first point is that of one of the five, or at most two [slips](#misspelt-keys) from it. Conflict copies (F126) are exempt. Place: the file, without a line.
  F121	core/bundle.md	A comment that suppresses SHOULD name, in brackets, codes that can be suppressed, and `ignore-file` SHOULD stand above the first row. Place: the comment.
  F122	companions/journal.md	A bookmark MUST have either `ayah` or `page`, and a mapping of `playback.yaml` MUST NOT have both `ayat` and `pages`. Place: the beginning of the mapping: its opening brace, or else its first key.
  F123	core/bundle.md	A mapping MUST NOT have a key that is [almost](#misspelt-keys) one of its table. Place: the key.
  F124	core/bundle.md	Text SHOULD NOT be [cut off](#text-that-is-cut-off). Place: the value. To fix it, quote all of the text, or put a blank behind the `#`.
  F125	core/bundle.md	A date of any file SHOULD NOT have a year from 1300 to 1599: it seems to be of the Hijra, not Gregorian. Place: the value.
  F126	core/bundle.md	A bundle SHOULD NOT contain a [conflict copy](#conflict-copies) of one of the five files. Place: the copy, without a line. To fix it, merge and remove it.
  G901	companions/guides.md	Two guides of a library MUST NOT have one `id`. Capitals count. Place: the value of `id` in each file but the first, by the bytes of the paths.
  G902	companions/guides.md	Steps MUST be numbered 1, 2, 3 and so on, in their order and without a gap. After a wrong number, the next step should have the number after that one. Place: the value of `step` that was not expected.
  G903	companions/guides.md	`arabic` MUST have an Arabic letter. That is a character with Unicode's property Alphabetic in U+0600 to U+06FF, U+0750 to U+077F, U+08A0 to U+08FF, U+FB50 to U+FDFF or U+FE70 to U+FEFF. Place: the value of `arabic`.
  G904	companions/guides.md	A step SHOULD have a `description`. Place: the value of the step's `title`.
  G905	companions/guides.md	`rakaat` SHOULD be the number of rak'at that [tables/prayers.tsv](../tables/prayers.tsv) has for the prayer. It is not checked for a prayer without a number there. Place: the value of `rakaat`.
  G906	companions/guides.md	Ayat under `hear` MUST exist in the Kufi count and run forward. Place: the reference, as the value or as an item of the list.
  G907	companions/guides.md	A school has guides of some of the five prayers of a day and none of the others. The five are `fajr`, `dhuhr`, `asr`, `maghrib` and `isha`. Each word for `school` counts by itself, and guides without one are not counted. Place: the value of `school` in the first of these guides, by the bytes of the paths.
  J901	companions/journal.md	Ayat that a journal names MUST exist in the Kufi count and run forward. Place: the value of `ayah` or `ayat`.
  J902	companions/journal.md	Two bookmarks SHOULD NOT have the same place and label. Place: the beginning of each row but the first with that place and label.
  J903	companions/journal.md	A file of a journal SHOULD NOT be tracked by git in a repository that has a remote: it would reach everybody who gets the library. A checker may leave this out. Place: the file.
  J904	companions/journal.md	The category that a note names SHOULD be listed under `categories` of its file, by the same letters. Place: the value of `category`.
  J905	companions/journal.md	A list of a journal SHOULD NOT have two rows about the same thing. That is one `name` of categories; the same `ayat` of favourites, memorised or viewed; one `surah` of progress; one `guide`. In the vocabulary it is the same `arabic`, `ayah` and `word`, present or absent. In a [student's file](class.md) it is the same values of all keys by which the rows of a list are known. Place: the beginning of each row but the first about that thing.
  J906	companions/journal.md	The `word` of a row of `vocabulary.yaml` SHOULD be the number of a word that its `ayah` has, as the index counts the words of the Kufi count ([quran.md](../core/quran.md)). An ayah that does not exist is left to J901. Place: the value of `word`.
  L801	core/library.md	Two bundles MUST NOT have one `id`, unless they name the same audio checksum (L803). Place: `id` of each bundle for which an earlier one has the same id and another checksum, or one of the two has none.
  L802	core/library.md	Two `reciter.yaml` or reciter files with one `id` SHOULD agree in name, Arabic name and riwayah. What only one gives is a difference. Each file is compared with the first of that id. Files with errors of reading are not compared. Place: `id` in the later file.
  L803	core/library.md	Two bundles SHOULD NOT name audio of the same checksum. Place: `audio.sha256` of each but the first.
  L804	core/library.md	Two files in `reciters/` MUST NOT have one `id`. Place: `id` in each but the first.
  M301	core/markers.md	Markers SHOULD stand in the order of `at`. Place: `at` of each marker that is [out of line](segments.md#out-of-line), and of each other marker below a later one that is not out of line. Fix: the rows are put in order.
  M302	core/markers.md	Two markers MUST NOT stand at the same time. Place: `at` of each of them but the one furthest up.
  M303	core/markers.md	`end` MUST lie after `at`. Place: the value of `end`.
  M304	core/markers.md	`end` MUST NOT lie after the next marker in time. Markers at the same time are passed over. Place: the value of `end`.
  M305	core/markers.md	`at` MUST lie before the end of the audio ([S205](segments.md#rules)), and `end` MUST NOT lie after it. Place: `at`, or where that is right, `end`.
  M306	core/markers.md	The ayat of a marker MUST exist in the bundle's count, and a run MUST go forward. Place: the value of `ayah`.
  M307	core/markers.md	A marker has neither `ayah` nor `skip`. Place: the row.
  M308	core/markers.md	Markers SHOULD NOT [jump](segments.md#jumps) forward over ayat that no marker of the file contains. An unassigned marker may open any ayah and ends the comparison. Place: `ayah` of the marker after the jump.
  M309	core/markers.md	In a marker of several ayat, `joins` MUST have one position fewer than it has ayat. Markers that break M306 are not checked. Place: the value of `joins`.
  M310	core/markers.md	Joins MUST lie after `at` and before the marker's end if that is known, each after all those before it. A marker whose end does not lie after `at` is not checked. Place: each join that is wrong.
  M311	core/markers.md	A marker of one ayah, or of none, MUST NOT have the key `joins`, even with an empty list. Place: the value of `joins`.
  M312	core/markers.md	`rakah` MUST NOT be less than that of the last marker before it in time that has one. Place: `rakah` of the later marker.
  N901	companions/answers.md	`ayah` and `new_ayah` MUST exist in the count of `numbering`, and run forward. Place: the value.
  N902	companions/answers.md	A row MUST end after it begins, as it was asked about and as it is answered. An answer MUST NOT have both `new_ayah` and `new_skip`. Place: the value of `end` for the row as asked; of `new_end`, else of `new_start`, for the row as answered; of `new_skip`.
  N903	companions/answers.md	Two answers MUST NOT have the same `file`, `start` and name. Place: each such row but the first.
  N904	companions/answers.md	`title`, `answered_by` and `note` MUST NOT have more than 1,000 characters (Unicode code points). They MUST NOT contain control characters, U+2028, U+2029 or U+FEFF, also not as escapes. The characters that overrule the direction of text (U+202A to U+202E, U+2066 to U+2069) are not allowed either. Place: the value.
  P901	companions/playback.md	`ayat` MUST exist in the count of `numbering`, `pages` MUST be from 1 to 604, and both MUST run forward. The count is the mapping's own `numbering`, else the file's, else `kufi`. If that `numbering` has an error or its key is misspelt, `ayat` is not checked. Place: the value of `ayat` or `pages`.
  P902	companions/playback.md	Two profiles MUST NOT have the same name. Place: the value of `name` in each profile but the first of that name.
  P903	companions/playback.md	`default_profile` MUST be the name of a profile of the file, letter for letter. A file with an error of YAML or shape, which may hide a name, is not checked. Place: the value of `default_profile`.
  P904	companions/playback.md	A reciter SHOULD NOT stand twice in one list. Place: the value of `id` in each row but the reciter's first.
  P905	companions/playback.md	A list of reciters SHOULD have at least one reciter who is enabled: otherwise nobody is played. The rule checks the file's list and each profile's own. An empty or null list breaks it. A list in which an error of YAML or shape lies is not checked, because the faulty row may be enabled. Place: the value of `reciters`; of an empty value, its key.
  P906	companions/playback.md	Endless repeats SHOULD NOT have anything left to play behind them. This is checked in each mapping, the file and each profile. If it has `ayah_repeats: infinite`, it should not itself have an `ayat` or `pages` of several ayat, unless it or the file has `memorise`. If it has an `after_last` other than `stop`, `range_repeats` should not be infinite. That is its own, else the file's; a profile's never counts for the file. Place: the value of `ayah_repeats` or of `after_last`.
  P907	companions/playback.md	A listed reciter SHOULD be the reciter of a recording, of a row or of a reciter file of the library. It is checked only with the whole library, and if that names any reciter. It is not checked if an error in a `recording.yaml`, `reciter.yaml`, `segments.yaml` or reciter file, or an unreadable folder, may hide one. Place: the value of the listed reciter's `id`.
  Q601	core/reciter.md	Braces in a pattern MUST enclose one of the placeholders of `pattern`. Place: the value of `pattern`.
  Q602	core/reciter.md	A pattern MUST contain `{surah}`, `{surah3}` or `{number}`. `{ayah}` and `{ayah3}` MUST NOT stand without `{surah}` or `{surah3}`. Place: the value of `pattern`.
  Q603	core/reciter.md	Two sources SHOULD NOT have the same `url` and pattern, nor, both without `url`, the same `cache` and pattern. Texts are compared as they are written. Place: `url`, else `cache`, of each source but the first.
  Q604	core/reciter.md	A source SHOULD have a riwayah, its own or the reciter's. Place: `url`; without that key, the row.
  R501	core/recording.md	A recording SHOULD have a riwayah, its own or that of `reciter.yaml`, when a row of `segments.yaml` with an ayah has none. Place: the first key of `recording.yaml`.
  R502	core/recording.md	`numbering` is absent, and the riwayah of `recording.yaml`, else of `reciter.yaml`, is [usually counted](quran.md#riwayat) otherwise than by `kufi`. Only a bundle with segments or markers is checked. Place: `riwayah` in `recording.yaml`; without that key, the first key of `recording.yaml`.
  R503	core/recording.md	`status` SHOULD NOT be further than the [derived](segments.md#what-is-derived) one. Place: the value of `status`.
  R504	core/recording.md	`imported_at` SHOULD NOT lie before `recorded_at`. Where one is only a day, the days are compared as written. Place: the value of `imported_at`.
  R505	core/recording.md	References in `passage` and `passage_heard` MUST name ayat that exist in the bundle's count, and MUST run forward. Place: the reference.
  R506	core/recording.md	Every ayah of a segment SHOULD lie in `passage`, when that is given. Ayah 0 counts as its surah's first ayah, in the row and in `passage`. A `passage` that breaks R505 is not compared, nor is a row that breaks S206 or S209. Place: the value of `ayah`.
  R507	core/recording.md	`reciter` SHOULD be the `id` of `reciter.yaml`, when the bundle has that file. Place: `reciter` in `recording.yaml`.
  R508	core/recording.md	The riwayah of `recording.yaml` differs from that of `reciter.yaml`. Place: `riwayah` in `recording.yaml`.
  R510	core/quran.md	The count of the bundle is in doubt, and `passage`, or a row with `ayah` that is used, names ayat. This is reported once. Place: the key `numbering`, or the key misspelt for it; else the first error that hides a part of `recording.yaml` or keeps it from being used. Where that is F118, F119 or Y014, R510 is not reported.
  S201	core/segments.md	Rows SHOULD stand in the order of `start`. Place: `start` of each row that is [out of line](#out-of-line), and of each other row that begins before one further up that is not out of line. Fix: the rows are put in order.
  S202	core/segments.md	`end` MUST lie after `start`. Place: the value of `end`.
  S203	core/segments.md	Two segments MUST NOT share audio. Segments that touch do not, nor does one that breaks S202. Place: `start` of each row that begins within an earlier one.
  S204	core/segments.md	Two rows whose ayat follow each other in one surah SHOULD NOT have more than 5 s between them that no row claims. The two are a row with ayat and the next in time with ayat. The later one's ayat exist, and begin with the one after the last of the former. Unclaimed time around `skip` rows is added up. Place: `start` of the later row.
  S205	core/segments.md	`end` MUST NOT lie after the end of the audio. That is `audio.duration`, else the length that the header of the audio gives, where the file is here and has the size of `audio.bytes`, if given. Place: the value of `end`.
  S206	core/segments.md	The ayat of a row MUST exist in the bundle's count. Place: the value of `ayah`.
  S207	core/segments.md	Rows SHOULD NOT [jump](#jumps) forward over ayat that no row of the file contains. Place: `ayah` of the row after the jump.
  S208	core/segments.md	The first ayah of a row is contained in an earlier row. Only rows whose ayat exist are compared. Nothing is reported while `passage` names the ayah in more references than there are earlier rows that contain it. An ayah 0 counts as named at least as often as its surah's first ayah. Place: `ayah` of the later row.
  S209	core/segments.md	A run of ayat MUST go forward in the order of the mushaf. Place: the value of `ayah`.
  S210	core/segments.md	A row that crosses into another surah SHOULD have `joins`. A run that goes backward (S209) is not checked, and an empty list (S211) counts as `joins`. Place: the value of `ayah`.
  S211	core/segments.md	In a row of several ayat, `joins` MUST have one position fewer than the row has ayat. Rows that break S206 or S209 are not checked. Place: the value of `joins`.
  S212	core/segments.md	Joins MUST lie after `start` and before `end`, each after all those before it. A row that breaks S202 is not checked. Place: each join that is wrong.
  S213	core/segments.md	A row SHOULD last [about as long](#how-long-an-ayah-takes) as its ayat take. Place: the row.
  S214	core/segments.md	A row of one ayah, or a `skip` row, MUST NOT have the key `joins`, even with an empty list. Place: the value of `joins`.
  S215	core/segments.md	The file and `markers.yaml` both have rows that can be read. Place: the first such row in `segments.yaml`.
  S216	core/segments.md	A `start` or `end` MUST NOT be [out of line](#out-of-line) among the times of the file. S201, S202, S203, S205, S208, S212, S213 and S217 leave such a row out. S204, S207, W405 and R503 are not checked in the bundle. What the row names is checked as ever. Place: the time that is out of line.
  S217	core/segments.md	`rakah` MUST NOT be less than that of the last row before it in time that has one. Place: `rakah` of the later row.
  T901	companions/texts.md	Two texts MUST NOT have one `id`. Place: the value of `id` in each row but the first of that id.
  T902	companions/texts.md	`file` MUST name a file in the folder of `texts.yaml` or below. No link may lead out of that folder. Place: the value of `file`.
  T903	companions/texts.md	Every line of a text MUST be readable in the form of its file, and be of an ayah of the text's `passage`, else of the Quran, in its count. An ayah MUST NOT have two lines; the words of an ayah MUST be numbered from 1 on without a gap. Bytes that are not UTF-8 break this rule too. Place: the value of `file`.
  T904	companions/texts.md	Every ayah of a text's `passage`, else of the Quran, SHOULD have a line, except in a tafsir. Place: the value of `file`.
  T905	companions/texts.md	An ayah in a file of words SHOULD have as many words as the index counts ([quran.md](../core/quran.md)). An ayah without words is left to T904. Place: the value of `file`.
  W401	core/words.md	Rows SHOULD stand in the order of `start`, whatever their ayah and number. Place: `start` of each row that is [out of line](segments.md#out-of-line), and of each other row below a later one that is not out of line. Fix: the rows are put in order.
  W402	core/words.md	`end` MUST lie after `start`. Place: the value of `end`.
  W403	core/words.md	Two words MUST NOT share audio. Words that touch do not, nor does one that breaks W402. Place: `start` of each word that begins within an [earlier](segments.md#rules) one.
  W404	core/words.md	The ayah of a row MUST exist in the bundle's count, and MUST have a word of that number. The number is checked where that count is `kufi`. Place: `ayah` where the ayah does not exist, else `word`.
  W405	core/words.md	A word SHOULD lie within a segment of its ayah: one that begins no later and ends no earlier than the word. A word is checked where it ends after it begins, and where a row of `segments.yaml` whose ayat exist contains its ayah. A segment is of all ayat from its first to its last, even where these do not exist, whatever its joins. Of the rows that begin no later than the word, a checker looks at the 256 that begin last. Where none of these contains the word, and an earlier one ends no earlier than it, nothing is reported. Place: the row in `words.yaml`.
  W406	core/words.md	`end` MUST NOT lie after the end of the audio ([S205](segments.md#rules)). Place: the value of `end`.
  W407	core/words.md	A `start` or `end` MUST NOT be [out of line](segments.md#out-of-line) among the times of the file. W401, W402, W403, W405 and W406 leave such a row out. Place: the time that is out of line.
  Y001	core/yaml.md	A file MUST be UTF-8. UTF-16 and UTF-32 are recognised by their byte order mark, or by a zero in every second of the first four bytes. Place: the first byte that is not UTF-8; of a file in another encoding, its first line. To fix it, save the file as UTF-8.
  Y002	core/yaml.md	A file MUST NOT contain control characters, a byte order mark inside the text, U+FFFE or U+FFFF. Control characters are U+0000 to U+001F without tab, LF and CR, and U+007F to U+009F without U+0085. Place: each such character. To fix it, remove the character, or write it as an escape between double quotes.
  Y003	core/yaml.md	The text MUST be YAML 1.2, within the limits of 2.3. Place: where reading stops (6.3 lists the cases).
  Y004	core/yaml.md	A key MUST NOT be given twice in one mapping. Readers differ in which of the two they take. Place: the later key. To fix it, keep the one that is right.
  Y005	core/yaml.md	Anchors (`&name`) and aliases (`*name`) MUST NOT be used. A person who edits one place would change another, and a few lines could stand for gigabytes. A name ends before a blank, one of `,[]{}`, or a colon before a blank. Text that begins with `&` or `*` needs quotes. Place: the `&` or `*`. To fix it, write the value itself.
  Y006	core/yaml.md	Tags (`!name`, `!!name`, `!<name>`) MUST NOT be used. The kind of a value follows from how it is written. Text that begins with `!` needs quotes. Place: the `!`. To fix it, remove the tag.
  Y007	core/yaml.md	A file MUST NOT contain more than one document. A document may be empty and is one all the same. Place: the `---` of the second document; without one, the text that follows a line `...`. To fix it, move the others to files of their own.
  Y008	core/yaml.md	Collections MUST NOT be nested more than 16 deep, the outermost counted. Place: the first character of the seventeenth.
  Y009	core/yaml.md	A line MUST end with LF or CRLF, and U+0085, U+2028 and U+2029 MUST NOT stand in the text. A CR that stands alone may be replaced by LF; the others by a line end, a space or an escape (`\N`, `\L`, `\P`). Place: each of these characters; of all CRs that stand alone, the first.
  Y010	core/yaml.md	A line MUST NOT begin with seven `<`, `|`, `=` or `>` followed by a space or the line's end. Git leaves such lines where it could not merge. A conflict is `<<<<<<<`, maybe `|||||||`, `=======` and `>>>>>>>`. Place: the first line of a conflict; of a marker that belongs to no conflict, its line. To fix it, keep the lines that are right and delete the markers.
  Y011	core/yaml.md	A plain key in braces that contains a colon SHOULD have a value. YAML reads `{a:1}` as the key `a:1` without a value. A key with only digits before its colon (`2:255`) is not reported. A program may write the space unasked if ASCII letters, digits, `_` and `-` stand before the colon, and no `//` behind it. Place: the key. To fix it, write `{a: 1}`.
  Y012	core/yaml.md	A key MUST NOT be empty, null (`~`, `null`, `Null`, `NULL` without quotes) or a collection, and MUST NOT be written behind `?`. Place: the key; the `?`; or the colon before which a key is missing. That includes a colon where text begins in braces (`{a: :x}`). To fix it, write `key: value`, with quotes around a key that is called null.
  Y013	core/yaml.md	Directives (`%YAML`, `%TAG`) MUST NOT be used. Every line counts as one that begins with `%` in the first column, outside of quoted text. Nothing else is reported of such a line. Place: the `%`. To fix it, delete the line.
  Y014	core/yaml.md	A file MUST NOT have more than 64 MiB (67,108,864 bytes). Nothing of a larger file is read. Place: the file. To fix it, split the recording.
  """#
