/**
 * Every part measures, and what it measures can get worse: each is run in its tiny size as it is, and with a
 * function of the product made slower, or made to keep memory. What takes a minute is left to the full suite.
 */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse, validate, type GraphQLEnumType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../server/schema.ts';
import { isFull } from '../support/full.ts';
import { measured, unmeasured, verdictOf, type Figure, type Measure } from './figure.ts';
import type { Part, Size } from './part.ts';
import { parts } from './bench-parts.ts';
import type { Plant } from './planted.ts';
import { ofArticles, voiced } from './voiced-demo.ts';
import { readResults, saveResults, worseThan } from './results.ts';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'parlance-bench-test-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** A command that starts Node with these plants. */
function slowNode(plants: Plant[]): string {
  const command = join(folder, `node-${Math.random()}`);
  const planted = new URL('./planted.ts', import.meta.url);
  planted.search = String(new URLSearchParams({ plants: JSON.stringify(plants), node: command }));
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' --import '${planted.href}' "$@"\n`);
  chmodSync(command, 0o755);
  return command;
}

async function measure(part: string, rows: string[], plants?: Plant[]): Promise<Figure[]> {
  const size: Size = 'tiny';
  const child = fork(file('./run-part.ts'), [part, size, ...rows], {
    serialization: 'advanced',
    silent: true,
    ...(plants && { execPath: slowNode(plants) }),
  });
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text: Buffer) => (said += text));
  let figures: Figure[] | undefined;
  child.once('message', (told) => (figures = told as Figure[]));
  const [code] = (await once(child, 'close')) as [number | null];
  if (!figures || code !== 0) throw new Error(`${part} ended with ${code}:\n${said}`);
  return figures;
}

interface Try {
  part: string;
  rows: string[];
  plants: Plant[];
  /** Figures that nothing of this sort can move. */
  still?: RegExp;
}

const cheap: Try[] = [
  {
    part: 'dictionaries',
    rows: ['applied'],
    plants: [{ module: 'server/text/pronunciation/automaton.ts', name: 'findWords', ms: 0.2 }],
    // Both are slower by the same.
    still: /ten times/,
  },
];

const assembling = { module: 'server/audio/assemble-mp3.ts', name: 'assembleMp3' };
const asking = { module: 'server/kernel/actor.ts', name: 'callerOf' };
const costly: Try[] = [
  {
    part: 'audio',
    rows: ['mp3', 'encoding', 'mixing', 'preview', 'memory'],
    // Speaking and its memory are the work of other processes.
    plants: [
      { module: 'server/audio/segment.ts', name: 'makeSegment', ms: 60, mb: 10 },
      { module: 'server/audio/mp3-encoder.ts', name: 'Mp3Encoder.encode', ms: 50 },
      { module: 'server/audio/loudness.ts', name: 'integratedLoudness', ms: 300 },
    ],
  },
  {
    part: 'joining',
    rows: [],
    plants: [{ module: 'server/audio/join-mp3.ts', name: 'JoinedMp3File.add', ms: 20 }],
  },
  { part: 'audio', rows: ['threads'], plants: [{ ...assembling, ms: 2_000 }] },
  { part: 'pipeline', rows: ['delay', 'edit'], plants: [{ ...assembling, ms: 1_000 }] },
  { part: 'pipeline', rows: ['cores'], plants: [{ ...assembling, ms: 2_000 }] },
  { part: 'list', rows: [], plants: [{ ...asking, ms: 10 }] },
  {
    part: 'ev',
    rows: [],
    plants: [
      { module: 'server/areas/listening/listening/write-events.ts', name: 'writeEvents', ms: 100 },
      { module: 'server/areas/listening/listening/roll-up.ts', name: 'sumListening', ms: 3_000 },
    ],
    // What is acknowledged is written, however slowly.
    still: /lost/,
  },
  {
    part: 'statistics',
    rows: [],
    plants: [
      { module: 'server/areas/listening/statistics/read-statistics.ts', name: 'readStatistics', ms: 300 },
    ],
    // How much memory a file takes is another matter than how long reports take.
    still: /memory/,
  },
  {
    part: 'feeds',
    rows: ['requests'],
    plants: [{ module: 'server/feeds/feed-cache.ts', name: 'FeedCache.ask', ms: 5 }],
  },
  {
    part: 'feeds',
    rows: ['memory'],
    plants: [{ module: 'server/feeds/feed-cache.ts', name: 'FeedCache.ask', mb: 1 }],
  },
  { part: 'attack', rows: ['bracket-pages'], plants: [{ ...asking, ms: 1_000, mb: 20 }] },
  // How long one waits under overload is the ratio of two waits, both longer.
  { part: 'attack', rows: ['overload'], plants: [{ ...asking, mb: 1 }], still: /healthz|list|overload/ },
  {
    part: 'studio',
    rows: [],
    plants: [
      { module: 'server/areas/people/studio/sentence-sounds.ts', name: 'sentencesOf', ms: 500 },
      { module: 'server/areas/people/studio/audios.ts', name: 'readAudio', ms: 300 },
      { module: 'server/areas/people/studio/audios.ts', name: 'listAudios', ms: 60 },
    ],
  },
  {
    part: 'voices',
    rows: ['cpu', 'noticed', 'idle', 'growth'],
    plants: [
      { module: 'server/audio/wav.ts', name: 'int16Interleaved', ms: 300, mb: 3 },
      { module: 'server/speech/local/voices-directory.ts', name: 'VoicesDirectory.scan', mb: 30 },
    ],
    // The interval between two looks is longer than any of them.
    still: /noticed/,
  },
  { part: 'memory', rows: [], plants: [{ module: 'server/open-app.ts', name: 'openApp', mb: 200 }] },
];

