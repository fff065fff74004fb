import { LRUCache } from 'lru-cache';
import type { App } from '../../../kernel/app.ts';
import { visitorBounds } from '../../../product.ts';

/** The episode that a file is of. */
export interface EpisodeFile {
  projectId: number;
  channelId: number;
  episodeId: number;
  durationMs: number;
}

/**
 * Cache duration, milliseconds: a regenerated episode gets another file, and an unknown file may soon be
 * known.
 */
const keptMs = 60_000;

/** Looks up the episode of a file, and caches it for a while. */
export class EpisodeFiles {
  readonly #app: Pick<App, 'db'>;
  readonly #young = new LRUCache<string, { found: Promise<EpisodeFile | null>; until: number }>({
    max: visitorBounds.rememberedFiles,
  });

  constructor(app: Pick<App, 'db'>) {
    this.#app = app;
  }

  /** @returns null: of none of that podcast's */
  find(channelId: number, file: string): Promise<EpisodeFile | null> {
    const key = `${channelId} ${file}`;
    const now = Date.now();
    const kept = this.#young.get(key);
    if (kept && kept.until > now) return kept.found;
    const found = this.#read(channelId, file);
    this.#young.set(key, { found, until: now + keptMs });
    found.catch(() => this.#young.delete(key));
    return found;
  }

  /** Its own file, or of one article that has a teaser that. */
  async #read(channelId: number, file: string): Promise<EpisodeFile | null> {
    const { sql } = this.#app.db;
    const episodes = sql
      .selectFrom('Episode as e')
      .innerJoin('Channel as c', 'c.id', 'e.channelId')
      .where('c.id', '=', channelId)
      .where('c.type', '=', 'podcast')
      .where('e.deletedAt', 'is', null);
    const whole = await episodes
      .where('e.file', '=', file)
      .select(['c.projectId', 'e.channelId', 'e.id as episodeId', 'e.durationMs'])
      .orderBy('e.id')
      .executeTakeFirst();
    if (whole) return { ...whole, durationMs: whole.durationMs ?? 0 };
    const teaser = await episodes
      .innerJoin('EpisodeArticle as x', 'x.episodeId', 'e.id')
      .innerJoin('Audio as u', 'u.articleId', 'x.articleId')
      .where('u.teaser', '=', file)
      .select(['c.projectId', 'e.channelId', 'e.id as episodeId', 'u.teaserMs', 'u.durationMs'])
      .orderBy('e.id')
      .executeTakeFirst();
    if (!teaser) return null;
    const { teaserMs, durationMs, ...of } = teaser;
    return { ...of, durationMs: teaserMs ?? durationMs };
  }
}
