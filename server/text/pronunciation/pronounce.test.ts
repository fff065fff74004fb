import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../tests/support/full.ts';
import { compileDictionary } from './compile-dictionary.ts';
import type { Dictionary, Entry, EntryKind, Scope } from './dictionary.ts';
import { rankOf } from './dictionary.ts';
import type { NearMiss } from './find-entries.ts';
import { patternProblem } from './patterns.ts';
import { pronounce, type PronouncedText } from './pronounce.ts';

let ids = 0;
const entry = (source: string, replacement: string, given: Partial<Entry> = {}): Entry => ({
  id: ++ids,
  source,
  replacement,
  kind: 'substitution' as EntryKind,
  phonemes: null,
  wholeWord: true,
  matchCase: false,
  isPattern: false,
  inflected: false,
  ...given,
});
const everywhere: Scope = { language: null, provider: null, voice: null };
const dictionary = (entries: Entry[], given: Partial<Omit<Dictionary, 'entries'>> = {}): Dictionary => ({
  id: ++ids,
  name: 'Names',
  level: 'project',
  scope: everywhere,
  entries,
  ...given,
});

function say(
  text: string,
  dictionaries: Dictionary[],
  language = 'de-DE',
  near?: (miss: NearMiss) => void,
  takesSounds = true,
): PronouncedText {
  return pronounce(
    dictionaries.map(compileDictionary),
    text,
    { language, provider: 'offline', name: 'anna', takesSounds: () => takesSounds },
    near,
  );
}
const spoken = (text: string, entries: Entry[], language?: string): string =>
  say(text, [dictionary(entries)], language).spoken;

describe('the match of an entry', () => {
  it('is a whole word and its genitives, not a part of another word', () => {
    const merz = [entry('Merz', 'Märts')];
    expect(spoken('Merz, Merz’s und Merz’ Leute bei Merzig', merz)).toBe(
      'Märts, Märts’s und Märts’ Leute bei Merzig',
    );
    expect(spoken("Merz's plan, Schmerz", merz, 'en-GB')).toBe("Märts's plan, Schmerz");
    expect(spoken('Merz-Regierung', merz)).toBe('Märts-Regierung');
  });

  it('includes inflected forms if requested, and only those of the language', () => {
    const name = [entry('Merkel', 'Märkel', { inflected: true })];
    expect(spoken('Merkels Kabinett, Merkelsche', name)).toBe('Märkels Kabinett, Merkelsche');
    expect(spoken('Merkels', name, 'en-US')).toBe('Merkels');
    expect(spoken('Merkels', [entry('Merkel', 'Märkel')])).toBe('Merkels');
  });

  it('is a part of a word if requested, with or without matching case', () => {
    expect(spoken('Schmerz und MERZ', [entry('merz', '-', { wholeWord: false })])).toBe('Sch- und -');
    expect(spoken('US, us', [entry('US', 'U S', { matchCase: true })])).toBe('U S, us');
    expect(spoken('ΟΔΟΣ οδός οδος', [entry('οδος', 'x')], 'el-GR')).toBe('x οδός x');
  });

  it('ends an elided article, but not a name with an apostrophe', () => {
    expect(spoken('à l’Élysée', [entry('Élysée', 'élizé')], 'fr-FR')).toBe('à l’élizé');
    expect(spoken('O’Neill', [entry('Neill', 'x'), entry('O', 'y')], 'en-GB')).toBe('O’Neill');
    expect(spoken("O'Neill", [entry('O’Neill', 'Onil')], 'en-GB')).toBe('Onil');
  });

  it('has word boundaries in scripts without spaces', () => {
    expect(spoken('東京都に住む', [entry('東京', 'とうきょう')], 'ja-JP')).toBe('とうきょう都に住む');
    expect(spoken('東京都に住む', [entry('京都', 'きょうと')], 'ja-JP')).toBe('東京都に住む');
    expect(spoken('ภาษาไทยง่าย', [entry('ไทย', 'x')], 'th-TH')).toBe('ภาษาxง่าย');
  });

  it('is independent of Unicode normalization, and never splits a character', () => {
    expect(spoken('Cafe\u0301 Merz', [entry('Café', 'x'), entry('Merz', 'y')])).toBe('x y');
    expect(spoken('क्षण', [entry('क', 'x', { wholeWord: false })], 'hi-IN')).toBe('क्षण');
    expect(spoken('👩‍🚀', [entry('👩', 'Frau', { wholeWord: false })])).toBe('👩‍🚀');
  });

  it('is never inside a voice tag', () => {
    const text = 'Anna sagt <voice name="Anna">Anna</voice> 3 < 5';
    expect(spoken(text, [entry('Anna', 'x'), entry('voice', 'y')])).toBe(
      'x sagt <voice name="Anna">x</voice> 3 < 5',
    );
  });
});

