import { describe, expect, test } from 'vitest';
import { defaultReadings, type Readings } from './readings.ts';
import { ambiguousPassages, keptPassages, spellOut } from './spell-out.ts';

const say = (text: string, language: string, readings: Partial<Readings>): string =>
  spellOut(text, language, false, { ...defaultReadings, ...readings }).spoken;

describe('readings chosen by editors', () => {
  test.each<[string, Partial<Readings>, string, string]>([
    // Telephone numbers.
    [
      'de-DE',
      { phoneNumbers: 'pairs' },
      'Tel. 030 123456',
      'Telefon null dreißig, zwölf vierunddreißig sechsundfünfzig',
    ],
    ['de-DE', { phoneNumbers: 'as_written' }, 'Ruf +49 30 123456', 'Ruf +49 30 123456'],
    [
      'en-GB',
      { phoneNumbers: 'pairs' },
      'Ring 020 7946 0958 now',
      'Ring zero twenty, seventy-nine forty-six, zero nine fifty-eight now',
    ],
    [
      'fr-FR',
      { phoneNumbers: 'digits' },
      'Au 01 42 68 53 00',
      'Au zéro un, quatre deux, six huit, cinq trois, zéro zéro',
    ],
    // Years.
    ['de-DE', { years: 'number' }, 'Im Jahr 1989 kam', 'Im Jahr eintausendneunhundertneunundachtzig kam'],
    ['en-GB', { years: 'number' }, 'In 1989 it came', 'In one thousand nine hundred and eighty-nine it came'],
    ['en-GB', { years: 'as_written' }, 'In 1989 and 1990–95', 'In 1989 and 1990–95'],
    // Dates.
    ['en-US', { dates: 'day_first' }, 'on 03/04/2026', 'on the third of April twenty twenty-six'],
    ['en-GB', { dates: 'month_first' }, 'on 03/04/2026', 'on March fourth, twenty twenty-six'],
    ['de-DE', { dates: 'as_written' }, 'am 3. Mai und am 4.5.2026', 'am 3. Mai und am 4.5.2026'],
    ['fr-FR', { dates: 'as_written' }, 'le 3 mai 2026', 'le 3 mai 2026'],
    // Units.
    ['de-DE', { units: 'as_written' }, 'nach 5 km und 3 Tagen', 'nach 5 km und drei Tagen'],
    ['en-US', { units: 'as_written' }, 'after 5 km and 3 days', 'after 5 km and three days'],
    // Handles.
    ['de-DE', { handles: 'name_only' }, 'Bei @tagesschau zur #Wahl', 'Bei tagesschau zur Wahl'],
    ['en-US', { handles: 'name_only' }, 'By @news on #Election', 'By news on Election'],
    ['fr-FR', { handles: 'as_written' }, 'Par @lemonde et #Vote', 'Par @lemonde et #Vote'],
  ])('%s, %j: “%s”', (language, readings, text, spoken) => {
    expect(say(text, language, readings)).toBe(spoken);
    expect(say(text, language, {})).not.toBe(spoken);
  });
});

test('a category that is left as written changes nothing else', () => {
  const text = 'Am 3. Mai 2026 fuhren 12 Leute 5 km für 3 €.';
  expect(say(text, 'de-DE', { dates: 'as_written', units: 'as_written' })).toBe(
    'Am 3. Mai 2026 fuhren zwölf Leute 5 km für drei Euro.',
  );
  const readings: Readings = { ...defaultReadings, dates: 'as_written', units: 'as_written' };
  expect(
    keptPassages(text, 'de-DE', readings).map(({ start, length }) => text.slice(start, start + length)),
  ).toEqual(['3. Mai 2026', '5 km']);
});

test('a fixed order of day and month leaves no date ambiguous', () => {
  const text = 'It was on 03/04/2026.';
  expect(ambiguousPassages(text, 'en-US', defaultReadings)).toHaveLength(1);
  expect(ambiguousPassages(text, 'en-US', { ...defaultReadings, dates: 'day_first' })).toEqual([]);
});
