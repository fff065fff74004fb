import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { partsMax, tidyRule } from './rule-check.ts';
import { matchesFacts } from './rule-engine.ts';
import type { Predicate, RuleFacts } from './rule-outcome.ts';
import { policy } from './policy.ts';
import { SearchableText } from './rule-text.ts';
import { ruleMessages } from './messages.ts';

/** Maximum number of articles to examine, newest first. */
export const examinedMax = 500;
/**
 * Maximum total length of these articles in characters: comparing that much takes about a quarter of a
 * second.
 */
const charactersMax = 4_000_000;
/** Articles that are read and compared at once; others have their turn after them. */
const batch = 25;

/** What conditions find among a project's articles. */
export interface RuleMatches {
  matching: number;
  examined: number;
  isAll: boolean;
}

/**
 * How many of a project's newest articles a rule with these conditions would be applied to: when their text
 * is final, or now that they are ready or errored. Their labels and voices are those that they have now.
 * @throws NotSignedInError, NotFoundError, ValidationError on `predicates`
 */
export async function countMatches(
  app: App,
  actor: Actor,
  projectId: number,
  given: Predicate[],
): Promise<RuleMatches> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.countMatches);
  if (given.length === 0 || given.length > partsMax)
    throw new ValidationError([
      { field: 'predicates', ...ruleMessages.RULE_CONDITION_COUNT({ most: partsMax }) },
    ]);
  const { predicates } = tidyRule(app, { name: 'Count', predicates: given, actions: [] });
  const readsText = predicates.some(({ subject }) => ['text', 'title_or_text', 'length'].includes(subject));
  const voice = `${project.voiceProvider}:${project.voiceName}`;
  const found: RuleMatches = { matching: 0, examined: 0, isAll: true };
  let characters = 0;
  for await (const articles of newest(app, projectId, readsText)) {
    for (const { title, text, url, labels, status } of articles) {
      if (found.examined === examinedMax || characters > charactersMax) return { ...found, isAll: false };
      const facts = {
        url,
        labels,
        voice,
        status: lateStatus(status),
        title: new SearchableText(title),
        text: new SearchableText(text),
      };
      if (matchesFacts(predicates, facts)) found.matching++;
      found.examined++;
      characters += title.length + text.length;
    }
    await setImmediate();
  }
  return found;
}

/** Rules that ask for a status are applied to articles that are ready or errored, too. */
const lateStatus = (status: string): RuleFacts['status'] =>
  status === 'ready' || status === 'errored' ? status : 'parsed';

/** What conditions look at, as it is stored. */
interface Examined {
  id: number;
  title: string;
  text: string;
  url: string | null;
  labels: string[];
  status: string;
  addedAt: Date;
}

/** A project's articles in batches, newest first; one more than are examined, to tell whether there are. */
async function* newest(app: App, projectId: number, readsText: boolean): AsyncGenerator<Examined[]> {
  let last: Examined | undefined;
  for (let read = 0; read <= examinedMax; read += batch) {
    const after = last;
    const articles: Examined[] = await app.db.sql
      .selectFrom('Article')
      .select([
        'id',
        'title',
        'url',
        'labels',
        'status',
        'addedAt',
        readsText ? 'text' : sql<string>`''`.as('text'),
      ])
      .where('projectId', '=', projectId)
      .where('deletedAt', 'is', null)
      .$if(after !== undefined, (query) =>
        query.where((eb) => eb(eb.refTuple('addedAt', 'id'), '<', eb.tuple(after!.addedAt, after!.id))),
      )
      .orderBy('addedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(batch)
      .execute();
    if (articles.length > 0) yield articles;
    if (articles.length < batch) return;
    last = articles.at(-1);
  }
}
