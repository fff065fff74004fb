import type { App } from '../../../../kernel/app.ts';
import { articleAt } from '../../../articles/articles/addresses.ts';
import { readPlayerTarget } from '../../player/find-player-article.ts';
import { itemOf } from '../../player/player-item.ts';
import {
  excludedVerdict,
  notReadyVerdict,
  publishedVerdict,
  type Facts,
  type Verdict,
} from '../publication-facts.ts';
import { publicationMessages as told } from '../messages.ts';
import type { Output } from './output.ts';

/** All players of a project play an article alike, except those of the studio, which are not handled here. */
export const inPlayer: Output<'player'> = async (app, facts, channels) => {
  const verdict = await verdictOf(app, facts, channels[0]!.id);
  return channels.map(() => verdict);
};

async function verdictOf(app: App, facts: Facts, id: number): Promise<Verdict> {
  const { article, project, version } = facts;
  const found = await readPlayerTarget(app, { id, projectId: article.projectId }, article.id);
  if (!found) return notReadyVerdict(facts);
  const item = itemOf(app, { project, slug: '' }, { article: found.article, isSubscriber: false }, {});
  if (item.state !== 'ready')
    return version && project.securityEnabled
      ? excludedVerdict(told.PUBLICATION_FOR_SUBSCRIBERS())
      : notReadyVerdict(facts);
  const there = article.url === null ? null : await articleAt(app, article.projectId, article.url);
  if (there !== null && there !== article.id) return excludedVerdict(told.PUBLICATION_OTHER_AT_URL());
  return publishedVerdict(there === null ? told.PUBLICATION_BY_NUMBER() : told.PUBLICATION_ON_PAGE(), {
    isTeaser: item.teaser,
  });
}
