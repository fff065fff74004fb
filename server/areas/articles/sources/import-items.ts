import { persistError } from '../../../lib/persisted-message.ts';
import { ExtractionError } from '../../../extraction/extraction-error.ts';
import type { Extraction } from '../../../extraction/extraction-threads.ts';
import type { App } from '../../../kernel/app.ts';
import { isDatabaseAbsent } from '../../../lib/database/database-errors.ts';
import { distinctItems, newestFirst, type SourceItem } from './source-item.ts';
import { busiestDayOf, isOldArticle, roomFor } from './intake-holds.ts';
import {
  linkExistingItems,
  readExistingItems,
  recognizeItems,
  rememberItems,
  SourceChangedError,
  importItem,
  updateItem,
  type ItemText,
  type Origin,
} from './import-item.ts';

/** A poll under way. */
export interface SourcePoll extends Origin {
  app: App;
  extraction: Extraction;
  /** Aborts when the caller stops waiting. */
  signal?: AbortSignal;
  /** Whether the address is read for the first time. */
  isFirst: boolean;
}

/**
 * Makes articles of what is new, updates what follows its feed. An item that cannot be read is an errored
 * article; one that cannot be stored leaves the others their turn.
 * @param max articles at most
 * @returns whether more is left for the next poll, and how many articles there are of the busiest day
 * @throws SourceChangedError; the first other error, once the other items had their turn
 */
export async function importItems(
  reading: SourcePoll,
  found: SourceItem[],
  max: number,
): Promise<{ more: boolean; busiestDay?: number }> {
  const { app, source, isFirst } = reading;
  const wanted = wantedOf(reading, found);
  const known = await readExistingItems(
    app,
    source.id,
    wanted.map(({ guid }) => guid),
  );
  // A website's articles are known by their addresses, which it may come to spell otherwise.
  if (isFirst || source.type === 'parser')
    for (const [guid, item] of await linkExistingItems(app, reading, wanted, known)) known.set(guid, item);
  // Some feeds give their items other identifiers with every answer.
  if (source.type === 'rss')
    for (const [guid, item] of await recognizeItems(app, source.id, wanted, known)) known.set(guid, item);
  const isUnknown = ({ guid }: SourceItem): boolean => !known.has(guid);
  const unknown = newestFirst(wanted.filter(isUnknown));
  // After its address changed, a source imports only newer items; old pages that were edited are not new.
  const old = isFirst ? [] : unknown.filter((item) => isOldArticle(reading, item.publishedAt));
  const fresh = unknown.filter((item) => !old.includes(item));
  const offered = isFirst ? newestFirst(wanted).slice(0, max).filter(isUnknown) : fresh.slice(0, max);
  // What is there at first has its own limit.
  const room =
    isFirst || offered.length === 0 ? { voiced: max, waiting: 0 } : await roomFor(app, source, max);
  const taken = offered.slice(0, room.voiced + room.waiting);
  const turns = turnsOf();
  // The oldest first, so that the newest is at the top of the list.
  for (const [place, item] of [...taken.entries()].toReversed())
    await turns.next(async () =>
      importItem(app, reading, item, await textOf(reading, item), { isBurst: place >= room.voiced }),
    );
  for (const item of wanted) {
    const article = known.get(item.guid);
    if (item.item && article?.rssAutoUpdate && !article.deleted && article.sourceHash !== item.hash)
      await turns.next(async () => updateItem(app, article.id, item, await textOf(reading, item)));
  }
  const rest = fresh.filter((item) => !taken.includes(item));
  await rememberItems(app, reading, isFirst ? rest : old);
  turns.end();
  return isFirst ? { more: false, busiestDay: busiestDayOf(wanted) } : { more: rest.length > 0 };
}

/** Each item once, from the day on from which the project wants articles. */
function wantedOf({ project }: SourcePoll, found: readonly SourceItem[]): SourceItem[] {
  const from = project.articlesFromDate
    ? Date.parse(`${project.articlesFromDate}T00:00:00Z`)
    : Number.NEGATIVE_INFINITY;
  return distinctItems(found).filter(
    ({ publishedAt }) => (publishedAt?.getTime() ?? Number.POSITIVE_INFINITY) >= from,
  );
}

/** Runs work item by item: the first error is thrown after all items were processed. */
function turnsOf(): { next(work: () => Promise<unknown>): Promise<void>; end(): void } {
  const errors: unknown[] = [];
  return {
    async next(work) {
      try {
        await work();
      } catch (error) {
        if (endsAll(error)) throw error;
        errors.push(error);
      }
    },
    end() {
      if (errors.length > 0) throw errors[0];
    },
  };
}

/** What concerns the other items as well. */
const endsAll = (error: unknown): boolean =>
  error instanceof SourceChangedError || error instanceof ExtractionError || isDatabaseAbsent(error);

async function textOf({ extraction, signal }: SourcePoll, { item }: SourceItem): Promise<ItemText> {
  if (!item) return { text: '', error: null };
  try {
    // Once more where it may have been chance.
    const text = await extraction.itemText(item).catch((error: unknown) => {
      if (!(error instanceof ExtractionError) || error.onVoicing !== 'retry' || signal?.aborted) throw error;
      return extraction.itemText(item);
    });
    return { text, error: null };
  } catch (error) {
    // The poll is out of time: that says nothing about the item.
    if (!(error instanceof ExtractionError) || signal?.aborted) throw error;
    return { text: '', error: persistError(error) };
  }
}
