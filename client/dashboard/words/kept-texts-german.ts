/** What is kept of failures and in logs, by its codes, as ICU messages. */
export const keptTexts = {
  AMAZON_ACCESS_DENIED: 'Das Konto wurde nicht verbunden, weil der Zugriff bei Amazon nicht erlaubt wurde.',
  AMAZON_ACCOUNT_WITHOUT_RIGHT:
    'Das verbundene Amazon-Konto darf das nicht. Es braucht ein Alexa-Entwicklerkonto.',
  AMAZON_ANSWER_NOT_OURS:
    'Diese Antwort von Amazon gehört nicht zu dem, was Sie hier begonnen haben. Bitte verbinden Sie das Konto erneut.',
  AMAZON_CREDENTIALS_REFUSED:
    'Amazon nimmt die Zugangsdaten dieses Servers nicht an (LWA_CLIENT_ID, LWA_CLIENT_SECRET). Bitte sagen Sie dem Betreiber Bescheid.',
  AMAZON_DID_NOT_CONNECT: 'Amazon hat das Konto nicht verbunden.',
  AMAZON_LINK_REFUSED:
    'Amazon nimmt die Verknüpfung mit diesem Konto nicht mehr an. Bitte verbinden Sie es erneut.',
  AMAZON_LINK_UNREADABLE:
    'Die Verknüpfung mit diesem Konto lässt sich nicht mehr lesen. Bitte verbinden Sie es erneut.',
  AMAZON_NO_DEVELOPER:
    'Das Amazon-Konto {account} hat noch kein Alexa-Entwicklerkonto. Legen Sie eines auf developer.amazon.com an und verbinden Sie das Konto dann erneut.',
  AMAZON_NO_TOKEN_FOR_LATER: 'Amazon hat kein Token für später gesendet.',
  AMAZON_NOT_CONNECTED: 'Kein Amazon-Konto ist verbunden. Bitte verbinden Sie zuerst eines.',
  AMAZON_NOT_SET_UP:
    'Amazon-Konten lassen sich nicht verbinden: Dieser Server hat keine Zugangsdaten für Login with Amazon. Der Betreiber setzt LWA_CLIENT_ID und LWA_CLIENT_SECRET.',
  AMAZON_NOT_UNDERSTOOD:
    'Amazon hat in einer unverständlichen Form geantwortet (HTTP {status, number, ::group-off}).',
  AMAZON_SAYS: 'Amazon sagt: „{said}“',
  AMAZON_SIGN_IN_REFUSED:
    'Der Anmeldedienst von Amazon hat die Anfrage abgelehnt (HTTP {status, number, ::group-off}).',
  AMAZON_SIGN_IN_TOO_OFTEN: 'Amazon bittet um seltenere Anfragen.',
  AMAZON_SIGN_IN_TROUBLE: 'Der Anmeldedienst von Amazon hat selbst ein Problem.',
  AMAZON_SKILL_BUSY: 'Der Skill wird gerade von jemand anderem geändert.',
  AMAZON_SKILL_REFUSED: 'Amazon hat den Skill abgelehnt (HTTP {status, number, ::group-off}).',
  AMAZON_SKILL_UNKNOWN: 'Amazon kennt diesen Skill nicht.',
  AMAZON_TOO_OFTEN: 'Amazon bittet um seltenere Anfragen. Bitte versuchen Sie es später noch einmal.',
  AMAZON_TROUBLE:
    'Der Skill-Dienst von Amazon hat selbst ein Problem. Bitte versuchen Sie es später noch einmal.',
  AMAZON_UNREACHABLE: 'Amazon ist nicht erreichbar.',
  ARTICLE_CHUNKED: '{chunks, plural, one {# Abschnitt} other {# Abschnitte}}',
  ARTICLE_HELD_WITH_OTHERS: 'Mehr Artikel auf einmal als gewöhnlich.',
  ARTICLE_LABELLED_BY_RULES: 'Labels: {labels}.',
  ARTICLE_NOTHING_SPELLED_OUT: 'Es gab nichts auszuschreiben.',
  ARTICLE_PAGE_READ: '{characters, number} Zeichen von {address}',
  ARTICLE_RULES_APPLIED: '{rules}.',
  ARTICLE_RULES_STEPPED_IN:
    'Die Regeln sprangen bei {pieces, plural, one {# Stück} other {# Stücken}} ein: {problem}',
  ARTICLE_SOUND_CHANGED: 'Die Stimme, die Einstellungen oder die Regeln haben sich geändert.',
  ARTICLE_SOUND_LOST:
    'Der Ton von {chunks, plural, one {# Abschnitt} other {# Abschnitten}} fehlt im Dateispeicher.',
  ARTICLE_SPELLED_BY_MODEL:
    '{changes, plural, one {# Änderung} other {# Änderungen}} durch {model} ({asked, plural, one {# Stück} other {# Stücke}} angefragt, {known, number} bekannt).',
  ARTICLE_SPELLED_BY_RULES:
    '{changes, plural, one {# Änderung} other {# Änderungen}} durch die eingebauten Regeln.',
  ARTICLE_SPELLED_LONGER:
    'Vertont und berechnet wird, was ausgeschrieben ist: {characters, number} Zeichen mehr als geschrieben.',
  ARTICLE_SPELLED_SHORTER:
    'Vertont und berechnet wird, was ausgeschrieben ist: {characters, number} Zeichen weniger als geschrieben.',
  ARTICLE_SPELLING_UNKNOWN: 'Für die Sprache {language} gibt es keine Regeln: Nichts wurde ausgeschrieben.',
  ARTICLE_STATUS_BY_RULES:
    'Status: {status, select, ready {bereit} waiting {wartet} errored {fehlgeschlagen} rejected {abgelehnt} processing {in Arbeit} other {{status}}}.',
  ARTICLE_VOICED: '{voiced, number} Zeichen vertont, {saved, number} gespart',
  ARTICLE_VOICE_CHANGED: 'Die Stimme oder ihre Einstellungen haben sich geändert.',
  ARTICLE_VOICE_STEPS_IN: 'Die Stimme {voice} springt ein.',
  AUDIO_BOOST_OUT_OF_RANGE: 'Die Lautstärke muss zwischen -100 und 100 liegen.',
  AUDIO_CUT_OFF: 'Der Ton bricht ab.',
  AUDIO_DOES_NOT_FIT:
    'Ton mit {found} passt nicht in eine Datei mit {sampleRate, number} Hz, {channels, plural, one {# Kanal} other {# Kanälen}} und {bitrate, number} kbit/s.',
  AUDIO_DOES_NOT_FIT_FILE:
    'Ton mit {sampleRate, number} Hz und {channels, plural, one {# Kanal} other {# Kanälen}} passt nicht in diese Datei.',
  AUDIO_EMPTY: 'Der Ton ist leer.',
  AUDIO_FILE_EMPTY: 'Die Datei ist leer.',
  AUDIO_FILE_MISSING: 'Die Audiodatei fehlt.',
  AUDIO_FORMAT_NOT_SUPPORTED: '{format}-Dateien gehen nicht; laden Sie MP3 oder WAV hoch.',
  AUDIO_MP3_WITHOUT_SOUND: 'Die MP3-Datei enthält keinen Ton.',
  AUDIO_MUSIC_SILENT: 'Die Hintergrundmusik ist stumm.',
  AUDIO_NEITHER_MP3_NOR_WAV: 'Das ist weder eine MP3- noch eine WAV-Datei.',
  AUDIO_NO_BUILT_IN_SOUND: 'Es gibt keinen eingebauten Klang „{name}“.',
  AUDIO_NO_WAV: 'Das ist keine WAV-Datei.',
  AUDIO_NOT_NUMBERS: 'Der Ton enthält Abtastwerte, die keine Zahlen sind.',
  AUDIO_NOTHING_TO_JOIN: 'Es gibt nichts zu verbinden.',
  AUDIO_NOTHING_TO_RENDER: 'Es gibt nichts zu erzeugen.',
  AUDIO_PART_SILENT: 'Ein Teil des Tons ist stumm.',
  AUDIO_RAW_NOT_SUPPORTED:
    'Rohton mit {sampleRate, number} Hz und {channels, plural, one {# Kanal} other {# Kanälen}} geht nicht.',
  AUDIO_SILENT: 'Der Ton ist stumm.',
  AUDIO_TOO_LONG: 'Der Ton ist länger als 15 Minuten.',
  AUDIO_TOO_MANY_SAMPLES:
    'Der Ton enthält zu viele Abtastwerte; verringern Sie die Abtastrate oder die Zahl der Kanäle.',
  AUDIO_WAV_BROKEN_FORMAT: 'Die Formatangabe der WAV-Datei ist beschädigt.',
  AUDIO_WAV_CHANNELS_NOT_SUPPORTED:
    'Eine WAV-Datei mit {channels, plural, one {# Kanal} other {# Kanälen}} geht nicht.',
  AUDIO_WAV_ENCODING_NOT_SUPPORTED:
    'Die WAV-Kodierung {encoding, number, ::group-off} mit {bits, number} Bit geht nicht.',
  AUDIO_WAV_LATE_FORMAT: 'In der WAV-Datei steht vor den Daten keine Formatangabe.',
  AUDIO_WAV_RATE_NOT_SUPPORTED: 'Eine WAV-Datei mit {sampleRate, number} Hz geht nicht.',
  AUDIO_WAV_WITHOUT_DATA: 'Die WAV-Datei enthält keine Daten.',
  AUDIO_WAV_WITHOUT_FORMAT: 'Die WAV-Datei enthält keine Formatangabe.',
  AUDIO_WAV_WITHOUT_SAMPLES: 'Die WAV-Datei enthält keinen Ton.',
  AUDIO_WITHOUT_SAMPLES: 'Der Ton enthält keine Abtastwerte.',
  COVER_NO_IMAGE: 'Das Titelbild ist weder JPEG noch PNG.',
  COVER_TOO_MANY_BYTES: 'Das Titelbild hat {bytes, number} Bytes; höchstens {limit, number} sind erlaubt.',
  AUDIO_COVER_TOO_MANY_PIXELS:
    'Das Titelbild hat {width, number} × {height, number} Pixel; höchstens 3000 × 3000 sind erlaubt.',
  DEPLOYMENT_BUILDING_LANGUAGES: 'Amazon baut die Sprachen.',
  DEPLOYMENT_CHANNEL_DELETED: 'Der Kanal wurde gelöscht.',
  DEPLOYMENT_CHECKING_SKILL: 'Amazon prüft den Skill.',
  DEPLOYMENT_FINISHED:
    'Der Skill steht in der Alexa Developer Console bereit. Veröffentlichen Sie ihn dort, damit ihn alle nutzen können.',
  DEPLOYMENT_LANGUAGE_NOT_ACCEPTED: 'Amazon hat dies nicht angenommen: {language}. Amazon sagt: „{said}“',
  DEPLOYMENT_NAME_WITHOUT_WORDS:
    'Der Name des Skills enthält keine Wörter, die Alexa versteht. Bitte wählen Sie einen anderen.',
  DEPLOYMENT_RECEIVING_LANGUAGES: 'Amazon empfängt die Sprachen: {language, number} von {languages, number}.',
  DEPLOYMENT_RECEIVING_SKILL: 'Amazon empfängt den Skill.',
  DEPLOYMENT_SKILL_NOT_ACCEPTED: 'Amazon hat den Skill nicht angenommen. Amazon sagt: „{said}“',
  DEPLOYMENT_TOO_SLOW:
    'Amazon wurde binnen einer Stunde nicht fertig, darum wurde aufgegeben. Bitte veröffentlichen Sie den Skill erneut.',
  DEPLOYMENT_TRIED_AGAIN: 'Es wird noch einmal versucht.',
  DEPLOYMENT_WAITING: 'Die Veröffentlichung wartet auf ihren Beginn',
  DEPLOYMENT_WITHOUT_HTTPS:
    'Alexa erreicht Server nur über https. Wer diesen Server betreibt, muss PUBLIC_URL auf eine https-Adresse setzen.',
  DUPLICATE_OF_ARTICLE: 'Von Artikel {article, number, ::group-off} des Projekts „{project}“.',
  DUPLICATE_ORIGINAL_DELETED: 'Sein Original wurde gelöscht.',
  DUPLICATED_TO_ARTICLE: 'Zu Artikel {article, number, ::group-off} des Projekts „{project}“.',
  EXTRACTOR_RULE_BAD_SELECTOR:
    'Die Extraktionsregel „{rule}“ hat einen Selektor, der kein gültiges CSS ist: „{selector}“.',
  EXTRACTOR_RULE_STRICT_FAILED: 'Die Extraktionsregel „should_strict“ trifft auf dieser Seite nichts.',
  EXTRACTOR_RULE_UNKNOWN: 'Es gibt keine Extraktionsregel namens „{rule}“.',
  EXTRACTOR_RULE_UNKNOWN_ENCODING:
    'Die Extraktionsregel „charset“ nennt die unbekannte Kodierung „{encoding}“.',
  EXTRACTOR_RULES_WITHOUT_TEXT: 'Was die Extraktionsregeln nennen, enthält keinen Text.',
  FEED_ADDRESS_MISSING: 'Die Quelle hat keine Adresse.',
  FEED_EMPTY: 'Unter der Adresse steht ein leeres Dokument.',
  FEED_IS_NONE: 'Unter der Adresse steht weder ein RSS- noch ein Atom- noch ein JSON-Feed.',
  FEED_IS_OTHER_JSON: 'Unter der Adresse steht JSON, aber kein JSON Feed (jsonfeed.org).',
  FEED_IS_PAGE: 'Das ist eine Webseite, kein Feed.',
  FEED_IS_PAGE_WITH_FEED: 'Das ist eine Webseite, kein Feed. Sie verweist auf den Feed {feed}.',
  FEED_JSON_DAMAGED: 'Unter der Adresse steht beschädigtes JSON.',
  FEED_TOO_COMPLEX: 'Der Feed ist zu tief verschachtelt oder hat zu viele Elemente.',
  FEED_TOO_MANY_PARTS: 'Der Feed hat zu viele Teile, um gelesen zu werden.',
  FEED_WITHOUT_TEXT: 'Der Feed enthält keinen Text dieses Artikels.',
  FETCH_ADDRESS_WITHOUT_HOST: 'Der Adresse fehlt der Name des Servers.',
  FETCH_ADDRESS_WITH_PASSWORD: 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  FETCH_ANSWERED_ERROR: '{host} antwortet mit einem Fehler (HTTP {status, number, ::group-off}).',
  FETCH_BAD_RESPONSE: '{host} hat eine ungültige HTTP-Antwort gesendet oder die Verbindung beendet.',
  FETCH_CANCELLED: 'Der Abruf wurde abgebrochen.',
  FETCH_COMPRESSED_TOO_OFTEN: 'Die Antwort ist zu oft komprimiert.',
  FETCH_DAMAGED_ENCODING: 'Die Antwort ist beschädigt ({coding}).',
  FETCH_HEADERS_TOO_LARGE: '{host} hat zu große Kopfzeilen gesendet.',
  FETCH_HOST_IN_TROUBLE: '{host} hat selbst ein Problem (HTTP {status, number, ::group-off}).',
  FETCH_INCOMPLETE_IN_TIME: '{host} hat nicht binnen {seconds, number} Sekunden vollständig geantwortet.',
  FETCH_MALFORMED_REQUEST: 'Die Anfrage ist fehlerhaft.',
  FETCH_NO_RESPONSE_IN_TIME: '{host} hat nicht rechtzeitig geantwortet.',
  FETCH_NO_SUCH_PAGE: '{host} hat diese Seite nicht (HTTP {status, number, ::group-off}).',
  FETCH_NO_WEB_ADDRESS: 'Das ist keine vollständige Webadresse (https://...).',
  FETCH_NOT_FROM_ADDRESS: '„{address}“ ist keine IP-Adresse, von der abgerufen werden kann.',
  FETCH_NOT_PUBLIC: '{host} ist keine Adresse im öffentlichen Internet.',
  FETCH_NOT_SECURE:
    'Keine sichere Verbindung zu {host}: Das Zertifikat oder die TLS-Einrichtung ist ungültig.',
  FETCH_ONLY_HTTP: 'Nur Adressen, die mit http:// oder https:// beginnen, können abgerufen werden.',
  FETCH_PAGE_REMOVED: '{host} hat die Seite entfernt (HTTP {status, number, ::group-off}).',
  FETCH_PASSWORD_ASKED: '{host} verlangt ein Passwort (HTTP {status, number, ::group-off}).',
  FETCH_PAYMENT_ASKED: '{host} verlangt eine Bezahlung (HTTP {status, number, ::group-off}).',
  FETCH_REDIRECTS_IN_CIRCLE: '{host} leitet im Kreis weiter.',
  FETCH_REDIRECTS_NOWHERE: '{host} leitet zu etwas weiter, das keine Webadresse ist.',
  FETCH_REDIRECTS_TOO_OFTEN: '{host} leitet zu oft weiter (mehr als {times, number}-mal).',
  FETCH_REFUSED: '{host} verweigert den Zugriff (HTTP {status, number, ::group-off}).',
  FETCH_TOO_LARGE: 'Die Antwort ist größer als {megabytes, number} MB.',
  FETCH_TOO_OFTEN: '{host} bittet um seltenere Anfragen (HTTP {status, number, ::group-off}).',
  FETCH_UNKNOWN_ENCODING: 'Die Antwort hat die unbekannte Kodierung „{coding}“.',
  FETCH_UNKNOWN_HOST: 'Es gibt keinen Server namens {host}.',
  FETCH_UNREACHABLE: '{host} ist nicht erreichbar.',
  FILE_ARTICLE_GONE: 'Den Artikel gibt es nicht mehr.',
  FILE_NOT_MADE: 'Die Datei ließ sich nicht erzeugen. Näheres steht im Protokoll des Servers.',
  FILE_PARTS_NOT_STORED:
    'Diese Fassung entstand, bevor ihre Teile gespeichert wurden. Wählen Sie zuerst „Neu vertonen“ im Menü des Artikels.',
  FILE_SPEECH_LOST:
    'Der Ton des Sprachdienstes liegt nicht mehr im Dateispeicher. Wählen Sie zuerst „Neu vertonen“ im Menü des Artikels.',
  HUB_ANSWERED_STATUS: 'Der Hub hat mit dem HTTP-Status {status, number, ::group-off} geantwortet.',
  ITEM_TEXT_TOO_LONG:
    'Der Text hat {characters, number} Zeichen; ein Artikel darf höchstens {limit, number} haben.',
  JOINED_NOT_KEPT: 'Die Datei wird nicht mehr aufbewahrt.',
  JOINED_PART_DAMAGED:
    'Die Audiodatei {kind, select, ARTICLE {des Artikels {part}} SOUND {des Klangs {part}} other {von „{part}“}} ist beschädigt.',
  JOINED_PART_DOES_NOT_FIT:
    'Der Ton {kind, select, ARTICLE {des Artikels {part}} SOUND {des Klangs {part}} other {von „{part}“}} lässt sich nicht verbinden.',
  JOINED_PART_MISSING:
    'Die Audiodatei {kind, select, ARTICLE {des Artikels {part}} SOUND {des Klangs {part}} other {von „{part}“}} fehlt.',
  JOINED_SOUND_TOO_LONG: 'Was verbunden wird, darf höchstens {hours, number} Stunden lang sein.',
  PAGE_ADDRESS_MISSING: 'Der Artikel hat keine Adresse, von der sein Text gelesen werden könnte.',
  PAGE_EMPTY: 'Die Seite ist leer.',
  PAGE_FORBIDS_USE:
    'Die Seite bittet Programme, sie nicht zu verwenden (X-Robots-Tag oder Meta-Tag „robots“). Wenn es Ihre Website ist, lassen Sie die Quelle die robots.txt übergehen.',
  PAGE_IS_FILE: 'Die Adresse führt zu einer Datei, nicht zu einer Seite.',
  PAGE_IS_FILE_OF_TYPE: 'Die Adresse führt zu einer Datei der Art {type}, nicht zu einer Seite.',
  PAGE_IS_NO_ARTICLE: 'Die Seite ist wahrscheinlich kein Artikel (Sicherheit {confidence, number} %).',
  PAGE_IS_PDF: 'Die Adresse führt zu einer PDF-Datei, nicht zu einer Seite.',
  PAGE_NEEDS_CONSENT:
    'Die Seite bittet ihre Leser um Zustimmung, bevor sie den Artikel zeigt.{nearest, plural, =0 {} other { Was einem Artikel am nächsten kommt, hat {nearest, number} Zeichen.}} Lesen lässt sich ein Feed mit ganzen Texten oder eine Adresse, die um nichts bittet.',
  PAGE_NEEDS_MEMORY: 'Die Seite braucht zum Lesen zu viel Speicher.',
  PAGE_NEEDS_SCRIPTS:
    'Die Seite zeigt ihren Artikel nur Browsern, die ihre Skripte ausführen.{nearest, plural, =0 {} other { Was einem Artikel am nächsten kommt, hat {nearest, number} Zeichen.}} Lesen lässt sich ein Feed mit ganzen Texten oder eine Seite mit strukturierten Daten.',
  PAGE_NOT_READ: 'Die Seite ließ sich nicht lesen.',
  PAGE_OF_OTHER_ARTICLE: 'Die Seite gehört zu einem anderen Artikel: Sie nennt {url} als ihre Adresse.',
  PAGE_OLDER_THAN_WEBSITE: 'Er erschien am {day}, lange bevor die Website hinzugefügt wurde.',
  PAGE_ROBOTS_TXT_FORBIDS:
    'Die robots.txt der Website untersagt Programmen, die Seite zu lesen. Wenn es Ihre Website ist, lassen Sie die Quelle die robots.txt übergehen.',
  PAGE_TEXT_TOO_LONG:
    'Der Text der Seite hat {characters, number} Zeichen; erlaubt sind höchstens {limit, number}.',
  PAGE_TOO_COMPLEX: 'Die Seite ist zu tief verschachtelt oder hat zu viele Elemente, um gelesen zu werden.',
  PAGE_TOO_OLD: 'Er erschien am {day}, vor dem Datum, ab dem das Projekt Artikel übernimmt.',
  PAGE_TOO_SLOW: 'Das Lesen der Seite dauerte zu lange.',
  PAGE_WITHOUT_ARTICLE:
    'Auf der Seite steht kein Text, der ein Artikel sein könnte.{nearest, plural, =0 {} other { Was einem am nächsten kommt, hat {nearest, number} Zeichen.}}',
  SITE_HAS_CHANGED:
    '{template, select, NEW {Die Vorlage der Website scheint sich geändert zu haben: } other {Auf der Website hat sich etwas geändert: }}{articles, select, NONE {Auf ihren Seiten finden sich keine Artikel mehr} SHORTER {Ihre Artikel sind kürzer geworden: etwa {now, number} Zeichen statt {usual, number}} LONGER {Ihre Artikel sind länger geworden: etwa {now, number} Zeichen statt {usual, number}} other {}}{certainty, select, LESS {{articles, select, SAME {} other {, und }}es ist weniger sicher, was auf ihren Seiten der Artikel ist} other {}}. Bitte sehen Sie sich die neuesten Artikel und die Extraktionsregeln an.',
  SITE_ROBOTS_TXT_FORBIDS: 'Die robots.txt der Website untersagt Programmen, sie zu lesen.',
  SITE_ROBOTS_TXT_FORBIDS_SOURCE:
    'Die robots.txt der Website untersagt Programmen, sie zu lesen. Wenn es Ihre Website ist, lassen Sie die Quelle die robots.txt übergehen.',
  SPEECH_BAD_AUDIO: 'Der Sprachdienst {service} hat keinen brauchbaren Ton geliefert: {said}',
  SPEECH_CREDENTIALS_REFUSED: 'Der Sprachdienst {service} nimmt die Zugangsdaten nicht an: {said}',
  SPEECH_MODEL_GONE: 'Der Sprachdienst {service} bietet dieses Modell nicht mehr an: {said}',
  SPEECH_NO_SUCH_SERVICE: 'Es gibt keinen Sprachdienst „{service}“.',
  SPEECH_NOT_AVAILABLE: 'Der Sprachdienst {service} ist nicht verfügbar: {said}',
  SPEECH_NOTHING_TO_SPEAK: 'Der Text enthält nichts, was sich sprechen ließe.',
  SPEECH_PAUSED_CREDENTIALS:
    'Der Sprachdienst {service} ist gerade nicht verfügbar: Seine Zugangsdaten werden abgelehnt. Nächster Versuch: {at}.',
  SPEECH_PAUSED_OUTAGE: 'Der Sprachdienst {service} ist gerade nicht verfügbar. Nächster Versuch: {at}.',
  SPEECH_PAUSED_RATE:
    'Der Sprachdienst {service} ist gerade nicht verfügbar: Es wurde zu viel auf einmal angefragt. Nächster Versuch: {at}.',
  SPEECH_REFUSED: 'Der Sprachdienst {service} lehnt die Anfrage ab: {said}',
  SPEECH_TOO_MUCH_ASKED: 'Der Sprachdienst {service} bittet um seltenere Anfragen: {said}',
  SPENDING_ARTICLE_ABOVE_DAILY_LIMIT:
    'Dieser Artikel hat {characters, number} zu vertonende Zeichen, mehr als das Tageslimit des Projekts von {limit, number}.',
  SPENDING_DAILY_LIMIT_REACHED:
    'Das Tageslimit des Projekts von {limit, number} Zeichen ist erreicht. Nach Mitternacht (UTC) geht es weiter.',
  SPENDING_OUT_OF_CHARACTERS: 'Das Guthaben an Zeichen ist aufgebraucht.',
  STORAGE_DISK_FAILED: 'Der Dateispeicher macht gerade Schwierigkeiten ({what}: {why}).',
  STORAGE_SERVICE_FAILED: 'Der Dateispeicher macht gerade Schwierigkeiten ({what}: {why}).',
  TEASERS_OUT_OF_CHARACTERS: 'Für die Einladung zum Abonnement sind keine Zeichen mehr übrig.',
  TEASER_SPEECH_LOST:
    'Der Ton des Sprachdienstes liegt nicht mehr im Dateispeicher. Wählen Sie „Neu vertonen“ im Menü des Artikels.',
  TEASER_TEXT_CHANGED:
    'Der Text oder die Regeln haben sich geändert, seit der Artikel vertont wurde. Wählen Sie „Neu vertonen“ im Menü des Artikels.',
  THREAD_NO_HANDLES: 'Der Server kann gerade keinen Thread starten: Zu viele Dateien sind offen (ulimit -n).',
  THREAD_NO_HANDLES_ON_MACHINE:
    'Der Server kann gerade keinen Thread starten: Auf dieser Maschine sind zu viele Dateien offen.',
  THREAD_NO_MEMORY: 'Der Server kann gerade keinen Thread starten: Es fehlt Speicher.',
  THREAD_TOO_MANY_PROCESSES:
    'Der Server kann gerade keinen Thread starten: Zu viele Prozesse laufen (ulimit -u).',
  URL_REPLACEMENT_BAD_PATTERN: 'Der reguläre Ausdruck ist ungültig: {reason}.',
  URL_REPLACEMENT_MAKES_NO_ADDRESS:
    'Die Regeln machen aus der Adresse „{result}“, und das ist keine Webadresse.',
  URL_REPLACEMENT_NOT_WRAPPED: 'Ein regulärer Ausdruck steht zwischen Schrägstrichen: /Muster/.',
  URL_REPLACEMENT_TOO_LONG: 'Die Regel macht die Adresse länger als {limit, number} Zeichen.',
  URL_REPLACEMENT_TOO_SLOW: 'Die Regeln brauchen zu lange: bis hierher mehr als eine Sekunde.',
  URL_REPLACEMENT_UNKNOWN_FLAG: 'Der reguläre Ausdruck hat das unbekannte Kennzeichen „{flag}“.',
  URL_REPLACEMENT_WITHOUT_SOURCE: 'Die Quelle darf nicht leer sein.',
  VOICE_CANNOT_SPEAK_AGAIN:
    'Kein eingerichteter Dienst kann mit der Stimme {voice} noch einmal sprechen. Wählen Sie in den Regeln des Projekts eine andere.',
  VOICE_GONE:
    'Die Stimme {voice} gibt es nicht mehr. Wählen Sie in den Einstellungen oder Regeln des Projekts eine andere.',
  VOICE_HAS_NOTHING_TO_SAY:
    'Der Text enthält nichts, was sich sprechen ließe: keine Wörter und keine Zahlen.',
  VOICE_OF_TAG_UNKNOWN: 'Ein Voice-Tag nennt die Stimme „{voice}“, die es nicht gibt.',
  VOICE_OF_TAG_UNKNOWN_FOR_LANGUAGE:
    'Ein Voice-Tag nennt die Stimme „{voice}“, die es für {language} nicht gibt.',
  VOICE_TAG_ATTRIBUTE_TWICE:
    'Ein Voice-Tag hat das Attribut „{attribute}“ zweimal. (Zeile {line, number}, Spalte {column, number})',
  VOICE_TAG_CLOSED_OTHERWISE:
    'Ein schließendes Voice-Tag schreibt sich </voice>. (Zeile {line, number}, Spalte {column, number})',
  VOICE_TAG_MALFORMED:
    'Ein Voice-Tag ist fehlerhaft; schreiben Sie <voice name="…">Text</voice>. (Zeile {line, number}, Spalte {column, number})',
  VOICE_TAG_NESTED:
    'Ein Voice-Tag steht in einem anderen; schließen Sie das erste, bevor Sie das nächste öffnen. (Zeile {line, number}, Spalte {column, number})',
  VOICE_TAG_NOT_CLOSED:
    'Ein Voice-Tag wird nie geschlossen; ergänzen Sie </voice>. (Zeile {line, number}, Spalte {column, number})',
  VOICE_TAG_NOT_OPENED:
    'Zu einem schließenden Voice-Tag fehlt das öffnende. (Zeile {line, number}, Spalte {column, number})',
  VOICE_TAG_SELF_CLOSING:
    'Ein Voice-Tag muss Text umschließen; schreiben Sie <voice name="…">Text</voice>. (Zeile {line, number}, Spalte {column, number})',
  VOICE_TAG_UNKNOWN_ATTRIBUTE:
    'Ein Voice-Tag hat das Attribut „{attribute}“; möglich sind nur name, style und language. (Zeile {line, number}, Spalte {column, number})',
  VOICE_TAG_UNKNOWN_VOICE:
    'Die Stimme „{voice}“ ist unbekannt. (Zeile {line, number}, Spalte {column, number})',
  VOICE_TAG_WITHOUT_NAME:
    'Ein Voice-Tag hat keinen Namen; schreiben Sie <voice name="…">. (Zeile {line, number}, Spalte {column, number})',
  VOICING_CRASHED:
    'Der Thread, der an diesem Artikel arbeitete, stürzte ab, und beim nächsten Versuch wieder. Bitte ändern Sie den Text des Artikels oder die Seite, von der er gelesen wird.',
  VOICING_ELSEWHERE: 'Ein anderer Artikel vertont gerade denselben Text.',
  VOICING_INTERRUPTED:
    'Das Vertonen dieses Artikels brach mehrmals ab. Näheres steht im Protokoll des Servers.',
  VOICING_SOUND_GONE:
    'Den Klang {sound} gibt es nicht mehr. Wählen Sie in den Regeln oder Einstellungen des Projekts einen anderen.',
  VOICING_STATUS_BY_RULE: 'Den Status hat die Regel „{rule}“ gesetzt.',
  VOICING_VOICE_SAYS_NOTHING: 'Die Stimme kann von diesem Artikel nichts sprechen.',
  VOICING_WENT_WRONG: 'In {product} ging etwas schief. Näheres steht im Protokoll des Servers.',
} as const;
