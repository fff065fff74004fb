/** What the server says, word for word. */
const texts: Readonly<Record<string, string>> = {
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
  'Too many failed attempts. Please try again in a moment.': 'Zu viele Fehlversuche. Bitte versuchen Sie es gleich noch einmal.',
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
  'The server is busy. Please try again in a moment.': 'Der Server ist ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
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
  'The new password must differ from the current one.': 'Das neue Passwort muss sich vom aktuellen unterscheiden.',
  'Your e-mail address cannot be your password.': 'Ihre E-Mail-Adresse kann nicht Ihr Passwort sein.',
  'The platform needs at least one administrator. Appoint another one first.':
    'Die Plattform braucht mindestens einen Administrator. Ernennen Sie zuerst einen anderen.',
  'An organization needs at least one maintainer. Appoint another one first.':
    'Eine Organisation braucht mindestens einen Administrator. Ernennen Sie zuerst einen anderen.',
  'This feature is not enabled in your organization. Want to unlock it?':
    'Diese Funktion ist in Ihrer Organisation nicht freigeschaltet. Möchten Sie sie freischalten?',
  'The article has no URL to read again.': 'Der Artikel hat keine Adresse, die erneut gelesen werden könnte.',
  'This rule is already in the list.': 'Diese Regel steht schon in der Liste.',
  'The campaign has an ad of this name.': 'Die Kampagne hat schon eine Werbung mit diesem Namen.',
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
};
const thing = (name: string): string => things[name] ?? name;

/** What the server makes of something. */
const patterns: readonly [RegExp, (...parts: string[]) => string][] = [
  [/^At most ([\d,]+) characters\.$/, (count) => `Höchstens ${count} Zeichen.`],
  [/^At least ([\d,]+) characters\.$/, (count) => `Mindestens ${count} Zeichen.`],
  [/^Maximum number of characters - (\d+)$/, (count) => `Höchstens ${count} Zeichen`],
  [/^Must be a number from (\S+) to (\S+)\.$/, (from, to) => `Muss eine Zahl von ${from} bis ${to} sein.`],
  [/^At most (\d+) rules\.$/, (count) => `Höchstens ${count} Regeln.`],
  [/^At most (\d+) sources\.$/, (count) => `Höchstens ${count} Quellen.`],
  [/^(This(?: \w+)?) does not exist\.$/, (what) => `${thing(what!)} existiert nicht.`],
  [
    /^(This(?: \w+)?) was changed by someone else in the meantime\.$/,
    (what) => `${thing(what!)} wurde inzwischen von jemand anderem geändert.`,
  ],
  [/^The server refused the request \((\d+)\)\.$/, (status) => `Der Server hat die Anfrage abgelehnt (${status}).`],
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
