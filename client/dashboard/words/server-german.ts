import { failurePatterns, failures } from './failures-german.ts';

/** What the server says, word for word. */
const texts: Readonly<Record<string, string>> = {
  ...failures,
  'Please sign in.': 'Bitte melden Sie sich an.',
  'You are not signed in.': 'Sie sind nicht angemeldet.',
  'You do not have permission to do this.': 'Dazu haben Sie keine Berechtigung.',
  'Only signed-in users can do this.': 'Das können nur angemeldete Benutzer.',
  'Only administrators can do this.': 'Das können nur Administratoren.',
  'The token is invalid or has expired.': 'Das Token ist ungültig oder abgelaufen.',
  'This token does not belong to a user.': 'Dieses Token gehört keinem Benutzer.',
  'The e-mail address or the password is wrong.': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'Too many people are signing in. Please try again in a moment.':
    'Es melden sich gerade zu viele an. Bitte versuchen Sie es gleich noch einmal.',
  'Too many failed attempts. Please try again in a moment.':
    'Zu viele Fehlversuche. Bitte versuchen Sie es gleich noch einmal.',
  'Too many previews were requested. Please try again in a moment.':
    'Zu viele Hörproben angefordert. Bitte versuchen Sie es gleich noch einmal.',
  'Too many files were requested. Please try again in a moment.':
    'Zu viele Dateien angefordert. Bitte versuchen Sie es gleich noch einmal.',
  'Too many pages are being read for you. Please try again in a moment.':
    'Für Sie werden gerade zu viele Seiten gelesen. Bitte versuchen Sie es gleich noch einmal.',
  'This voice is not available right now. Please try again later.':
    'Diese Stimme ist gerade nicht verfügbar. Bitte versuchen Sie es später noch einmal.',
  'Internal server error': 'Interner Serverfehler',
  'The server cannot be reached. Check the connection and try again.':
    'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  'The server is busy. Please try again in a moment.':
    'Der Server ist ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  'The database took too long. Please try again in a moment.':
    'Die Datenbank hat zu lange gebraucht. Bitte versuchen Sie es gleich noch einmal.',
  'The database cannot be reached right now. Please try again in a moment.':
    'Die Datenbank ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  'This page comes from another release than the server. Reload it and try again; what you typed is kept.':
    'Diese Seite stammt aus einer anderen Version als der Server. Laden Sie sie neu und versuchen Sie es erneut; Ihre Eingaben bleiben erhalten.',
  'This field is required': 'Dieses Feld ist erforderlich',
  'Field is required and cannot be empty': 'Dieses Feld ist erforderlich und darf nicht leer sein',
  'Title needs to be filled': 'Bitte geben Sie einen Titel ein',
  'Please enter website': 'Bitte geben Sie die Website ein',
  'Please enter a selector.': 'Bitte geben Sie einen Selektor ein.',
  'Select text': 'Bitte geben Sie einen Text ein',
  'Not all voices support this tags': 'Nicht alle Stimmen unterstützen diese Tags',
  'Nothing to preview': 'Es gibt nichts vorzuspielen',
  'Unknown voice.': 'Unbekannte Stimme.',
  'Unknown time zone.': 'Unbekannte Zeitzone.',
  'No voice speaks this language.': 'Keine Stimme spricht diese Sprache.',
  'Must not be negative.': 'Darf nicht negativ sein.',
  'Must be in the future.': 'Muss in der Zukunft liegen.',
  'Must not contain NUL characters.': 'Darf keine NUL-Zeichen enthalten.',
  'Must be later than the time of going live.': 'Muss nach dem Veröffentlichungszeitpunkt liegen.',
  'Must be a UUID.': 'Muss eine UUID sein.',
  'This value is too long.': 'Dieser Wert ist zu lang.',
  'The current password is wrong.': 'Das aktuelle Passwort ist falsch.',
  'The new password must differ from the current one.':
    'Das neue Passwort muss sich vom aktuellen unterscheiden.',
  'Your e-mail address cannot be your password.': 'Ihre E-Mail-Adresse kann nicht Ihr Passwort sein.',
  'The platform needs at least one administrator. Appoint another one first.':
    'Die Plattform braucht mindestens einen Administrator. Ernennen Sie zuerst einen anderen.',
  'An organization needs at least one maintainer. Appoint another one first.':
    'Eine Organisation braucht mindestens einen Administrator. Ernennen Sie zuerst einen anderen.',
  'This feature is not enabled in your organization. Want to unlock it?':
    'Diese Funktion ist in Ihrer Organisation nicht freigeschaltet. Möchten Sie sie freischalten?',
  'The article has no URL to read again.': 'Der Artikel hat keine Adresse, die erneut gelesen werden könnte.',
  'This rule is already in the list.': 'Diese Regel steht schon in der Liste.',
  'Only editors and maintainers of the organization can change a campaign’s limit.':
    'Nur Administratoren und Redakteure der Organisation können das Limit einer Kampagne ändern.',
  'The campaign has an ad of this name.': 'Die Kampagne hat schon eine Werbung mit diesem Namen.',
  'This number was used for another change.': 'Diese Nummer wurde schon für eine andere Änderung verwendet.',
  'Either an organization or a user is required.': 'Geben Sie eine Organisation oder einen Benutzer an.',
  'Only administrators can choose the IP address to fetch from.':
    'Nur Administratoren können wählen, von welcher IP-Adresse abgerufen wird.',
  'Only a maintainer can move a project to another account.':
    'Nur ein Administrator der Organisation kann ein Projekt in ein anderes Konto verschieben.',
  'Only projects of an organization can publish Alexa skills.':
    'Alexa-Skills können nur Projekte einer Organisation veröffentlichen.',
  'Only editors and maintainers of the organization can connect or disconnect its Amazon account.':
    'Nur Redakteure und Administratoren der Organisation können ihr Amazon-Konto verbinden oder trennen.',
  'Only other projects of the same organization can be targets.':
    'Ziel können nur andere Projekte derselben Organisation sein.',
  'A project cannot be its own target.': 'Ein Projekt kann nicht sein eigenes Ziel sein.',
  'Choose at least one project.': 'Wählen Sie mindestens ein Projekt.',
  'Choose at least one part.': 'Wählen Sie mindestens einen Teil.',
  'A playlist that has items cannot become automatic. Please make a new one.':
    'Eine Playlist mit Einträgen kann nicht automatisch werden. Bitte legen Sie eine neue an.',
  'Only feeds and websites can be read.': 'Nur Feeds und Websites können gelesen werden.',
  'Only sources of the types api and api_readonly have a key.':
    'Nur Quellen der Arten „API“ und „API, nur lesend“ haben einen Schlüssel.',
  'The article is being voiced already.': 'Der Artikel wird schon vertont.',
  'The article with this ID has been deleted.': 'Der Artikel mit dieser ID wurde gelöscht.',
  'This article was not found.': 'Dieser Artikel wurde nicht gefunden.',
  'This is not an ad campaign of the organization.': 'Das ist keine Werbekampagne der Organisation.',
  'The file of this sound is missing. Please upload it again.':
    'Die Datei dieses Klangs fehlt. Bitte laden Sie sie noch einmal hoch.',
  'The project does not have this sound.': 'Das Projekt hat diesen Klang nicht.',
  'The project does not have this playlist.': 'Das Projekt hat diese Playlist nicht.',
  'The project has no rule with this ID.': 'Das Projekt hat keine Regel mit dieser ID.',
  'The project keeps its articles for subscribers: the feed only has teasers.':
    'Das Projekt behält seine Artikel Abonnenten vor: Der Feed enthält nur Teaser.',
  'There are too many values, or some are too long.': 'Es sind zu viele Werte, oder einige sind zu lang.',
  'This is not a valid cursor for this list.': 'Diese Stelle gibt es in der Liste nicht.',
  "The database's disk is full or cannot be written. Nothing was saved; please tell the administrator.":
    'Die Festplatte der Datenbank ist voll oder nicht beschreibbar. Nichts wurde gespeichert; bitte sagen Sie dem Administrator Bescheid.',
  'Too many sounds are being uploaded. Please try again in a minute.':
    'Es werden gerade zu viele Klänge hochgeladen. Bitte versuchen Sie es in einer Minute noch einmal.',
  'The server is busy. Please try again later.':
    'Der Server ist ausgelastet. Bitte versuchen Sie es später noch einmal.',
  'Must be an object.': 'Muss ein Objekt sein.',
  'Must be a complete web address (https://...).': 'Muss eine vollständige Webadresse sein (https://...).',
  'Must be a date in the format YYYY-MM-DD.': 'Muss ein Datum in der Form JJJJ-MM-TT sein.',
  'Must be a date and time.': 'Muss ein Datum mit Uhrzeit sein.',
  'Must be a time of day, HH:MM.': 'Muss eine Uhrzeit in der Form HH:MM sein.',
  'Must be an IP address.': 'Muss eine IP-Adresse sein.',
  'Must be a color, such as #5d72e4.': 'Muss eine Farbe sein, zum Beispiel #5d72e4.',
  'Must be a BCP 47 language tag, such as en-GB.':
    'Muss ein Sprachkürzel nach BCP 47 sein, zum Beispiel en-GB.',
  'Must not be empty.': 'Darf nicht leer sein.',
  'The text contains nothing to speak: no words and no numbers.':
    'Der Text enthält nichts, was sich sprechen ließe: keine Wörter und keine Zahlen.',
  'The channel was deleted.': 'Der Kanal wurde gelöscht.',
  'No Amazon account is connected. Please connect one first.':
    'Kein Amazon-Konto ist verbunden. Bitte verbinden Sie zuerst eines.',
  'Alexa only reaches servers by https. The operator of this server must set PUBLIC_URL to an https address.':
    'Alexa erreicht Server nur über https. Wer diesen Server betreibt, muss PUBLIC_URL auf eine https-Adresse setzen.',
  'The name of the skill has no words that Alexa understands. Please choose another name.':
    'Der Name des Skills enthält keine Wörter, die Alexa versteht. Bitte wählen Sie einen anderen.',
  'Upload failed': 'Hochladen fehlgeschlagen',
  'Changes not saved': 'Die Änderungen wurden nicht gespeichert',
  'Maximum audio size is 6MB': 'Audiodateien dürfen höchstens 6 MB groß sein',
};

