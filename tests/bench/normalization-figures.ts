import { readFileSync } from 'node:fs';
import { chunkText } from '../../server/text/chunk-text.ts';
import { spellOut } from '../../server/text/normalise/spell-out.ts';
import { measured, median } from './figure.ts';
import { definePart } from './part.ts';

const languages = { de: 'de-DE', en: 'en-GB', fr: 'fr-FR' } as const;

/**
 * Spelling articles out, against cutting them into the sentences that they are voiced in: it must not be what
 * an article waits for.
 */
export const part = definePart({
  minutes: 0.3,
  full: { rounds: 7, characters: 200_000, goldens: Infinity },
  tiny: { rounds: 3, characters: 1, goldens: 20 },
  measure({ rounds, characters: length, goldens }) {
    const ratios: number[] = [];
    const speeds: number[] = [];
    const texts = Object.entries(languages).map(([name, language]) => ({
      language,
      text: articleOf(name, length, goldens),
    }));
    for (let round = -2; round < rounds; round++) {
      let [cutting, spelling, characters] = [0, 0, 0];
      for (const { language, text } of texts) {
        const begun = performance.now();
        const pieces = chunkText(text, {
          strategy: 'sentences',
          language,
          limit: { unit: 'characters', value: 4_000 },
        });
        const cut = performance.now();
        for (const piece of pieces) spellOut(piece.text, language, true);
        cutting += cut - begun;
        spelling += performance.now() - cut;
        characters += text.length;
      }
      if (round < 0) continue;
      ratios.push(spelling / cutting);
      speeds.push(characters / spelling);
    }
    return Promise.resolve([
      measured(
        {
          name: 'spelling out articles, against cutting them',
          unit: 'times',
          bar: 4,
          better: 'lower',
          plausible: [0.05, 1_000],
        },
        ratios,
        `${(median(speeds) / 1000).toFixed(2)} million characters a second, where every other sentence has something to spell out`,
      ),
    ]);
  },
});

/**
 * At least so many characters: the golden sentences, or so many of them, each followed by one without
 * anything, as newspapers have them.
 */
function articleOf(language: string, characters: number, most: number): string {
  const goldens = readFileSync(
    new URL(`../../server/text/goldens/spelled-out.${language}.txt`, import.meta.url),
    'utf8',
  );
  const plain = {
    de: 'Danach blieb es in der ganzen Stadt erstaunlich ruhig, und niemand wusste, warum.',
    en: 'After that the whole town stayed strangely quiet, and nobody could say why.',
    fr: 'Ensuite toute la ville resta étrangement calme, et personne ne savait pourquoi.',
  }[language]!;
  const sentences = goldens
    .split('\n')
    .filter(Boolean)
    .slice(0, most)
    .map((line) => `${line.split(' => ')[0]!} ${plain}`);
  const paragraph = sentences.join('\n\n');
  return Array.from({ length: Math.ceil(characters / paragraph.length) }, () => paragraph).join('\n\n');
}
