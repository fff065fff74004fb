import { afterEach, expect, it } from 'vitest';
import { randomFrom } from '../../../scripts/seeded-random.ts';
import { isFull, runs } from '../../../tests/support/full.ts';
import { reportRuleFailures } from './rule-failures.ts';
import { applyRuleAt } from './apply-rule-at.ts';
import { spellOut } from './spell-out.ts';
import type { SpellingRule } from './spelling.ts';

/** Signs and words of newspapers, and unlikely ones. */
const pieces = (
  "0 1 2 7 12 31 99 100 007 1860 1999 2024 50667 1234567890 123456789012345678 1.000 1,000 1,5 3.14 1'250.50 1’000 0. 0th 0e 0er 1. 3. 90.+3 24.12. 5.5.2024 " +
  '3/4/2025 03-04-25 2024-05-03 14:30 1:25.000 2:1 1:43,21 9:05:07 10–20 10-20 1990–95 24/25 1/2 3/4 12/18 ½ 2½ 10⁶ m² mc² 10^6 -5 −3 +49 ~7 50% 5‰ 50 € 3,50€ $5 £3m €1.5bn ' +
  'CHF EUR Fr Fr. SFr. DM ₹500 ₩ ¥30b M€ k€ Mio. Mrd. bn m k km/h km² /km² €/Stück °C kWh kwh mbps kg lb oz min h Uhr h30 Mo Di Mi Do Sa So Mo–Fr Mon Sat Sun lun. ven. Mai May ' +
  'mai januar January 1er 2e 3rd 1990s 80s 90er 1960s–80s XIV. IV II I IIe XXe 2Q22 Q3 Ludwig Louis Elizabeth Kapitel World War WWII z. B. d. h. e.g. etc. Dr. M. Me Mme St. Elm St. ' +
  'Nr. No. n° № #1 401(k) IBAN DE12 3456 PLZ PIN Konto Tel. (030) ISBN 192.168.0.1 A.D. BC v. Chr. www.a.de http://x.y/z?q=1 a@b.de file.pdf A4-B7 #Tag_1 @name § & % + = × ± ' +
  '3.º 1.ª 25° 1T siglo años ’90 ore alle a las às 14h30 mil milhões M€ R$ mila D. EE. UU. del di uur 14u30 t/m jaren blz. 21ste jarige godz. proc. tys. zł gr r. w. lat 90. 5. minucie -letni po raz kl. kr mkr 1:a 90-tal 2 § kap. dl osób dzieci personas ore ’ 63’ ½ mezzo ' +
  'Saison Gleis Az. Maßstab Größe Platz Klasse Minute TSV der dem am im the of le la und and et ( ) „ “ « » " \' ’ . , ; : ! ? - – — / \\ ﬁ ㎡ ℃ Ⅳ ５ 𝗮 ⁄ \u00a0 😀 é Привет 你好'
).split(' ');

/** Up to 40 pieces, with and without spaces between them, and a few characters of any kind. */
function textFrom(random: () => number): string {
  const below = (most: number): number => Math.floor(random() * most);
  const gap = below(3) === 0 ? '' : ' ';
  let text = '';
  for (let left = 1 + below(40); left > 0; left--) {
    const kind = below(20);
    text +=
      kind === 0
        ? String.fromCodePoint(below(0xd800))
        : kind === 1
          ? '0123456789'.slice(below(10))
          : pieces[below(pieces.length)]!;
    if (below(4) > 0) text += gap;
  }
  return text;
}

afterEach(() => reportRuleFailures(() => undefined));

const seed = 20_261_129;
/** Four times as much takes about four times as long; sixteen times where time is quadratic. */
const mostTimes = 9;

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
/** Microseconds of CPU that a text takes: the least of some tries. */
function costOf(text: string, language: string): number {
  let least = Infinity;
  for (let tries = 0; tries < 4; tries++) {
    const from = cpu();
    spellOut(text, language, true);
    least = Math.min(least, cpu() - from);
  }
  return least;
}
/** By how much the time grows from a text n times in a row to the same text 4n times. */
function growthOf(text: string, language: string): number {
  const measurable = 5_000;
  let times = 1;
  let small = costOf(text, language);
  for (; small < measurable && times < 1_024; small = costOf(text.repeat(times), language)) times *= 2;
  return costOf(text.repeat(4 * times), language) / Math.max(small, measurable);
}

it.each(['de-DE', 'en-GB', 'en-US', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL', 'pl-PL', 'pt-BR', 'sv-SE'])(
  'generated texts cause no errors and take linear time in %s',
  (language) => {
    const failed: string[] = [];
    reportRuleFailures((rule, _, error) => failed.push(`${rule}: ${String(error)}`));
    const random = randomFrom(seed);
    const count = runs(300, 2_000_000);
    const slow: string[] = [];
    let all = 0;
    for (let at = 0; at < count; at++) {
      const text = textFrom(random);
      const from = performance.now();
      const { spoken, changes } = spellOut(text, language, at % 2 === 0);
      const took = performance.now() - from;
      all += took;
      if (
        changes.some(({ start, length }) => start < 0 || start + length > text.length) ||
        spoken === undefined
      )
        failed.push(text);
      // What takes long for its length may grow with more than its length; a few others are tried as well.
      const isDear = at > 200 && took > (20 * all) / (at + 1);
      if ((isDear || at % (count / 5) === 0) && slow.length < 200) slow.push(text);
    }
    expect(failed, `seed ${seed}`).toEqual([]);
    expect(slow.filter((text) => growthOf(text, language) > mostTimes)).toEqual([]);
  },
  isFull ? 3_600_000 : 120_000,
);

it('a rule that throws leaves the text to the next one and is reported once', () => {
  const reports: string[] = [];
  reportRuleFailures((rule, language) => reports.push(`${language} ${rule}`));
  const rules: SpellingRule[] = [
    {
      name: 'broken',
      pattern: /\d/uy,
      say: () => {
        throw new Error('out of range');
      },
    },
    { name: 'digit', pattern: /\d/uy, say: ([digit]) => (digit === '7' ? 'seven' : null) },
  ];
  expect(applyRuleAt(rules, '7', 0, 'en-gb')).toEqual({ text: 'seven', length: 1, ambiguous: true });
  expect(applyRuleAt(rules, '8', 0, 'en-gb')).toBeNull();
  expect(reports).toEqual(['en broken']);
});

it.each([
  ['en-GB', 'the 0th law', 'the zeroth law'],
  ['de-DE', '0. Januar', 'Null. Januar'],
  ['fr-FR', 'le 0e jour', 'le zéroième jour'],
])('%s: %s', (language, written, said) => expect(spellOut(written, language, true).spoken).toBe(said));
