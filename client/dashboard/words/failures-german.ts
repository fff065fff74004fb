/** Why an article or a source failed, word for word as the server keeps it. */
export const failures: Readonly<Record<string, string>> = {
  'out of chars': 'Das Guthaben an Zeichen ist aufgebraucht.',
  'Another article is voicing the same text.': 'Ein anderer Artikel vertont gerade denselben Text.',
  'Only addresses that begin with http:// or https:// can be fetched.':
    'Nur Adressen, die mit http:// oder https:// beginnen, können abgerufen werden.',
  'Reading the page took too long.': 'Das Lesen der Seite dauerte zu lange.',
  'The address answers JSON that is damaged.': 'Unter der Adresse steht beschädigtes JSON.',
  'The address answers JSON, but not a JSON Feed (jsonfeed.org).':
    'Unter der Adresse steht JSON, aber kein JSON Feed (jsonfeed.org).',
  'The address answers a document that is neither RSS nor Atom nor JSON Feed.':
    'Unter der Adresse steht weder ein RSS- noch ein Atom- noch ein JSON-Feed.',
  'The address answers an empty document.': 'Unter der Adresse steht ein leeres Dokument.',
  'The address has no host name.': 'Der Adresse fehlt der Name des Servers.',
  'The address must not contain a user name or password.':
    'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  'The article has no URL to read its text from.':
    'Der Artikel hat keine Adresse, von der sein Text gelesen werden könnte.',
  'The article was started too often without finishing.': 'Der Artikel wurde zu oft begonnen und nie fertig.',
  'The feed has too many parts to be read.': 'Der Feed hat zu viele Teile, um gelesen zu werden.',
  'The feed is nested too deeply or has too many elements.':
    'Der Feed ist zu tief verschachtelt oder hat zu viele Elemente.',
  'The page could not be read.': 'Die Seite ließ sich nicht lesen.',
  'The page holds no text that could be an article.':
    'Auf der Seite steht kein Text, der ein Artikel sein könnte.',
  'The fetch was cancelled.': 'Der Abruf wurde abgebrochen.',
  'The response is compressed too many times.': 'Die Antwort ist zu oft komprimiert.',
  'The request is malformed.': 'Die Anfrage ist fehlerhaft.',
  'The page is empty.': 'Die Seite ist leer.',
  'The page is nested too deeply or has too many elements to be read.':
    'Die Seite ist zu tief verschachtelt oder hat zu viele Elemente, um gelesen zu werden.',
  'The page needs too much memory to be read.': 'Die Seite braucht zum Lesen zu viel Speicher.',
  'The rules take too long: up to here they need more than a second.':
    'Die Regeln brauchen zu lange: bis hierher mehr als eine Sekunde.',
  'The source has no URL.': 'Die Quelle hat keine Adresse.',
  'The voice cannot speak anything in this article.': 'Die Stimme kann von diesem Artikel nichts sprechen.',
  'What the extractor rules name holds no text.': 'Was die Extraktionsregeln nennen, enthält keinen Text.',
  'This is not a complete web address (https://...).': 'Das ist keine vollständige Webadresse (https://...).',
  'This is a web page, not a feed.': 'Das ist eine Webseite, kein Feed.',
  'Voicing this article was interrupted repeatedly. See the server log for details.':
    'Das Vertonen dieses Artikels brach mehrmals ab. Näheres steht im Protokoll des Servers.',
  "The site's robots.txt asks programs like this one not to read the page. If this is your site, set the source to ignore robots.txt.":
    'Die robots.txt der Website untersagt Programmen, die Seite zu lesen. Wenn es Ihre Website ist, lassen Sie die Quelle die robots.txt übergehen.',
  "The site's robots.txt asks programs like this one not to read it. If the site is yours, let the source pass over robots.txt.":
    'Die robots.txt der Website untersagt Programmen, sie zu lesen. Wenn es Ihre Website ist, lassen Sie die Quelle die robots.txt übergehen.',
  'The page asks programs not to use it (X-Robots-Tag or robots meta tag). If this is your site, set the source to ignore robots.txt.':
    'Die Seite bittet Programme, sie nicht zu verwenden (X-Robots-Tag oder Meta-Tag „robots“). Wenn es Ihre Website ist, lassen Sie die Quelle die robots.txt übergehen.',
};

