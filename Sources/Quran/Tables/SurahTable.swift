/// Names and circumstances of the 114 surahs.
///
/// Places, orders and rukus are those of the Tanzil metadata 1.0; names and meanings follow quran.com with
/// four names regularised; start pages are those of the 604-page Madani layout. The revelation order is one
/// conventional list.
enum SurahTable {
  /// One surah a line: Arabic name, name, slug, meaning, Meccan or Medinan, revelation order, rukus, page.
  static let rows: StaticString = """
    الفاتحة|Al-Fatihah|al-fatihah|The Opening|Meccan|5|1|1
    البقرة|Al-Baqarah|al-baqarah|The Cow|Medinan|87|40|2
    آل عمران|Ali 'Imran|ali-imran|The Family of Imran|Medinan|89|20|50
    النساء|An-Nisa|an-nisa|The Women|Medinan|92|24|77
    المائدة|Al-Ma'idah|al-maidah|The Table Spread|Medinan|112|16|106
    الأنعام|Al-An'am|al-anam|The Cattle|Meccan|55|20|128
    الأعراف|Al-A'raf|al-araf|The Heights|Meccan|39|24|151
    الأنفال|Al-Anfal|al-anfal|The Spoils of War|Medinan|88|10|177
    التوبة|At-Tawbah|at-tawbah|The Repentance|Medinan|113|16|187
    يونس|Yunus|yunus|Jonah|Meccan|51|11|208
    هود|Hud|hud|Hud|Meccan|52|10|221
    يوسف|Yusuf|yusuf|Joseph|Meccan|53|12|235
    الرعد|Ar-Ra'd|ar-rad|The Thunder|Medinan|96|6|249
    إبراهيم|Ibrahim|ibrahim|Abraham|Meccan|72|7|255
    الحجر|Al-Hijr|al-hijr|The Rocky Tract|Meccan|54|6|262
    النحل|An-Nahl|an-nahl|The Bee|Meccan|70|16|267
    الإسراء|Al-Isra|al-isra|The Night Journey|Meccan|50|12|282
    الكهف|Al-Kahf|al-kahf|The Cave|Meccan|69|12|293
    مريم|Maryam|maryam|Mary|Meccan|44|6|305
    طه|Taha|taha|Ta-Ha|Meccan|45|8|312
    الأنبياء|Al-Anbiya|al-anbya|The Prophets|Meccan|73|7|322
    الحج|Al-Hajj|al-hajj|The Pilgrimage|Medinan|103|10|332
    المؤمنون|Al-Mu'minun|al-muminun|The Believers|Meccan|74|6|342
    النور|An-Nur|an-nur|The Light|Medinan|102|9|350
    الفرقان|Al-Furqan|al-furqan|The Criterion|Meccan|42|6|359
    الشعراء|Ash-Shu'ara|ash-shuara|The Poets|Meccan|47|11|367
    النمل|An-Naml|an-naml|The Ant|Meccan|48|7|377
    القصص|Al-Qasas|al-qasas|The Stories|Meccan|49|8|385
    العنكبوت|Al-'Ankabut|al-ankabut|The Spider|Meccan|85|7|396
    الروم|Ar-Rum|ar-rum|The Romans|Meccan|84|6|404
    لقمان|Luqman|luqman|Luqman|Meccan|57|3|411
    السجدة|As-Sajdah|as-sajdah|The Prostration|Meccan|75|3|415
    الأحزاب|Al-Ahzab|al-ahzab|The Combined Forces|Medinan|90|9|418
    سبإ|Saba|saba|Sheba|Meccan|58|6|428
    فاطر|Fatir|fatir|The Originator|Meccan|43|5|434
    يس|Ya-Sin|ya-sin|Ya Sin|Meccan|41|5|440
    الصافات|As-Saffat|as-saffat|Those Ranged in Ranks|Meccan|56|5|446
    ص|Sad|sad|The Letter Sad|Meccan|38|5|453
    الزمر|Az-Zumar|az-zumar|The Troops|Meccan|59|8|458
    غافر|Ghafir|ghafir|The Forgiver|Meccan|60|9|467
    فصلت|Fussilat|fussilat|Explained in Detail|Meccan|61|6|477
    الشورى|Ash-Shura|ash-shuraa|The Consultation|Meccan|62|5|483
    الزخرف|Az-Zukhruf|az-zukhruf|The Ornaments of Gold|Meccan|63|7|489
    الدخان|Ad-Dukhan|ad-dukhan|The Smoke|Meccan|64|3|496
    الجاثية|Al-Jathiyah|al-jathiyah|The Crouching|Meccan|65|4|499
    الأحقاف|Al-Ahqaf|al-ahqaf|The Wind-Curved Sandhills|Meccan|66|4|502
    محمد|Muhammad|muhammad|Muhammad|Medinan|95|4|507
    الفتح|Al-Fath|al-fath|The Victory|Medinan|111|4|511
    الحجرات|Al-Hujurat|al-hujurat|The Rooms|Medinan|106|2|515
    ق|Qaf|qaf|The Letter Qaf|Meccan|34|3|518
    الذاريات|Adh-Dhariyat|adh-dhariyat|The Winnowing Winds|Meccan|67|3|520
    الطور|At-Tur|at-tur|The Mount|Meccan|76|2|523
    النجم|An-Najm|an-najm|The Star|Meccan|23|3|526
    القمر|Al-Qamar|al-qamar|The Moon|Meccan|37|3|528
    الرحمن|Ar-Rahman|ar-rahman|The Beneficent|Medinan|97|3|531
    الواقعة|Al-Waqi'ah|al-waqiah|The Inevitable|Meccan|46|3|534
    الحديد|Al-Hadid|al-hadid|The Iron|Medinan|94|4|537
    المجادلة|Al-Mujadila|al-mujadila|The Pleading Woman|Medinan|105|3|542
    الحشر|Al-Hashr|al-hashr|The Exile|Medinan|101|3|545
    الممتحنة|Al-Mumtahanah|al-mumtahanah|The Examined Woman|Medinan|91|2|549
    الصف|As-Saff|as-saf|The Ranks|Medinan|109|2|551
    الجمعة|Al-Jumu'ah|al-jumuah|Friday|Medinan|110|2|553
    المنافقون|Al-Munafiqun|al-munafiqun|The Hypocrites|Medinan|104|2|554
    التغابن|At-Taghabun|at-taghabun|The Mutual Disillusion|Medinan|108|2|556
    الطلاق|At-Talaq|at-talaq|The Divorce|Medinan|99|2|558
    التحريم|At-Tahrim|at-tahrim|The Prohibition|Medinan|107|2|560
    الملك|Al-Mulk|al-mulk|The Sovereignty|Meccan|77|2|562
    القلم|Al-Qalam|al-qalam|The Pen|Meccan|2|2|564
    الحاقة|Al-Haqqah|al-haqqah|The Reality|Meccan|78|2|566
    المعارج|Al-Ma'arij|al-maarij|The Ascending Stairways|Meccan|79|2|568
    نوح|Nuh|nuh|Noah|Meccan|71|2|570
    الجن|Al-Jinn|al-jinn|The Jinn|Meccan|40|2|572
    المزمل|Al-Muzzammil|al-muzzammil|The Enshrouded One|Meccan|3|2|574
    المدثر|Al-Muddaththir|al-muddaththir|The Cloaked One|Meccan|4|2|575
    القيامة|Al-Qiyamah|al-qiyamah|The Resurrection|Meccan|31|2|577
    الإنسان|Al-Insan|al-insan|The Man|Medinan|98|2|578
    المرسلات|Al-Mursalat|al-mursalat|The Emissaries|Meccan|33|2|580
    النبإ|An-Naba|an-naba|The Tidings|Meccan|80|2|582
    النازعات|An-Nazi'at|an-naziat|Those Who Pull Out|Meccan|81|2|583
    عبس|'Abasa|abasa|He Frowned|Meccan|24|1|585
    التكوير|At-Takwir|at-takwir|The Overthrowing|Meccan|7|1|586
    الانفطار|Al-Infitar|al-infitar|The Cleaving|Meccan|82|1|587
    المطففين|Al-Mutaffifin|al-mutaffifin|The Defrauding|Meccan|86|1|587
    الانشقاق|Al-Inshiqaq|al-inshiqaq|The Sundering|Meccan|83|1|589
    البروج|Al-Buruj|al-buruj|The Mansions of the Stars|Meccan|27|1|590
    الطارق|At-Tariq|at-tariq|The Night-Comer|Meccan|36|1|591
    الأعلى|Al-A'la|al-ala|The Most High|Meccan|8|1|591
    الغاشية|Al-Ghashiyah|al-ghashiyah|The Overwhelming|Meccan|68|1|592
    الفجر|Al-Fajr|al-fajr|The Dawn|Meccan|10|1|593
    البلد|Al-Balad|al-balad|The City|Meccan|35|1|594
    الشمس|Ash-Shams|ash-shams|The Sun|Meccan|26|1|595
    الليل|Al-Layl|al-layl|The Night|Meccan|9|1|595
    الضحى|Ad-Duha|ad-duhaa|The Morning Hours|Meccan|11|1|596
    الشرح|Ash-Sharh|ash-sharh|The Opening Up|Meccan|12|1|596
    التين|At-Tin|at-tin|The Fig|Meccan|28|1|597
    العلق|Al-'Alaq|al-alaq|The Clot|Meccan|1|1|597
    القدر|Al-Qadr|al-qadr|The Night of Power|Meccan|25|1|598
    البينة|Al-Bayyinah|al-bayyinah|The Clear Proof|Medinan|100|1|598
    الزلزلة|Az-Zalzalah|az-zalzalah|The Earthquake|Medinan|93|1|599
    العاديات|Al-'Adiyat|al-adiyat|The Courser|Meccan|14|1|599
    القارعة|Al-Qari'ah|al-qariah|The Calamity|Meccan|30|1|600
    التكاثر|At-Takathur|at-takathur|Rivalry in Increase|Meccan|16|1|600
    العصر|Al-'Asr|al-asr|The Declining Day|Meccan|13|1|601
    الهمزة|Al-Humazah|al-humazah|The Traducer|Meccan|32|1|601
    الفيل|Al-Fil|al-fil|The Elephant|Meccan|19|1|601
    قريش|Quraysh|quraysh|Quraysh|Meccan|29|1|602
    الماعون|Al-Ma'un|al-maun|Small Kindnesses|Meccan|17|1|602
    الكوثر|Al-Kawthar|al-kawthar|The Abundance|Meccan|15|1|602
    الكافرون|Al-Kafirun|al-kafirun|The Disbelievers|Meccan|18|1|603
    النصر|An-Nasr|an-nasr|The Help|Medinan|114|1|603
    المسد|Al-Masad|al-masad|The Palm Fiber|Meccan|6|1|603
    الإخلاص|Al-Ikhlas|al-ikhlas|The Sincerity|Meccan|22|1|604
    الفلق|Al-Falaq|al-falaq|The Daybreak|Meccan|20|1|604
    الناس|An-Nas|an-nas|Mankind|Meccan|21|1|604
    """
}
