import loadEspeak from '@echogarden/espeak-ng-emscripten';
import type { EspeakWorker } from '@echogarden/espeak-ng-emscripten';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectLinear, memoize } from '../../tests/support/growth.ts';
import { wordsOf } from '../text/words.ts';
import { alignWords } from './align.ts';
import { durationMs } from './pcm.ts';
import type { Pcm } from './pcm.ts';

const texts = {
  en: `The lighthouse on the northern cape had been dark for eleven years. When the keeper's daughter came back in the spring of 1987, she found the door unlocked, the lamp covered with dust, and a single chair in front of the window.

"Nobody wanted it," said Mr. Harris, who still sells fish at the harbour. "We thought that the sea would take it sooner or later." He was wrong: the walls, built of granite, had not moved an inch.

Today about 3,500 visitors climb the 142 steps every summer. They pay two pounds each, drink their tea in the old kitchen and, if the weather allows it, watch the seals on the rocks below. The winter is another matter. Storms close the road for weeks; the ferry does not run at all.

Is it worth the trouble? She laughs, closes the book, and looks outside. "Ask me again in November," she says.`,
  de: `Der Leuchtturm am nördlichen Kap war elf Jahre lang dunkel. Als die Tochter des Wärters im Frühling 1987 zurückkam, fand sie die Tür unverschlossen, die Lampe voller Staub und einen einzigen Stuhl vor dem Fenster.

„Niemand wollte ihn haben“, sagt Dr. Harms, der noch immer Fisch am Hafen verkauft. „Wir dachten, dass ihn früher oder später das Meer holt.“ Er irrte sich: Die Mauern aus Granit hatten sich keinen Zentimeter bewegt.

Heute steigen jeden Sommer rund 3500 Besucher die 142 Stufen hinauf. Sie zahlen zwei Euro, trinken in der alten Küche ihren Tee und beobachten, wenn das Wetter es zulässt, die Robben auf den Felsen. Im Winter ist alles anders. Stürme sperren die Straße wochenlang; die Fähre fährt gar nicht.

Lohnt sich die Mühe? Sie lacht, klappt das Buch zu und schaut hinaus. „Fragen Sie mich am 3. November noch einmal“, sagt sie.`,
  fr: `Le phare du cap nord était resté éteint pendant onze ans. Quand la fille du gardien revint au printemps 1987, elle trouva la porte ouverte, la lampe couverte de poussière et une seule chaise devant la fenêtre.

« Personne n’en voulait », dit M. Martin, qui vend toujours du poisson sur le port. « Nous pensions que la mer finirait par l’emporter. » Il se trompait : les murs de granit n’avaient pas bougé d’un centimètre.

Aujourd’hui, près de 3500 visiteurs montent chaque été les 142 marches. Ils paient deux euros, boivent leur thé dans la vieille cuisine et, si le temps le permet, regardent les phoques sur les rochers. L’hiver, c’est autre chose. Les tempêtes ferment la route pendant des semaines ; le bateau ne circule plus.

Est-ce que cela vaut la peine ? Elle rit, ferme le livre et regarde dehors. « Posez-moi la question en novembre », dit-elle.`,
};

const voices = { en: 'gmw/en-US', de: 'gmw/de', fr: 'roa/fr' };
type Language = keyof typeof texts;
const languages = Object.keys(texts) as Language[];

let espeak: EspeakWorker;

beforeAll(async () => {
  const { eSpeakNGWorker } = await loadEspeak();
  espeak = new eSpeakNGWorker();
  espeak.set_volume(80);
});

interface Spoken {
  pcm: Pcm;
  /** Word starts as reported by the engine: offset in the text and milliseconds. */
  marks: { offset: number; ms: number }[];
}

function speak(text: string, language: Language, wordsPerMinute = 175): Spoken {
  expect(espeak.set_voice(voices[language])).toBe(0);
  espeak.set_rate(wordsPerMinute);
  const parts: Int16Array[] = [];
  const marks: Spoken['marks'] = [];
  espeak.synthesize(text, (samples, events) => {
    parts.push(samples);
    for (const event of events)
      if (event.type === 'word') marks.push({ offset: event.text_position - 1, ms: event.audio_position });
    return false;
  });
  const channel = Float32Array.from(parts.flatMap((part) => Array.from(part, (sample) => sample / 32_768)));
  return { pcm: { sampleRate: 22_050, channels: [channel] }, marks };
}