/** As sentences name things. */
const things: Readonly<Record<string, string>> = {
  This: 'Das',
  'This project': 'Dieses Projekt',
  'This article': 'Dieser Artikel',
  'This channel': 'Dieser Kanal',
  'This playlist': 'Diese Playlist',
  'This organization': 'Diese Organisation',
  'This user': 'Dieser Benutzer',
  'This source': 'Diese Quelle',
  'This token': 'Dieses Token',
  'This rule': 'Diese Regel',
  'This sound': 'Dieser Klang',
  'This member': 'Dieses Mitglied',
  'This episode': 'Diese Folge',
  'This campaign': 'Diese Kampagne',
  'This ad': 'Diese Werbung',
  'This deployment': 'Diese Veröffentlichung',
  'The configuration of this project': 'Die Konfiguration dieses Projekts',
};
const thing = (name: string): string => things[name] ?? name;

/** What there can be too many of. */
const several: Readonly<Record<string, string>> = {
  rules: 'Regeln',
  sources: 'Quellen',
  projects: 'Projekte',
  labels: 'Labels',
  conditions: 'Bedingungen',
  actions: 'Aktionen',
  settings: 'Einstellungen',
  sounds: 'Klänge',
  channels: 'Kanäle',
  items: 'Einträge',
};
const holders: Readonly<Record<string, string>> = { project: 'Ein Projekt', playlist: 'Eine Playlist' };

