import { readFileSync, writeFileSync } from 'node:fs';
import { checkSync, type Diagnostics } from 'recheck';
import { describe, expect, it } from 'vitest';
import { patience } from '../../scripts/patience.ts';
import { boundedPatterns } from './bounded-patterns.ts';
import { type Pattern, patternsOf, patternsOfReaders } from './pattern-sources.ts';

/**
 * Patterns that have been proven linear. The proof takes seconds for some, so it is done once for each: a
 * pattern missing from the list is analyzed here, and `RECORD=1` adds it.
 */
const recordFile = new URL('./linear-patterns.json', import.meta.url);
const recorded = new Set(JSON.parse(readFileSync(recordFile, 'utf8')) as string[]);
/** Text that is worst for a pattern: its pumps, each repeated, and what follows them. Null: there is none. */
type Attack = { pumps: { prefix: string; pump: string }[]; suffix: string } | null;
/** Attacks on patterns with a bound on their input, which also take seconds to find and are kept likewise. */
const attacksFile = new URL('./bounded-attacks.json', import.meta.url);
const attacks = JSON.parse(readFileSync(attacksFile, 'utf8')) as Record<string, Attack>;
const { patterns, unknown, files } = patternsOfReaders();
const written = (pattern: { source: string; flags: string }): string => `/${pattern.source}/${pattern.flags}`;

/** An attack ends after so many characters, not milliseconds, which are soon over on a busy machine. */
const untimed = { timeout: patience.condition, attackTimeout: null, incubationTimeout: null };
const analysed = new Map<string, Diagnostics>();
function analyse(
  source: string,
  flags: string,
  limits: object = { timeout: patience.condition },
): Diagnostics {
  const key = `/${source}/${flags}`;
  const known = analysed.get(key) ?? checkSync(source, flags, limits);
  analysed.set(key, known);
  return known;
}

/**
 * Without anything that repeats without end, a pattern looks at no more than a fixed number of characters
 * from each place.
 */
const isLinearByForm = (source: string): boolean => !/[*+]|\{\d+,\}/.test(source);
const isProven = (pattern: Pattern): boolean =>
  isLinearByForm(pattern.source) || recorded.has(written(pattern));
const boundOf = (pattern: Pattern) =>
  boundedPatterns.find(({ file, begins }) => file === pattern.file && pattern.source.startsWith(begins));

/** Milliseconds of CPU of a search. */
function cpuOf(regex: RegExp, text: string): number {
  const before = process.cpuUsage();
  regex.test(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * What 12.5 million steps of the engine that looks for patterns take here. A search that needs a few times as
 * many keeps no reader waiting.
 */
const little = (): number => {
  const reference = (): number => cpuOf(/x*y/, 'x'.repeat(5_000));
  return Math.max(reference(), reference(), reference());
};

function attackOf({ source, flags }: Pattern): Attack {
  const diagnostics = analyse(source, flags);
  if (diagnostics.status !== 'vulnerable') return null;
  const { pumps, suffix } = diagnostics.attack;
  return { pumps: pumps.map(({ prefix, pump }) => ({ prefix, pump })), suffix };
}

/**
 * Milliseconds of CPU that a pattern takes over the text that is worst for it, of at most so many characters.
 */
function worstCase(pattern: Pattern, characters: number): number {
  const known = attacks[written(pattern)];
  const attack = known === undefined ? attackOf(pattern) : known;
  if (attack === null) return 0;
  const { source, flags } = pattern;
  const { pumps, suffix } = attack;
  const fixed = pumps.reduce((sum, { prefix }) => sum + prefix.length, suffix.length);
  const pumped = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.max(1, Math.floor((characters - fixed) / pumped));
  const text = (pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix).slice(
    0,
    characters,
  );
  return cpuOf(new RegExp(source, flags.replace(/[gy]/g, '')), text);
}

describe('regular expressions for foreign text', () => {
  it('are found', () => {
    expect(files).toBeGreaterThan(40);
    expect(patterns.length).toBeGreaterThan(150);
    const code =
      'const a = String.raw`\\d{1,2}`; const b = new RegExp(String.raw`(?<x>${a})\\s`, "iu"); /[/]x/g.test(y); RegExp(z); new ' +
      'RegExp(`^${a}$`)';
    expect(patternsOf('x.ts', code)).toEqual({
      patterns: [
        { file: 'x.ts', source: '(?<x>\\d{1,2})\\s', flags: 'iu' },
        { file: 'x.ts', source: '[/]x', flags: 'g' },
        { file: 'x.ts', source: '^\\d{1,2}$', flags: '' },
      ],
      unknown: [{ file: 'x.ts', code: 'RegExp(z)' }],
    });
  });

  it('are static', () => {
    // Those that are put together of a language's words are tried as a whole, on all that repeats: see
    // spell-out.test.ts.
    expect(unknown.filter(({ file }) => !file.startsWith('server/text/normalise/'))).toEqual([]);
  });

  it('take linear time, or are listed with the bound on their input', () => {
    const open = patterns.filter((pattern) => !isProven(pattern) && !boundOf(pattern));
    const proven = open.filter(({ source, flags }) => analyse(source, flags, untimed).status === 'safe');
    if (process.env['RECORD'] === '1') {
      const current = new Set(patterns.map(written));
      const kept = [...new Set([...recorded, ...proven.map(written)])].filter((pattern) =>
        current.has(pattern),
      );
      writeFileSync(recordFile, `${JSON.stringify(kept.sort(), null, 2)}\n`);
    }
    const slow = open
      .filter((pattern) => !proven.includes(pattern))
      .map((pattern) => {
        const diagnostics = analyse(pattern.source, pattern.flags);
        return `${pattern.file}: ${written(pattern)}: ${diagnostics.status === 'vulnerable' ? diagnostics.complexity.summary : diagnostics.status}`;
      });
    expect(slow).toEqual([]);
  });

  it('that are listed as linear are linear: ten of them, different ones each day', () => {
    const day = Math.floor(Date.now() / 86_400_000);
    const sample = [...recorded].filter(
      (_pattern, index) => (index + day) % Math.ceil(recorded.size / 10) === 0,
    );
    console.log(`day ${day}: ${sample.join('  ')}`);
    for (const pattern of sample) {
      const end = pattern.lastIndexOf('/');
      const { status } = checkSync(pattern.slice(1, end), pattern.slice(end + 1), untimed);
      expect(status, pattern).not.toBe('vulnerable');
    }
  });

  const bounded = patterns
    .filter((pattern) => !isProven(pattern) && boundOf(pattern))
    .map((pattern) => ({ ...pattern, ...boundOf(pattern)! }));

  it.each(bounded)(
    '$file: $source needs little, for $characters characters are the most ($why)',
    (pattern) => {
      expect(worstCase(pattern, pattern.characters)).toBeLessThan(4 * little());
    },
  );

  it('have a recorded attack each, or a record that none was found; others have none', () => {
    if (process.env['RECORD'] === '1') {
      const found = bounded.map((pattern) => [written(pattern), attackOf(pattern)] as const);
      writeFileSync(attacksFile, `${JSON.stringify(Object.fromEntries(found.sort()), null, 2)}\n`);
      return;
    }
    expect(Object.keys(attacks).sort()).toEqual([...new Set(bounded.map(written))].sort());
  });

  it('that are listed still exist', () => {
    const gone = boundedPatterns.filter((bound) => !bounded.some((pattern) => boundOf(pattern) === bound));
    expect(gone).toEqual([]);
  });
});
