import {
  excludedVerdict,
  notReadyVerdict,
  publishedVerdict,
  type Facts,
  type Verdict,
} from '../publication-facts.ts';
import { skillArticles, skillArticlesMax } from '../feed-articles.ts';
import { publicationMessages as told } from '../messages.ts';
import type { Output } from './output.ts';

/** All skills of a project play the same articles. */
export const inSkill: Output<'alexaSkill'> = async ({ db: { sql } }, facts, channels) => {
  const teasers = facts.project.securityEnabled;
  const rows = await skillArticles(sql, facts.article.projectId, { teasers }).select('a.id').execute();
  const verdict = verdictOf(
    facts,
    rows.some(({ id }) => id === facts.article.id),
  );
  return channels.map(() => verdict);
};

function verdictOf(facts: Facts, isPlayed: boolean): Verdict {
  const { article, version, project, isEmbargoed } = facts;
  if (isPlayed) return publishedVerdict(told.PUBLICATION_IN_SKILL(), { isTeaser: project.securityEnabled });
  if (article.status !== 'ready' || !version || isEmbargoed) return notReadyVerdict(facts);
  return excludedVerdict(
    project.securityEnabled && version.teaser === null
      ? told.PUBLICATION_FOR_SUBSCRIBERS()
      : told.PUBLICATION_NOT_AMONG_NEWEST({ most: skillArticlesMax }),
  );
}
