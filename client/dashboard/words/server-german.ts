import { IntlMessageFormat } from 'intl-messageformat';
import { failurePatterns, failures } from './failures-german.ts';
import type { ServerMessages } from '../generated/server-messages.ts';
import { keptTexts } from './kept-texts-german.ts';
import { serverTexts } from './server-texts-german.ts';
import type { Told } from './told.ts';

/** All that the server says, by its codes. */
export const germanTexts = { ...serverTexts, ...keptTexts } satisfies Record<keyof ServerMessages, string>;

/** What has no code: what the dashboard says itself, and why something failed, word for word. */
const texts: Readonly<Record<string, string>> = {
  ...failures,
  'You are not signed in.': 'Sie sind nicht angemeldet.',
  'The server cannot be reached. Check the connection and try again.':
    'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  'This page comes from another release than the server. Reload it and try again; what you typed is kept.':
    'Diese Seite stammt aus einer anderen Version als der Server. Laden Sie sie neu und versuchen Sie es erneut; Ihre Eingaben bleiben erhalten.',
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
};

/** The same of what is made of something. */
const patterns: readonly [RegExp, (...parts: string[]) => string][] = [
  ...failurePatterns,
  [
    /^The server refused the request \((\d+)\)\.$/,
    (status) => `Der Server hat die Anfrage abgelehnt (${status}).`,
  ],
];

/** What the server or the dashboard says in German; null where there are no words for it. */
export function inGerman({ code, parameters, message }: Told): string | null {
  if (code !== undefined && code !== 'PLAIN_TEXT' && Object.hasOwn(germanTexts, code))
    return formatted(germanTexts[code as keyof ServerMessages], parameters);
  const known = Object.hasOwn(texts, message) ? texts[message] : undefined;
  if (known) return known;
  for (const [pattern, say] of patterns) {
    const found = pattern.exec(message);
    if (found) return say(...found.slice(1));
  }
  return null;
}

/** Null where the server is of another release, which gives other parameters. */
function formatted(text: string, parameters: unknown): string | null {
  if (!text.includes('{')) return text;
  try {
    return String(
      new IntlMessageFormat(text, 'de', undefined, { ignoreTag: true }).format(
        parameters as Record<string, string | number>,
      ),
    );
  } catch {
    return null;
  }
}
