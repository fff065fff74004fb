import type { App } from '../../../kernel/app.ts';
import { articleAt } from '../../articles/addresses.ts';
import { readPlayed } from '../../player/find-played.ts';
import { itemOf } from '../../player/played-item.ts';
import { leftOut, notReady, published, type Facts, type Verdict } from '../facts.ts';
import { publicationMessages as told } from '../messages.ts';
import type { Output } from './output.ts';

/** All players of a project play an article alike, but those of the studio, which nobody comes to here. */
export const inPlayer: Output<'player'> = async (app, facts, channels) => {
  const verdict = await verdictOf(app, facts, channels[0]!.id);
  return channels.map(() => verdict);
};

async function verdictOf(app: App, facts: Facts, id: number): Promise<Verdict> {
  const { article, project, version } = facts;
  const found = await readPlayed(app, { id, projectId: article.projectId }, article.id);
  if (!found) return notReady(facts);
  const item = itemOf(app, { project, slug: '' }, { article: found.article, isSubscriber: false }, {});
  if (item.state !== 'ready')
    return version && project.securityEnabled ? leftOut(told.PUBLICATION_FOR_SUBSCRIBERS()) : notReady(facts);
  const there = article.url === null ? null : await articleAt(app, article.projectId, article.url);
  if (there !== null && there !== article.id) return leftOut(told.PUBLICATION_OTHER_AT_URL());
  return published(there === null ? told.PUBLICATION_BY_NUMBER() : told.PUBLICATION_ON_PAGE(), {
    isTeaser: item.teaser,
  });
}
