import { expect, it } from 'vitest';
import { wordsOf } from '../words.ts';
import { spellOut } from './spell-out.ts';
import { writtenPosition, writtenTimings } from './written-positions.ts';

/** Each spoken word sounds for 100 ms. */
function marked(written: string, language = 'de-DE'): [string, number, number][] {
  const { spoken, changes } = spellOut(written, language);
  const timings = wordsOf(spoken, language).map((word, index) => ({
    ...word,
    startMs: index * 100,
    endMs: index * 100 + 100,
  }));
  return writtenTimings(timings, changes).map(({ start, length, startMs, endMs }) => [
    written.slice(start, start + length),
    startMs,
    endMs,
  ]);
}

it('the written text is highlighted while its spoken form plays', () => {
  expect(marked('Der BVB gewann 2:1 in Köln.')).toEqual([
    ['Der', 0, 100],
    ['BVB', 100, 200],
    ['gewann', 200, 300],
    ['2:1', 300, 600],
    ['in', 600, 700],
    ['Köln', 700, 800],
  ]);
});

it('the text around several spelled-out items in a row is highlighted', () => {
  expect(marked('Am 3. Mai um 14:30 Uhr kostete es 12,50 € mehr.').map(([word]) => word)).toEqual([
    'Am',
    '3. Mai',
    'um',
    '14:30 Uhr',
    'kostete',
    'es',
    '12,50 €',
    'mehr',
  ]);
});

it('the whole word is highlighted if only a part is spelled out', () => {
  expect(marked('Der 50-jährige Mann fährt auf der A8 heim.').map(([word]) => word)).toEqual([
    'Der',
    '50-jährige',
    'Mann',
    'fährt',
    'auf',
    'der',
    'A',
    '8',
    'heim',
  ]);
  expect(marked('Der 2:1-Sieg zählt.').map(([word]) => word)).toEqual(['Der', '2:1', 'Sieg', 'zählt']);
});

it('timings are unchanged if nothing is spelled out', () => {
  expect(marked('Nichts davon.')).toEqual([
    ['Nichts', 0, 100],
    ['davon', 100, 200],
  ]);
});

it('a position in the spoken text is mapped to the written text', () => {
  const written = 'Es steht 2:1 für uns.';
  const { spoken, changes } = spellOut(written, 'de-DE');
  expect(spoken).toBe('Es steht zwei zu eins für uns.');
  expect(writtenPosition(spoken.indexOf('für'), changes, 'before')).toBe(written.indexOf('für'));
  expect(writtenPosition(spoken.indexOf('zu'), changes, 'before')).toBe(written.indexOf('2:1'));
  expect(writtenPosition(spoken.indexOf('zu'), changes, 'after')).toBe(written.indexOf(' für'));
});
