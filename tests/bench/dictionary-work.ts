import { readFile, writeFile } from 'node:fs/promises';
import { importDictionary } from '../../server/areas/voice/dictionaries/import-export.ts';
import { previewDraft } from '../../server/areas/voice/draft-previews/draft-preview.ts';
import { actorOf } from '../support/factories.ts';
import { measured, unmeasured, type Figure, type Measure } from './figure.ts';
import { withNewsroom } from './newsroom-database.ts';
import { noProc } from './process-tree.ts';

const plausible: Measure['plausible'] = [0.001, 10_000];

/** A file of that many lines, taken into an empty dictionary: how long, and what memory at most. */
export const importFigures = (lines: number): Promise<Figure[]> =>
  withNewsroom(async ({ app, room }) => {
    const rows = Array.from({ length: lines }, (_, index) => `Name${index};Naym ${index};substitution`);
    const file = { name: 'names.csv', bytes: Buffer.from(rows.join('\n')) };
    const memory: Measure = {
      name: 'memory that it takes, at most',
      unit: 'MB',
      bar: 150,
      better: 'lower',
      plausible,
    };
    await app.db.prisma.dictionaryEntry.deleteMany({ where: { dictionaryId: room.dictionary.id } });
    if (!noProc) await writeFile('/proc/self/clear_refs', '5');
    const before = process.memoryUsage.rss();
    const begun = performance.now();
    await importDictionary(app, actorOf(room.editor), { id: room.dictionary.id, format: 'csv', file });
    const seconds = (performance.now() - begun) / 1_000;
    return [
      measured(
        {
          name: `CSV of ${lines.toLocaleString('en')} lines imported`,
          unit: 's',
          bar: 10,
          better: 'lower',
          plausible,
        },
        [seconds],
        `${(file.bytes.length / 1e6).toFixed(1)} MB`,
      ),
      noProc
        ? unmeasured(memory, noProc)
        : measured(memory, [(await peakOfMemory()) - before / 1e6], 'of the process, over what it had'),
    ];
  });

/** The most that this process had since its peak was set back, MB (proc_pid_status(5): VmHWM). */
async function peakOfMemory(): Promise<number> {
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(await readFile('/proc/self/status', 'utf8'))![1];
  return (Number(kilobytes) * 1_024) / 1e6;
}

const sentence = 'Merz speaks of the plan that nobody in Berlin has read, and says so to 40 people. ';
const characters = 10_000;

/** A draft of an entry that is tried on articles: how long, and how long others wait for their turn. */
export const trialFigures = (articles: number, rounds: number): Promise<Figure[]> =>
  withNewsroom(async ({ app, room }) => {
    const { id: projectId } = room.project;
    await app.db.prisma.article.createMany({
      data: Array.from({ length: articles }, (_, index) => ({
        projectId,
        title: `Article ${index}`,
        text: sentence.repeat(characters / sentence.length),
      })),
    });
    const order = {
      projectId,
      articles,
      entries: { dictionaryId: room.dictionary.id, entries: [{ source: 'Merz', replacement: 'Mairts' }] },
    };
    const actor = actorOf(room.editor);
    const seconds: number[] = [];
    const held: number[] = [];
    await previewDraft(app, actor, order);
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now();
      await previewDraft(app, actor, order);
      seconds.push((performance.now() - begun) / 1_000);
      held.push(await longestTurn(() => previewDraft(app, actor, order)));
    }
    const note = `of ${characters.toLocaleString('en')} characters each`;
    return [
      measured(
        { name: `draft tried on ${articles} articles`, unit: 's', bar: 5, better: 'lower', plausible },
        seconds,
        note,
      ),
      measured(
        { name: 'event loop held meanwhile, at most', unit: 'ms', bar: 50, better: 'lower', plausible },
        held,
        `${note}; CPU of the thread between two turns of the loop`,
      ),
    ];
  });

/**
 * Returns the longest block of the event loop, in ms of this thread's CPU time, which excludes other load on
 * the machine.
 */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  let goesOn = true;
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.threadCpuUsage();
    if (goesOn) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  goesOn = false;
  return longest;
}
