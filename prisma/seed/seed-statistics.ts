import type { Prisma } from '../generated/client/client.ts';
import type { App } from '../../server/kernel/app.ts';
import { partsOfArticle } from '../../server/areas/listening/listening/article-retention.ts';
import { HyperLogLog } from '../../server/areas/listening/listening/hyperloglog.ts';

/** Days for which the demo's listeners have been there. */
const days = 75;
/** Number of listeners who consented to being identified. */
const people = 1_400;
const dayMs = 86_400_000;
/** In which hours they listen (UTC), and what share of a day's they are. */
const hours = [
  [6, 0.3],
  [8, 0.25],
  [12, 0.15],
  [17, 0.2],
  [21, 0.1],
] as const;
const rowsAtOnce = 400;
/** Of an article, about. */
const lengthMs = 150_000;

/**
 * Invented listeners for a project of the demo, so that its statistics show what they would show: more on
 * working days, slowly growing, some articles far ahead of others, and fewer at each tenth of an article.
 * @param teasers share of the views and plays that are of a teaser
 */
export async function seedStatistics(app: App, projectId: number, teasers: number): Promise<void> {
  const articles = await app.db.prisma.article.findMany({
    where: { projectId },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  const chance = chances(projectId);
  const now = Date.now();
  const today = Math.floor(now / dayMs) * dayMs;
  const rows: Prisma.ListeningHourCreateManyInput[] = [];
  const heardDays: Prisma.ArticleHeardCreateManyInput[] = [];
  const listenerDays: Prisma.ListenerDayCreateManyInput[] = [];
  for (let ago = days - 1; ago >= 0; ago--) {
    const day = today - ago * dayMs;
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    const busy = (isWeekend ? 0.55 : 1) * (0.6 + (0.4 * (days - ago)) / days) * (0.85 + 0.3 * chance());
    let plays = 0;
    for (const [place, { id }] of articles.entries()) {
      // The first is read most; each has its days.
      const liking = (90 / (place + 1.3)) * busy * (0.5 + chance());
      let wholePlays = 0;
      for (const [hour, share] of hours) {
        const at = day + hour * 3_600_000;
        const begun = Math.round(liking * share);
        if (at >= now || begun === 0) continue;
        const seen = Math.round(begun * (2.4 + 1.8 * chance()));
        const curve = Array.from({ length: 10 }, (_, tenth) =>
          Math.round(begun * (0.93 - 0.055 * tenth - (tenth > 5 ? 0.09 : 0)) * (0.92 + 0.08 * chance())),
        ).map((reached, tenth, all) => Math.min(reached, ...all.slice(0, tenth)));
        const teaserPlays = Math.round(begun * teasers);
        plays += begun;
        wholePlays += begun - teaserPlays;
        rows.push({
          projectId,
          articleId: id,
          channelId: 0,
          hour: new Date(at),
          views: seen,
          listens: begun,
          finishes: curve[9]!,
          heardMs: BigInt(Math.round(begun * (95_000 + 30_000 * chance()))),
          listeners: Math.round(begun * 0.6),
          teaserViews: Math.round(seen * teasers),
          teaserListens: teaserPlays,
          teaserFinishes: Math.min(teaserPlays, curve[9]!),
          reached: curve.slice(0, 9),
        });
      }
      if (wholePlays > 0) heardDays.push(heardOf(projectId, id, new Date(day), wholePlays, chance));
    }
    if (plays > 0) listenerDays.push(listenersOf(projectId, day, Math.round(plays * 0.45), teasers, chance));
  }
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await app.db.prisma.listeningHour.createMany({ data: rows.slice(at, at + rowsAtOnce) });
  for (let at = 0; at < heardDays.length; at += rowsAtOnce)
    await app.db.prisma.articleHeard.createMany({ data: heardDays.slice(at, at + rowsAtOnce) });
  await app.db.prisma.listenerDay.createMany({ data: listenerDays });
}

/**
 * Simulates which parts of an article were played on a day: some listeners stop at once, others at various
 * positions, most of them at one that is specific to the article; a few skip what precedes it.
 */
function heardOf(
  projectId: number,
  articleId: number,
  day: Date,
  plays: number,
  chance: () => number,
): Prisma.ArticleHeardCreateManyInput {
  const dull = 25 + ((articleId * 17) % 50);
  const parts = Array.from({ length: partsOfArticle }, (_, part) => {
    const there = 0.94 - 0.0035 * part - (part >= dull ? 0.1 : 0);
    const skipped = part >= dull - 6 && part < dull ? 0.16 : 0;
    return Math.round(plays * (there - skipped) * (0.97 + 0.03 * chance()) * (lengthMs / partsOfArticle));
  });
  return { projectId, articleId, day, teaser: false, plays, durationMs: lengthMs, parts };
}

/** Who listened on a day, and who of them a teaser, a whole article, or both. */
function listenersOf(
  projectId: number,
  day: number,
  count: number,
  teasers: number,
  chance: () => number,
): Prisma.ListenerDayCreateManyInput {
  const [all, teaser, whole] = [new HyperLogLog(), new HyperLogLog(), new HyperLogLog()];
  const found = new Set<number>();
  // Some listeners come every day, most rarely.
  for (let tries = 0; found.size < count && tries < 10 * count; tries++)
    found.add(Math.floor(people * chance() ** 1.6));
  const counts = { teaserListeners: 0, wholeListeners: 0, bothListeners: 0 };
  for (const person of found) {
    // Spread over all 64 bits, as hashes are.
    const listener = BigInt.asUintN(64, BigInt(projectId * 100_000 + person + 1) * 0x9e3779b97f4a7c15n);
    const beganTeaser = chance() < teasers;
    const beganWhole = !beganTeaser || chance() < 0.2;
    all.add(listener);
    if (beganTeaser) teaser.add(listener);
    if (beganWhole) whole.add(listener);
    counts.teaserListeners += Number(beganTeaser);
    counts.wholeListeners += Number(beganWhole);
    counts.bothListeners += Number(beganTeaser && beganWhole);
  }
  return {
    projectId,
    day: new Date(day),
    listeners: found.size,
    ...counts,
    sketch: bytesOf(all),
    teaserSketch: counts.teaserListeners > 0 ? bytesOf(teaser) : null,
    wholeSketch: counts.teaserListeners > 0 ? bytesOf(whole) : null,
  };
}

const bytesOf = (sketch: HyperLogLog): Uint8Array<ArrayBuffer> => Uint8Array.from(sketch.toBytes());

/** Numbers from 0 to 1, for the same seed the same (mulberry32). */
function chances(seed: number): () => number {
  let state = seed * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
