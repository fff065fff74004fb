import type { App } from '../../../kernel/app.ts';
import { leftOut, notReady, published, type Facts, type Verdict } from '../facts.ts';
import { audible, heardOf } from '../heard-by-everybody.ts';
import { articlesInFeeds } from '../in-feeds.ts';
import { publicationMessages as told } from '../messages.ts';
import type { Output } from './output.ts';

/** Its feed has all articles, by pages. */
export const inJsonFeed: Output<'json'> = async (app, facts, channels) => {
  const known = new Map<boolean, Promise<Verdict>>();
  return Promise.all(
    channels.map(({ settings: { includeNotReady } }) => {
      const verdict = known.get(includeNotReady) ?? verdictOf(app, facts, includeNotReady);
      known.set(includeNotReady, verdict);
      return verdict;
    }),
  );
};

async function verdictOf(app: App, facts: Facts, includeNotReady: boolean): Promise<Verdict> {
  const { article, project, version } = facts;
  const listed = await articlesInFeeds(app.db.sql, article.projectId, { playable: !includeNotReady })
    .select('a.id')
    .where('a.id', '=', article.id)
    .executeTakeFirst();
  if (!listed) return notReady(facts);
  const heard = version && heardOf(project, version);
  const sound = await audible(app, heard);
  if (sound) return published(told.PUBLICATION_IN_FEED(), { isTeaser: sound.isTeaser });
  if (includeNotReady) return published(told.PUBLICATION_IN_FEED_SILENT());
  return leftOut(heard ? told.PUBLICATION_FILE_MISSING() : told.PUBLICATION_FOR_SUBSCRIBERS());
}
