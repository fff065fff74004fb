import { expect, it } from 'vitest';
import { foldCompatibility } from './compatibility.ts';
import { spellOut } from './spell-out.ts';
import { writtenTimings } from './written-positions.ts';

it.each([
  ['Oberﬂäche, eﬃzient', 'Oberfläche, effizient'],
  ['20㎡ bei 25℃', '20m2 bei 25°C'],
  ['№ 5', 'Nr. 5'],
  ['Kapitel Ⅳ', 'Kapitel IV'],
  ['５０ Leute', '50 Leute'],
  ['𝗘𝗶𝗹: 𝒳', 'Eil: X'],
  ['1⁄2 und 1¹⁄₂', '1/2 und 1 1/2'],
  ['H₂O', 'H2O'],
  ['Mᵐᵉ und 1ᵉʳ', 'Mme und 1er'],
])('%s is read as %s', (written, folded) => {
  expect(foldCompatibility(written, 'de-DE').spoken).toBe(folded);
});

it.each(['10⁶ m²', '½ Liter', 'Wort … „Satz“', '日本語 カナ', '😀 ™ ©', 'naïve Straße'])(
  '%s has a distinct meaning and is kept',
  (text) => expect(foldCompatibility(text, 'de-DE')).toEqual({ spoken: text, changes: [] }),
);

it('changes whole words, at their written positions', () => {
  const text = 'Die Oberﬂäche ist ﬁnal.';
  const { spoken, changes } = spellOut(text, 'de-DE');
  expect(spoken).toBe('Die Oberfläche ist final.');
  expect(changes).toEqual([
    { start: 4, length: 9, spoken: 'Oberfläche' },
    { start: 18, length: 4, spoken: 'final' },
  ]);
});

it('maps the spoken, folded words to the written ones', () => {
  const text = 'Das Zimmer hat 20㎡ und Oﬀenheit.';
  const { spoken, changes } = spellOut(text, 'de-DE');
  expect(spoken).toBe('Das Zimmer hat zwanzig Quadratmeter und Offenheit.');
  let at = 0;
  const timings = [...spoken.matchAll(/\p{L}+/gu)].map(({ 0: word, index }) => ({
    start: index,
    length: word.length,
    startMs: at++ * 100,
    endMs: at * 100,
  }));
  const marked = writtenTimings(timings, changes).map(({ start, length }) =>
    text.slice(start, start + length),
  );
  expect(marked).toEqual(['Das', 'Zimmer', 'hat', '20㎡', 'und', 'Oﬀenheit']);
});

it('folds texts in languages without rules, too', () => {
  expect(spellOut('El ﬁnal', 'es-ES').spoken).toBe('El final');
});
