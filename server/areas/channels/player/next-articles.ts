import type { App } from '../../../kernel/app.ts';
import { publicNowCondition } from '../../library/publishing/embargo-condition.ts';
import type { PublicChannel } from '../channels/public-channel.ts';
import type { PlayerItem } from './config-schema.ts';
import { playerArticleSelect, type PlayerTarget } from './find-player-article.ts';
import { itemOf } from './player-item.ts';
import type { PlayerRequest } from './player-request.ts';

/** Articles that follow the page's own. */
const most = 5;
/** Articles that are looked at: of some there is nothing for who has not subscribed. */
const lookedAt = 20;

/** Returns the project's newest articles that this listener may play, without the page's own. */
export async function nextArticles(
  app: App,
  channel: PublicChannel<'player'>,
  { article, isSubscriber }: PlayerTarget,
  question: PlayerRequest,
): Promise<PlayerItem[]> {
  const articles = await app.db.prisma.article.findMany({
    where: {
      projectId: channel.projectId,
      id: { not: article.id },
      deletedAt: null,
      audio: { not: null },
      AND: publicNowCondition(),
      studioAudio: null,
    },
    orderBy: [{ addedAt: 'desc' }, { id: 'desc' }],
    take: lookedAt,
    select: playerArticleSelect,
  });
  return articles
    .map((next) => itemOf(app, channel, { article: next, isSubscriber }, question))
    .filter(({ state }) => state === 'ready')
    .slice(0, most);
}
