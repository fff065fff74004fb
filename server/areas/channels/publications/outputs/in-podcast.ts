import { sql as raw } from 'kysely';
import type { App } from '../../../../kernel/app.ts';
import { anyOf } from '../../../../lib/database/sql.ts';
import { episodeArticles } from '../../episodes/assign-articles.ts';
import { publicEpisodes } from '../../episodes/episodes.ts';
import {
  pendingVerdict,
  excludedVerdict,
  notReadyVerdict,
  publishedVerdict,
  type Facts,
  type Verdict,
} from '../publication-facts.ts';
import { publicArticleFields, publicEpisodeAudio, isBehindPaywall } from '../public-audio.ts';
import { publicationMessages as told } from '../messages.ts';
import type { Output, OutputChannel } from './output.ts';

/** A podcast has an article in one episode. */
export const inPodcast: Output<'podcast'> = async (app, facts, channels) => {
  const [episodes, isMaterial] = await Promise.all([
    episodesWith(
      app,
      facts.article.id,
      channels.map(({ id }) => id),
    ),
    isForEpisodes(app, facts),
  ]);
  return Promise.all(
    channels.map((channel) => {
      const episode = episodes.find(({ channelId }) => channelId === channel.id);
      return episode ? verdictIn(app, facts, episode) : verdictOutside(facts, channel, isMaterial);
    }),
  );
};

/** The episodes that have the article, of all these podcasts. */
async function episodesWith({ db: { sql } }: App, articleId: number, channelIds: readonly number[]) {
  const others = raw<string>`(SELECT count(*) FROM "EpisodeArticle" o WHERE o."episodeId" = e."id") - 1`;
  const isHeard = publicEpisodes(sql)
    .select('e.id')
    .where(raw<boolean>`e."id" = x."episodeId"`);
  return sql
    .selectFrom('EpisodeArticle as x')
    .innerJoin('Episode as e', 'e.id', 'x.episodeId')
    .select([
      'x.channelId',
      'e.title',
      'e.file',
      'e.durationMs',
      'e.bytes',
      'e.error',
      'e.createdAt',
      'e.publishedAt',
    ])
    .select(({ exists, selectFrom }) => [
      others.as('others'),
      exists(isHeard).as('isHeard'),
      exists(
        selectFrom('EpisodeArticle as o')
          .innerJoin('Article as a', 'a.id', 'o.articleId')
          .select('a.id')
          .whereRef('o.episodeId', '=', 'e.id')
          .where('a.deletedAt', 'is not', null),
      ).as('hasDeleted'),
    ])
    .where('x.articleId', '=', articleId)
    .where('x.channelId', '=', anyOf(channelIds, 'int'))
    .execute();
}

type EpisodeRow = Awaited<ReturnType<typeof episodesWith>>[number];

/** Whether podcasts put the article into an episode. */
async function isForEpisodes({ db: { sql } }: App, { article, version }: Facts): Promise<boolean> {
  if (!version) return false;
  const { rows } = await raw`
    SELECT 1 FROM (${episodeArticles(article.projectId)}) a WHERE a."id" = ${article.id}`.execute(sql);
  return rows.length > 0;
}

async function verdictIn(app: App, facts: Facts, episode: EpisodeRow): Promise<Verdict> {
  const { title, file, durationMs, bytes, error, createdAt, publishedAt, isHeard, hasDeleted } = episode;
  const alone = Number(episode.others) === 0;
  if (!isHeard || file === null || publishedAt === null) {
    if (hasDeleted) return pendingVerdict(told.PUBLICATION_EPISODE_ANEW());
    if (error !== null) return excludedVerdict(told.PUBLICATION_EPISODE_FAILED());
    return facts.version && !facts.isEmbargoed
      ? pendingVerdict(told.PUBLICATION_EPISODE_COMING())
      : notReadyVerdict(facts);
  }
  const heard = publicEpisodeAudio(facts.project, { file, durationMs, bytes }, alone ? facts.version : null);
  const sound = await publicArticleFields(app, heard);
  if (sound)
    return publishedVerdict(
      alone ? told.PUBLICATION_EPISODE() : told.PUBLICATION_IN_EPISODE({ episode: title }),
      { isTeaser: sound.isTeaser, publishedAt: publishedAt > createdAt ? publishedAt : createdAt },
    );
  if (heard) return excludedVerdict(told.PUBLICATION_FILE_MISSING());
  return excludedVerdict(
    alone ? told.PUBLICATION_FOR_SUBSCRIBERS() : told.PUBLICATION_GROUPED_FOR_SUBSCRIBERS(),
  );
}

function verdictOutside(
  facts: Facts,
  { settings: { groupingType, groupingAmount } }: OutputChannel<'podcast'>,
  isMaterial: boolean,
): Verdict {
  if (!isMaterial) return notReadyVerdict(facts);
  if (groupingType !== null && isBehindPaywall(facts.project))
    return excludedVerdict(told.PUBLICATION_GROUPED_FOR_SUBSCRIBERS());
  switch (groupingType) {
    case 'group':
      return pendingVerdict(told.PUBLICATION_GROUP_COMING({ amount: groupingAmount }));
    case 'daily':
      return pendingVerdict(told.PUBLICATION_DAY_COMING());
    case 'weekly':
      return pendingVerdict(told.PUBLICATION_WEEK_COMING());
    default:
      return pendingVerdict(told.PUBLICATION_EPISODE_COMING());
  }
}