/** What the server makes of something. */
const patterns: readonly [RegExp, (...parts: string[]) => string][] = [
  [/^At most ([\d,]+) characters\.$/, (count) => `Höchstens ${count} Zeichen.`],
  [/^At least ([\d,]+) characters\.$/, (count) => `Mindestens ${count} Zeichen.`],
  [/^Maximum number of characters - (\d+)$/, (count) => `Höchstens ${count} Zeichen`],
  [/^Must be a number from (\S+) to (\S+)\.$/, (from, to) => `Muss eine Zahl von ${from} bis ${to} sein.`],
  [
    /^Must be a whole number from (\S+) to (\S+), and not 0\.$/,
    (from, to) => `Muss eine ganze Zahl von ${from} bis ${to} sein, aber nicht 0.`,
  ],
  [
    /^Must be a whole number from (\S+) to (\S+)\.$/,
    (from, to) => `Muss eine ganze Zahl von ${from} bis ${to} sein.`,
  ],
  [
    /^Must not be empty; at most ([\d,]+) characters\.$/,
    (count) => `Darf nicht leer sein; höchstens ${count} Zeichen.`,
  ],
  [
    /^At most ([\d,]+) characters; it has ([\d,]+)\.$/,
    (most, count) => `Höchstens ${most} Zeichen; es sind ${count}.`,
  ],
  [/^At most (\d+) (\w+)\.$/, (count, what) => `Höchstens ${count} ${several[what!] ?? what}.`],
  [/^Must be 1 to (\d+) conditions\.$/, (most) => `Es müssen 1 bis ${most} Bedingungen sein.`],
  [
    /^A (project|playlist) can have at most (\d+) (\w+)\./,
    (whose, most, what) => `${holders[whose!]} kann höchstens ${most} ${several[what!] ?? what} haben.`,
  ],
  [
    /^You have already uploaded (\d+) images, which is the maximum\.$/,
    (count) => `Sie haben schon ${count} Bilder hochgeladen, mehr geht nicht.`,
  ],
  [/^The voice has no model "(.+)"\.$/, (model) => `Die Stimme hat kein Modell „${model}“.`],
  [
    /^Cannot be given and taken at once: (.+)\.$/,
    (features) => `Lässt sich nicht zugleich geben und nehmen: ${features}.`,
  ],
  [
    /^Only for organizations and projects: (.+)\.$/,
    (features) => `Nur für Organisationen und Projekte: ${features}.`,
  ],
  [
    /^There are several administrators\. Choose one of them: (.+)$/,
    (people) => `Es gibt mehrere Administratoren. Wählen Sie einen davon: ${people}`,
  ],
  [/^(This(?: \w+)?) does not exist\.$/, (what) => `${thing(what!)} existiert nicht.`],
  [
    /^(This(?: \w+)?|The configuration of this project) was changed by someone else in the meantime\.$/,
    (what) => `${thing(what!)} wurde inzwischen von jemand anderem geändert.`,
  ],
  ...failurePatterns,
  [
    /^The server refused the request \((\d+)\)\.$/,
    (status) => `Der Server hat die Anfrage abgelehnt (${status}).`,
  ],
];

/** A message of the server in German; null where there is none. */
export function inGerman(message: string): string | null {
  const known = Object.hasOwn(texts, message) ? texts[message] : undefined;
  if (known) return known;
  for (const [pattern, say] of patterns) {
    const found = pattern.exec(message);
    if (found) return say(...found.slice(1));
  }
  return null;
}