/**
 * Whether the best round is worse by a fifth, or by five percent where it is a percentage: other load on the
 * machine makes rounds only worse, never better.
 */
function isWorse(before: Figure, after: Figure): boolean {
  const [was, is] = [before, after].map(
    ({ rounds, better }) => rounds![better === 'lower' ? 'min' : 'max'],
  ) as [number, number];
  if (before.unit === '%') return is > was + 5;
  return before.better === 'lower' ? is > 1.2 * was : is < was / 1.2;
}

describe.each([...cheap, ...(isFull ? costly : [])])('$part $rows', ({ part, rows, plants, still }) => {
  test('is measured, and its figures get worse with a slower product', { timeout: 600_000 }, async () => {
    const before = await measure(part, rows);
    const after = await measure(part, rows, plants);
    expect(before.map(({ name }) => name)).toEqual(after.map(({ name }) => name));
    for (const [index, figure] of before.entries()) {
      if (figure.value === null) {
        // Only what this machine lacks.
        expect(figure.note).toMatch(/not installed|needs two cores|\/proc/);
        continue;
      }
      expect(verdictOf(figure), `${figure.name}: ${figure.value}`).not.toBe('IMPLAUSIBLE');
      if (still?.test(figure.name)) continue;
      expect(
        isWorse(figure, after[index]!),
        `${figure.name}: ${figure.value}, and ${after[index]!.value} when slower`,
      ).toBe(true);
    }
  });
});

/** A bench part with its own servers: each run checks that it works and compares like with like. */
test('the list is measured', async () => {
  for (const figure of await measure('list', []))
    expect(['met', 'MISSED', 'not measured'], `${figure.name}: ${figure.value}`).toContain(verdictOf(figure));
});

test('the query and status that the Lighthouse part uses are in the schema', () => {
  expect(validate(schema, parse(ofArticles))).toEqual([]);
  expect((schema.getType('ArticleStatus') as GraphQLEnumType).getValue(voiced)).toBeDefined();
});

test.runIf(isFull).each(['player', 'live', 'lighthouse'])(
  '%s is measured in the browser',
  { timeout: 600_000 },
  async (part) => {
    for (const figure of await measure(part, []))
      expect(['met', 'MISSED'], figure.name).toContain(verdictOf(figure));
  },
);

test.runIf(isFull)('every part is tested', async () => {
  const loaded: [string, Part][] = [];
  for (const [name, load] of Object.entries(parts)) loaded.push([name, (await load()).part]);
  const inBrowser = ['player', 'live', 'lighthouse'];
  for (const [name, { rows }] of loaded.filter(([each]) => !inBrowser.includes(each))) {
    const tries = [...cheap, ...costly].filter(({ part }) => part === name);
    expect(tries, name).not.toEqual([]);
    // All attacks are measured alike.
    for (const row of name === 'attack' ? [] : rows)
      expect(
        tries.some((one) => one.rows.length === 0 || one.rows.includes(row)),
        `${name}/${row}`,
      ).toBe(true);
  }
});

const shape: Measure = { name: 'a', unit: 'times', bar: 1, better: 'lower', plausible: [0.2, 10] };

test('an implausibly good figure is rejected', () => {
  expect(verdictOf(measured(shape, [0.9], ''))).toBe('met');
  expect(verdictOf(measured(shape, [1.1], ''))).toBe('MISSED');
  expect(verdictOf(measured(shape, [0.02], ''))).toBe('IMPLAUSIBLE');
  expect(verdictOf(measured(shape, [Number.NaN], ''))).toBe('IMPLAUSIBLE');
  expect(verdictOf(unmeasured(shape, 'no engine'))).toBe('not measured');
});

test('a run is stored and compared, and regressions beyond the noise are named', async () => {
  const kept = join(folder, 'kept.json');
  const machine = { cores: 2, processor: 'x', memoryGb: 8, node: 'v24', date: '2026-01-01', load: 0 };
  const higher: Measure = { ...shape, name: 'b', better: 'higher' };
  await saveResults(kept, {
    machine,
    figures: [measured(shape, [0.9, 1, 1.1], ''), measured(higher, [2], '')],
  });
  await saveResults(kept, { machine, figures: [measured({ ...shape, name: 'c' }, [Infinity], '')] });
  const { figures } = (await readResults(kept))!;
  expect(figures.map(({ name, rounds }) => [name, rounds?.count])).toEqual([
    ['a', 3],
    ['b', 1],
    ['c', 1],
  ]);
  const now = (a: number[], b: number) => [measured(shape, a, ''), measured(higher, [b], '')];
  expect(worseThan(figures, now([1, 1.1, 1.2], 1.9))).toEqual([]);
  expect(worseThan(figures, now([0.5], 3))).toEqual([]);
  expect(worseThan(figures, now([1.4, 1.5, 1.6], 1.5))).toEqual([
    'a: 1.5 times, before 1',
    'b: 1.5 times, before 2',
  ]);
});

test('a failed part is reported, the others continue, and the run fails', { timeout: 600_000 }, async () => {
  const results = join(folder, 'results.json');
  // Joining cannot even be loaded; dictionaries are measured all the same.
  const broken = slowNode([{ module: 'server/audio/join-mp3.ts', name: 'NoSuchClass.add' }]);
  const run = promisify(execFile)(broken, [
    file('./run-bench.ts'),
    '--tiny',
    'joining',
    'dictionaries/applied',
    '--json',
    results,
  ]);
  const { code, stdout, stderr } = await run.then(
    () => expect.unreachable(),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
  expect(code).toBe(1);
  expect(stderr).toContain('joining FAILED');
  expect(stdout).toContain('entries applied to an article |');
  const { figures } = JSON.parse(readFileSync(results, 'utf8')) as { figures: Figure[] };
  expect(figures.length).toBeGreaterThan(1);
});
