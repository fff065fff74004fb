import { sql as raw } from 'kysely';
import type { App } from '../../../kernel/app.ts';
import { anyOf } from '../../../lib/sql.ts';
import { episodeArticles } from '../../episodes/assign.ts';
import { heardEpisodes } from '../../episodes/episodes.ts';
import { coming, leftOut, notReady, published, type Facts, type Verdict } from '../facts.ts';
import { audible, heardInEpisode, isReserved } from '../heard-by-everybody.ts';
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
  const isHeard = heardEpisodes(sql)
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
    if (hasDeleted) return coming(told.PUBLICATION_EPISODE_ANEW());
    if (error !== null) return leftOut(told.PUBLICATION_EPISODE_FAILED());
    return facts.version && !facts.isEmbargoed ? coming(told.PUBLICATION_EPISODE_COMING()) : notReady(facts);
  }
  const heard = heardInEpisode(facts.project, { file, durationMs, bytes }, alone ? facts.version : null);
  const sound = await audible(app, heard);
  if (sound)
    return published(alone ? told.PUBLICATION_EPISODE() : told.PUBLICATION_IN_EPISODE({ episode: title }), {
      isTeaser: sound.isTeaser,
      publishedAt: publishedAt > createdAt ? publishedAt : createdAt,
    });
  if (heard) return leftOut(told.PUBLICATION_FILE_MISSING());
  return leftOut(alone ? told.PUBLICATION_FOR_SUBSCRIBERS() : told.PUBLICATION_GROUPED_FOR_SUBSCRIBERS());
}

function verdictOutside(
  facts: Facts,
  { settings: { groupingType, groupingAmount } }: OutputChannel<'podcast'>,
  isMaterial: boolean,
): Verdict {
  if (!isMaterial) return notReady(facts);
  if (groupingType !== null && isReserved(facts.project))
    return leftOut(told.PUBLICATION_GROUPED_FOR_SUBSCRIBERS());
  switch (groupingType) {
    case 'group':
      return coming(told.PUBLICATION_GROUP_COMING({ amount: groupingAmount }));
    case 'daily':
      return coming(told.PUBLICATION_DAY_COMING());
    case 'weekly':
      return coming(told.PUBLICATION_WEEK_COMING());
    default:
      return coming(told.PUBLICATION_EPISODE_COMING());
  }
}