const answers: Readonly<Record<string, string>> = {
  'asks for a password': 'verlangt ein Passwort',
  'asks for payment': 'verlangt eine Bezahlung',
  'refuses access': 'verweigert den Zugriff',
  'has no such page': 'hat diese Seite nicht',
  'has removed the page': 'hat die Seite entfernt',
  'asks us to come less often': 'bittet um seltenere Anfragen',
  'has a problem of its own': 'hat selbst ein Problem',
  'answers with an error': 'antwortet mit einem Fehler',
};

const date = (iso: string): string => iso.split('-').reverse().map(Number).join('.');
const count = (digits: string): string => Number(digits).toLocaleString('de-DE');

/** The same where a name or a number is part of it. */
export const failurePatterns: readonly [RegExp, (...parts: string[]) => string][] = [
  [
    /^(\S+) (.+) \(HTTP (\d+)\)\.$/,
    (host, what, status) => `${host} ${answers[what!] ?? answers['answers with an error']} (HTTP ${status}).`,
  ],
  [/^There is no server called (\S+)\.$/, (host) => `Es gibt keinen Server namens ${host}.`],
  [/^(\S+) cannot be reached\.$/, (host) => `${host} ist nicht erreichbar.`],
  [/^(\S+) did not respond in time\.$/, (host) => `${host} hat nicht rechtzeitig geantwortet.`],
  [
    /^(\S+) did not respond completely within (\S+) seconds\.$/,
    (host, seconds) => `${host} hat nicht binnen ${seconds} Sekunden vollständig geantwortet.`,
  ],
  [/^(\S+) redirects in a circle\.$/, (host) => `${host} leitet im Kreis weiter.`],
  [
    /^(\S+) redirects too often \(more than (\d+) times\)\.$/,
    (host, times) => `${host} leitet zu oft weiter (mehr als ${times}-mal).`,
  ],
  [
    /^(\S+) redirects to something that is not a web address\.$/,
    (host) => `${host} leitet zu etwas weiter, das keine Webadresse ist.`,
  ],
  [
    /^(\S+) is not an address on the public internet\.$/,
    (host) => `${host} ist keine Adresse im öffentlichen Internet.`,
  ],
  [/^(\S+) sent headers that are too large\.$/, (host) => `${host} hat zu große Kopfzeilen gesendet.`],
  [
    /^(\S+) sent an invalid HTTP response or closed the connection\.$/,
    (host) => `${host} hat eine ungültige HTTP-Antwort gesendet oder die Verbindung beendet.`,
  ],
  [
    /^No secure connection to (\S+): its certificate or TLS set-up is not valid\.$/,
    (host) => `Keine sichere Verbindung zu ${host}: Das Zertifikat oder die TLS-Einrichtung ist ungültig.`,
  ],
  [/^The response is larger than (\d+) MB\.$/, (most) => `Die Antwort ist größer als ${most} MB.`],
  [
    /^The address leads to a file of the type (\S+), not to a page\.$/,
    (type) => `Die Adresse führt zu einer Datei der Art ${type}, nicht zu einer Seite.`,
  ],
  [
    /^This is a web page, not a feed\. It advertises the feed (\S+)\.$/,
    (feed) => `Das ist eine Webseite, kein Feed. Sie verweist auf den Feed ${feed}.`,
  ],
  [
    /^The page is probably not an article \(confidence (\d+) %\)\.$/,
    (percent) => `Die Seite ist wahrscheinlich kein Artikel (Sicherheit ${percent} %).`,
  ],
  [
    /^It was published on (\S+), before the date from which the project accepts articles\.$/,
    (day) => `Er erschien am ${date(day!)}, vor dem Datum, ab dem das Projekt Artikel übernimmt.`,
  ],
  [
    /^The page's text has (\d+) characters; at most (\d+) are allowed\.$/,
    (found, most) =>
      `Der Text der Seite hat ${count(found!)} Zeichen; erlaubt sind höchstens ${count(most!)}.`,
  ],
  [
    /^This article has (\d+) characters to voice, more than the project's daily limit of (\d+)\.$/,
    (found, most) =>
      `Dieser Artikel hat ${count(found!)} zu vertonende Zeichen, mehr als das Tageslimit des Projekts von ${count(most!)}.`,
  ],
  [
    /^The project's daily limit of (\d+) characters is reached\. Voicing goes on after midnight \(UTC\)\.$/,
    (most) =>
      `Das Tageslimit des Projekts von ${count(most!)} Zeichen ist erreicht. Nach Mitternacht (UTC) geht es weiter.`,
  ],
  [/^Status set by the rule “(.+)”\.$/, (rule) => `Den Status hat die Regel „${rule}“ gesetzt.`],
];