/** How far each measured beginning lies from the engine's own, in milliseconds, in ascending order. */
function deviations(text: string, language: Language, { pcm, marks }: Spoken): number[] {
  const found: number[] = [];
  for (const { start, length, startMs } of alignWords(pcm, text, language)) {
    const mark = marks.find(({ offset }) => offset >= start && offset < start + length);
    if (mark) found.push(Math.abs(mark.ms - startMs));
  }
  return found.sort((a, b) => a - b);
}

const quantile = (sorted: number[], share: number): number =>
  sorted[Math.floor(share * (sorted.length - 1))]!;

function expectInOrder(pcm: Pcm, text: string, language: string): void {
  const timings = alignWords(pcm, text, language);
  expect(timings.map(({ start, length }) => ({ start, length }))).toEqual(wordsOf(text, language));
  let end = 0;
  for (const { startMs, endMs } of timings) {
    expect(startMs).toBeGreaterThanOrEqual(end);
    expect(endMs).toBeGreaterThanOrEqual(startMs);
    end = endMs;
  }
  expect(end).toBeLessThanOrEqual(durationMs(pcm) + 1);
}

describe('alignWords', () => {
  it.each(languages)(
    'finds the words of several paragraphs within 120 ms (median) of the marks: %s',
    (language) => {
      const text = texts[language];
      const spoken = speak(text, language);
      const found = deviations(text, language, spoken);
      expect(found.length).toBeGreaterThan(0.9 * wordsOf(text, language).length);
      expect(quantile(found, 0.5)).toBeLessThan(120);
      expect(quantile(found, 0.9)).toBeLessThan(350);
      expectInOrder(spoken.pcm, text, language);
    },
  );

  it.each([120, 260])('finds words at any pace: %i words a minute', (wordsPerMinute) => {
    expect(quantile(deviations(texts.en, 'en', speak(texts.en, 'en', wordsPerMinute)), 0.5)).toBeLessThan(
      120,
    );
  });

  it('aligns single sentences, whose edges are trimmed', () => {
    const all = languages.flatMap((language) =>
      texts[language].split(/(?<=[.?!])\s+(?=\p{Lu})/u).flatMap((sentence) => {
        const { pcm, marks } = speak(sentence, language);
        const samples = pcm.channels[0]!;
        const end = samples.findLastIndex((sample) => Math.abs(sample) > 0.003) + 1;
        return deviations(sentence, language, {
          pcm: { ...pcm, channels: [samples.subarray(0, end)] },
          marks,
        });
      }),
    );
    expect(
      quantile(
        all.sort((a, b) => a - b),
        0.5,
      ),
    ).toBeLessThan(100);
  });

  it('finds pauses in a recording with noise at -45 dB', () => {
    const spoken = speak(texts.de, 'de');
    let seed = 1;
    const noise = (): number =>
      ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5) * 2 * 10 ** (-45 / 20);
    const noisy = spoken.pcm.channels[0]!.map((sample) => sample + noise());
    expect(
      quantile(
        deviations(texts.de, 'de', { ...spoken, pcm: { sampleRate: 22_050, channels: [noisy] } }),
        0.5,
      ),
    ).toBeLessThan(120);
  });

  it('takes time linear to the length of the audio', async () => {
    const { pcm } = speak(texts.fr, 'fr');
    const madeOf = memoize((times) => {
      const [one] = pcm.channels;
      const samples = new Float32Array(times * one!.length);
      for (let time = 0; time < times; time++) samples.set(one!, time * one!.length);
      return { pcm: { ...pcm, channels: [samples] }, text: `${texts.fr}\n\n`.repeat(times) };
    });
    const alignMade = (times: number) => alignWords(madeOf(times).pcm, madeOf(times).text, 'fr');
    await expectLinear(alignMade, { from: 1, most: 32 });
  });

  it('returns ordered times within the audio even if audio and text do not match', () => {
    const silence: Pcm = { sampleRate: 8000, channels: [new Float32Array(8000)] };
    const clicks: Pcm = {
      sampleRate: 8000,
      channels: [Float32Array.from({ length: 80_000 }, (_, at) => (at % 800 < 40 ? 0.5 : 0))],
    };
    const long = 'A word, and one more. '.repeat(2000);
    for (const pcm of [silence, clicks]) {
      for (const text of ['One word.', '1234567890 '.repeat(20), long, 'これは日本語の文です。', 'كيف حالك؟'])
        expectInOrder(pcm, text, 'en');
    }
    expectInOrder({ sampleRate: 8000, channels: [new Float32Array(0)] }, 'One word.', 'en');
    expect(alignWords(silence, '… 😀 !', 'en')).toEqual([]);
  });
});
