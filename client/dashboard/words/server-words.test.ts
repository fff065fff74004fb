import { expect, test } from 'vitest';
import { inGerman } from './server-german.ts';

test.each([
  ['This field is required', 'Dieses Feld ist erforderlich'],
  ['At most 200 characters.', 'Höchstens 200 Zeichen.'],
  ['Must be a number from 0 to 100.', 'Muss eine Zahl von 0 bis 100 sein.'],
  ['This article does not exist.', 'Dieser Artikel existiert nicht.'],
  ['This playlist was changed by someone else in the meantime.', 'Diese Playlist wurde inzwischen von jemand anderem geändert.'],
  ['The server refused the request (418).', 'Der Server hat die Anfrage abgelehnt (418).'],
  ['Something that nobody has translated.', null],
  ['constructor', null],
])('says %s in German', (message, german) => {
  expect(inGerman(message)).toBe(german);
});