describe('the entry that takes precedence', () => {
  it('is the nearer dictionary, the narrower scope, the longer word', () => {
    const global = dictionary([entry('New York City', 'global'), entry('York', 'g')], { level: 'global' });
    const organization = dictionary([entry('New York', 'organization')], { level: 'organization' });
    const german = dictionary([entry('New York', 'german')], {
      level: 'organization',
      scope: { ...everywhere, language: 'de' },
    });
    expect(say('New York City', [global, organization]).spoken).toBe('organization City');
    expect(say('New York City', [global, organization, german]).spoken).toBe('german City');
    expect(say('New York City', [global]).spoken).toBe('global');
    expect(say('New York', [german], 'en-US').spoken).toBe('New York');
  });

  it('comes with reasons why the others did not apply', () => {
    const misses: string[] = [];
    say(
      'us, Merzig, York, New York',
      [
        dictionary([entry('US', 'U S', { matchCase: true }), entry('Merz', 'x'), entry('New York', 'y')]),
        dictionary([entry('York', 'z')], { level: 'global' }),
        dictionary([entry('York', 'v')], { scope: { ...everywhere, voice: 'bob' } }),
      ],
      'en-US',
      ({ entry: { source }, reason, coveredBy }) =>
        misses.push(`${source} ${reason}${coveredBy ? ` ${coveredBy.source}` : ''}`),
    );
    expect(misses.sort()).toEqual([
      'Merz word-boundary',
      'US case',
      'York overlap New York',
      'York scope',
      'York scope',
    ]);
  });
});

describe('the spoken forms of an entry', () => {
  const macron = entry('Macron', 'Makrong', { kind: 'phonemes', phonemes: 'makʁɔ̃' });

  it('are phonemes if the voice supports them, and the word stays written', () => {
    const said = say('Macron’s Rede', [dictionary([macron])]);
    expect(said.spoken).toBe('Macron’s Rede');
    expect(said.sounds).toEqual([{ start: 0, length: 8, ipa: 'makʁɔ̃s' }]);
    expect(
      say("James's", [dictionary([{ ...macron, source: 'James', phonemes: 'dʒeɪmz' }])], 'en-GB'),
    ).toEqual(expect.objectContaining({ sounds: [{ start: 0, length: 7, ipa: 'dʒeɪmzɪz' }] }));
  });

  it('are the respelling, or the word itself, if the voice does not support phonemes', () => {
    const said = say('Macron spricht', [dictionary([macron])], 'de-DE', undefined, false);
    expect(said).toMatchObject({ spoken: 'Makrong spricht', sounds: [], applied: [{ how: 'fallback' }] });
    const bare = dictionary([{ ...macron, replacement: '' }]);
    expect(say('Macron spricht', [bare], 'de-DE', undefined, false)).toMatchObject({
      spoken: 'Macron spricht',
      changes: [],
      applied: [{ how: 'written' }],
    });
  });

  it('are letters one by one', () => {
    expect(spoken('Die CDU’s und gGmbH', [entry('CDU', '', { kind: 'letters' })])).toBe(
      'Die C D U’s und gGmbH',
    );
    expect(spoken('NATO2', [entry('nato2', '', { kind: 'letters' })])).toBe('N A T O 2');
  });

  it('are empty for an empty replacement, including the space', () => {
    expect(spoken('Berlin (dpa) meldet', [entry('(dpa)', '')])).toBe('Berlin meldet');
  });

  it('are the pattern’s replacement with its groups', () => {
    const pattern = entry('(\\d+) ?Mbit', '$1 Megabit', { isPattern: true });
    expect(spoken('100 Mbit, 50mbit, 5 Mbits', [pattern])).toBe('100 Megabit, 50 Megabit, 5 Mbits');
    expect(spoken('50mbit', [{ ...pattern, matchCase: true }])).toBe('50mbit');
  });

  it('are refused for patterns that cannot be parsed or that match nothing', () => {
    expect(patternProblem('(a')).toContain('missing');
    expect(patternProblem('a*')).toContain('nothing');
    expect(patternProblem('(?=a)b')).not.toBeNull();
    expect(patternProblem('(a+)+$')).toBeNull();
  });
});

