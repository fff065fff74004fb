import type { App } from '../../../../kernel/app.ts';
import {
  excludedVerdict,
  notReadyVerdict,
  publishedVerdict,
  type Facts,
  type Verdict,
} from '../publication-facts.ts';
import { publicArticleFields, publicAudioOf } from '../public-audio.ts';
import { feedArticles } from '../feed-articles.ts';
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
  const listed = await feedArticles(app.db.sql, article.projectId, { playable: !includeNotReady })
    .select('a.id')
    .where('a.id', '=', article.id)
    .executeTakeFirst();
  if (!listed) return notReadyVerdict(facts);
  const heard = version && publicAudioOf(project, version);
  const sound = await publicArticleFields(app, heard);
  if (sound) return publishedVerdict(told.PUBLICATION_IN_FEED(), { isTeaser: sound.isTeaser });
  if (includeNotReady) return publishedVerdict(told.PUBLICATION_IN_FEED_SILENT());
  return excludedVerdict(heard ? told.PUBLICATION_FILE_MISSING() : told.PUBLICATION_FOR_SUBSCRIBERS());
}
