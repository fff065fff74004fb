import { expect, test } from 'vitest';
import { findTextMismatch } from './text-mismatch.ts';

test.each([
  ['Der BVB gewann 2:1 in Köln.', 'Der BVB gewann zwei zu eins in Köln.'],
  ['Am 3. Mai kamen 12 % mehr.', 'Am dritten Mai kamen zwölf Prozent mehr.'],
  ['Ludwig XIV. lebte z. B. in Versailles.', 'Ludwig der Vierzehnte lebte zum Beispiel in Versailles.'],
  [
    'Am 24.12.2024 um 14:30 Uhr.',
    'Am vierundzwanzigsten Dezember zweitausendvierundzwanzig um vierzehn Uhr dreißig.',
  ],
  ['Dr. Müller kam.', 'Doktor Müller kam.'],
  ['Das kostet 1,5 Mio. € pro Jahr.', 'Das kostet eins Komma fünf Millionen Euro pro Jahr.'],
  ['Tel. 030/1234567', 'Telefon null drei null, eins zwei drei vier fünf sechs sieben'],
])('%s may be spoken as %s', (written, spoken) =>
  expect(findTextMismatch(written, spoken, 'de-DE')).toBeNull(),
);

test.each([
  ['Der BVB gewann 2:1 in Köln.', 'Ich bin ein Sprachmodell und helfe gern bei allem.', 'WORDS'],
  [
    'Der Kanzler sprach am 3. Mai in Berlin über Europa.',
    'Die Kanzlerin redete am dritten Mai in Hamburg über Afrika.',
    'WORDS',
  ],
  ['Es kostet 5 €.', 'Es kostet fünf Euro. Das ist viel Geld.', 'SENTENCES'],
  ['Wie alt ist sie mit 80?', 'Sie ist achtzig Jahre alt.', 'WORDS'],
  ['12 % kamen.', 'Zwölf Prozent kamen, was die Veranstalter sehr freute und alle überraschte.', 'WORDS'],
  ['Er zahlte 5 € an seinen Nachbarn, den alten Müller.', 'Er zahlte fünf Euro.', 'WORDS'],
  ['Es steht 2:1.', '', 'EMPTY'],
  ['Es steht 2:1.', 'Es steht zwei\nzu eins.', 'LINES'],
  ['Es steht 2:1.', `Es steht ${'zwei '.repeat(60)}zu eins.`, 'LENGTH'],
])('%s does not match %s', (written, spoken, why) =>
  expect(findTextMismatch(written, spoken, 'de-DE')).toBe(why),
);