/** Letters that have cases, a mark, and signs between words. */
const alphabet = fc.constantFrom('a', 'b', 'A', 'B', 'ä', ' ', ' ', '-');
const textOf = (max: number) => fc.string({ unit: alphabet, maxLength: max });
const generated = fc.record({
  source: fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'ä'), minLength: 1, maxLength: 4 }),
  replacement: textOf(5),
  wholeWord: fc.boolean(),
  matchCase: fc.boolean(),
  level: fc.constantFrom('project', 'organization', 'global'),
});

/** Entry by entry in their order, each from left to right, over what no entry has taken. */
function naive(text: string, dictionaries: Dictionary[]): { start: number; end: number; said: string }[] {
  const taken = Array.from({ length: text.length }, () => false);
  const isLetter = (at: number) => /\p{L}/u.test(text[at] ?? ' ');
  return dictionaries
    .flatMap((one) => one.entries.map((each) => ({ each, one })))
    .sort((a, b) => rankOf(a.one) - rankOf(b.one) || b.each.source.length - a.each.source.length || 0)
    .reduce<{ length: number; rank: number; list: { each: Entry; id: number }[] }[]>(
      (groups, { each, one }) => {
        const last = groups.at(-1);
        if (last && last.length === each.source.length && last.rank === rankOf(one))
          last.list.push({ each, id: one.id });
        else groups.push({ length: each.source.length, rank: rankOf(one), list: [{ each, id: one.id }] });
        return groups;
      },
      [],
    )
    .flatMap(({ length, list }) => {
      const found: { start: number; end: number; said: string }[] = [];
      list.sort((a, b) => a.id - b.id || a.each.id - b.each.id);
      for (let start = 0; start + length <= text.length; start++)
        for (const { each } of list) {
          const there = text.slice(start, start + length);
          const end = start + length;
          const isSame = each.matchCase
            ? there === each.source
            : there.toLowerCase() === each.source.toLowerCase();
          const isWord = !each.wholeWord || (!isLetter(start - 1) && !isLetter(end));
          if (!isSame || !isWord || taken.slice(start, end).includes(true)) continue;
          taken.fill(true, start, end);
          found.push({ start, end, said: each.replacement });
        }
      return found;
    })
    .sort((a, b) => a.start - b.start);
}

it('the combined search has the same result as trying the entries one by one', () => {
  fc.assert(
    fc.property(fc.array(generated, { maxLength: 8 }), textOf(40), (list, text) => {
      const dictionaries = list.map(({ level, source, replacement, ...given }) =>
        dictionary([entry(source, replacement, given)], { level: level as Dictionary['level'] }),
      );
      const { applied, changes, spoken: said } = say(text, dictionaries);
      const expected = naive(text, dictionaries);
      expect(applied.map(({ start }) => start)).toEqual(expected.map(({ start }) => start));
      expect(applied.map(({ entry: { replacement } }) => replacement)).toEqual(
        expected.map((one) => one.said),
      );
      // The spoken text follows from the written text and the changes, which do not overlap.
      let [rebuilt, at] = ['', 0];
      for (const { start, length, spoken: instead } of changes) {
        expect(start).toBeGreaterThanOrEqual(at);
        rebuilt += text.slice(at, start) + instead;
        at = start + length;
      }
      expect(rebuilt + text.slice(at)).toBe(said);
      // The order in which dictionaries come changes nothing.
      expect(say(text, dictionaries.toReversed()).spoken).toBe(said);
    }),
    { numRuns: runs(300, 20_000) },
  );
});

it('each place is replaced once, even if a replacement contains the source', () => {
  fc.assert(
    fc.property(textOf(40), (text) => {
      const wrapped = spoken(text, [entry('a', 'xax', { wholeWord: false, matchCase: true })]);
      expect(wrapped).toBe(text.replaceAll('a', 'xax'));
    }),
    { numRuns: runs(100, 5_000) },
  );
});
