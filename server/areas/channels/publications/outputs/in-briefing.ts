import type { App } from '../../../../kernel/app.ts';
import { articlesForFlash } from '../../briefings/briefings.ts';
import { inFeedsSince } from '../../../library/publishing/embargo-condition.ts';
import { briefingItems, briefingOf } from '../briefing-choice.ts';
import {
  pendingVerdict,
  excludedVerdict,
  notReadyVerdict,
  publishedVerdict,
  type Facts,
  type Verdict,
} from '../publication-facts.ts';
import { feedArticles } from '../feed-articles.ts';
import { publicationMessages as told } from '../messages.ts';
import type { Output } from './output.ts';

/** A flash briefing has the newest articles, of one that plays them those that were made for that. */
export const inBriefing: Output<'alexaFB'> = async (app, facts, channels) => {
  const choices = channels.map(({ settings }) => briefingOf(facts.project, settings));
  const places = new Map<boolean, Place>();
  for (const plays of new Set(choices.map((choice) => choice.plays)))
    places.set(plays, await placeIn(app, facts, plays));
  return choices.map(({ limit, plays }) => verdictOf(facts, places.get(plays)!, limit));
};

interface Place {
  /** How many of those that briefings have are newer, as far as any has. */
  newer: number;
  isListed: boolean;
  /** Of what Alexa plays; null: there is nothing to wait for. */
  sound: 'coming' | 'failed' | null;
}

async function placeIn({ db: { sql } }: App, facts: Facts, plays: boolean): Promise<Place> {
  const { id, projectId, publishAt, addedAt } = facts.article;
  const since = publishAt ?? addedAt;
  const rows = await feedArticles(sql, projectId, { playable: true, flash: plays })
    .select(['a.id', inFeedsSince().as('since')])
    .limit(briefingItems.most)
    .execute();
  const isNewer = (row: { id: number; since: Date }): boolean =>
    row.since > since || (row.since.getTime() === since.getTime() && row.id > id);
  const place = {
    newer: rows.filter(isNewer).length,
    isListed: rows.some((row) => row.id === id),
    sound: null,
  };
  if (place.isListed || !plays || !facts.version) return place;
  const [rendition, chosen] = await Promise.all([
    sql
      .selectFrom('Rendition')
      .select('error')
      .where('version', '=', facts.version.version)
      .where('format', '=', 'flash')
      .executeTakeFirst(),
    articlesForFlash(sql, projectId).select(['a.id', 'r.progress']).execute(),
  ]);
  if (rendition?.error != null) return { ...place, sound: 'failed' };
  const isChosen = chosen.some((row) => row.id === id && row.progress !== 100);
  return { ...place, sound: isChosen ? 'coming' : null };
}

function verdictOf(facts: Facts, { newer, isListed, sound }: Place, limit: number): Verdict {
  if (isListed && newer < limit) return publishedVerdict(told.PUBLICATION_IN_BRIEFING());
  if (!facts.version || facts.article.status === 'rejected' || facts.isEmbargoed)
    return notReadyVerdict(facts);
  if (newer >= limit) return excludedVerdict(told.PUBLICATION_NOT_AMONG_NEWEST({ most: limit }));
  if (sound === 'failed') return excludedVerdict(told.PUBLICATION_BRIEFING_FAILED());
  if (sound === 'coming') return pendingVerdict(told.PUBLICATION_BRIEFING_COMING());
  return facts.article.status === 'ready'
    ? excludedVerdict(told.PUBLICATION_NOT_AMONG_NEWEST({ most: briefingItems.most }))
    : notReadyVerdict(facts);
}
