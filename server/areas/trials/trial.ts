import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor, ActorNow } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { asItComes } from '../../kernel/as-it-comes.ts';
import { kernelMessages } from '../../kernel/messages.ts';
import { tenantOf } from '../../kernel/tenant.ts';
import { whileAsked } from '../../kernel/while-asked.ts';
import { ForeseenError } from '../../lib/foreseen-error.ts';
import { anyOf } from '../../lib/sql.ts';
import { normaliseText } from '../../text/normalise-text.ts';
import { accessProject, type Project } from '../project-access/access.ts';
import { spellByRules, spellPieces } from '../normalization/spell-pieces.ts';
import { applyRules, wouldMatch } from '../rules/engine.ts';
import type { RuleOutcome } from '../rules/outcome.ts';
import { SearchableText } from '../rules/rule-text.ts';
import { cutInTurns, silence } from '../voicing/cut-in-turns.ts';
import { ruledVoice, type OwnVoice } from '../voicing/delivery.ts';
import { planVoicing, type PlannedChunk, type Spell } from '../voicing/plan.ts';
import { prepare, type Draft, type Preparation, type Ways } from './drafts.ts';
import { EntryTally, type TriedEntry } from './entry-tally.ts';
import { policy } from './policy.ts';

/** Articles that a draft is tried on unless somebody says otherwise, and at most. */
export const triedUsually = 100;
export const triedMax = 500;
/** Where a language model is paid for each. */
export const triedWithModelMax = 10;
/** Articles that are shown, and sentences of each. */
const shown = { articles: 50, sentences: 20 };
/** Articles after which it is told how far it is. */
const told = 10;

/** A sentence as it is said now, and as it would be; null: it is not said. */
export interface TriedSentence {
  before: string | null;
  after: string | null;
}

export interface TriedArticle {
  articleId: number;
  /** Where it would go in place of being voiced; null: it would be voiced. */
  status: string | null;
  /** The first of those that would sound different. */
  sentences: TriedSentence[];
  changed: number;
}

/** What would become of articles with a draft. */
export interface Trial {
  examined: number;
  total: number;
  done: boolean;
  /** Articles that the conditions of a rule hold for; null: it is no rule. */
  matching: number | null;
  /** Articles that would change, their sentences that would sound different, and what voicing those costs. */
  changed: number;
  sentences: number;
  characters: number;
  charged: number;
  /** EUR, at list prices. */
  cost: number;
  articles: TriedArticle[];
  entries: TriedEntry[];
}

/** @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError, LimitReachedError */
export async function tryDraft(app: App, actor: Actor, order: TrialOrder): Promise<Trial> {
  return (await beginTrial(app, actor, order))(() => {}, new AbortController().signal);
}

/** The same as it comes in: each time all that is known so far, the last time with `done`. @throws as that */
export async function watchTrial(
  app: App,
  actorNow: ActorNow,
  order: TrialOrder,
): Promise<AsyncIterableIterator<Trial>> {
  return asItComes<Trial>(await beginTrial(app, await actorNow(), order));
}

export interface TrialOrder extends Draft {
  projectId: number;
  /** The newest so many articles. */
  articles?: number | null | undefined;
}

type Running = (tell: (trial: Trial) => void, stop: AbortSignal) => Promise<Trial>;

/** Checks who asks and for what. @returns what tries it */
async function beginTrial(
  app: App,
  actor: Actor,
  { projectId, articles, ...draft }: TrialOrder,
): Promise<Running> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.tryDraft);
  const most = draft.normalizationPrompt && app.languageModel ? triedWithModelMax : triedMax;
  const count = articles ?? Math.min(most, triedUsually);
  if (count < 1 || count > most)
    throw new ValidationError([
      { field: 'articles', ...kernelMessages.NOT_NUMBER_WITHIN({ least: 1, most }) },
    ]);
  const prepared = await prepare(app, actor, project, draft);
  return (tell, stop) =>
    whileAsked(app, project, (_, timeout) =>
      run(app, project, prepared, count, tell, AbortSignal.any([stop, timeout])),
    );
}

async function run(
  app: App,
  project: Project,
  prepared: Preparation,
  count: number,
  tell: (trial: Trial) => void,
  signal: AbortSignal,
): Promise<Trial> {
  const ids = await newest(app, project.id, count);
  const tally = new EntryTally(prepared.entries);
  let trial: Trial = {
    examined: 0,
    total: ids.length,
    done: false,
    matching: prepared.predicates === null ? null : 0,
    changed: 0,
    sentences: 0,
    characters: 0,
    charged: 0,
    cost: 0,
    articles: [],
    entries: tally.result(),
  };
  for (let at = 0; at < ids.length; at += told) {
    for (const article of await textsOf(app, ids.slice(at, at + told))) {
      signal.throwIfAborted();
      tally.count(prepared.after.dictionaries, project, article);
      trial = added(trial, await tryOn(app, project, prepared, article, signal));
      await nextTurn();
    }
    trial = { ...trial, entries: tally.result() };
    tell(trial);
  }
  return { ...trial, done: true };
}

type ArticleText = Awaited<ReturnType<typeof textsOf>>[number];

/** What a draft does to one article. */
interface Tried {
  matches: boolean;
  article: TriedArticle | null;
  /** What would have to be voiced. */
  chunks: readonly PlannedChunk[];
}

function added(trial: Trial, { matches, article, chunks }: Tried): Trial {
  const sum = (of: 'characters' | 'charged' | 'cost'): number =>
    chunks.reduce((total, chunk) => total + chunk[of], 0);
  return {
    ...trial,
    examined: trial.examined + 1,
    matching: trial.matching === null ? null : trial.matching + (matches ? 1 : 0),
    changed: trial.changed + (article ? 1 : 0),
    sentences: trial.sentences + (article?.changed ?? 0),
    characters: trial.characters + sum('characters'),
    charged: trial.charged + sum('charged'),
    cost: trial.cost + sum('cost') / 1_000_000,
    articles:
      article && trial.articles.length < shown.articles ? [...trial.articles, article] : trial.articles,
  };
}

async function tryOn(
  app: App,
  project: Project,
  { before, after, predicates }: Preparation,
  article: ArticleText,
  signal: AbortSignal,
): Promise<Tried> {
  const facts = factsOf(project, article);
  const matches =
    predicates !== null &&
    wouldMatch(predicates, {
      ...facts,
      title: new SearchableText(article.title),
      text: new SearchableText(article.text),
    });
  const [now, then] = [applyRules(before.rules, facts), applyRules(after.rules, facts)];
  const said = await chunksOf(app, project, article, before, now, signal);
  const tried = await chunksOf(app, project, article, after, then, signal);
  const sentences = differences(said, tried);
  const status = then.status && then.status.to !== now.status?.to ? then.status.to : null;
  const known = new Set(said.map(({ key }) => key));
  const fresh = new Map(tried.filter(({ key }) => !known.has(key)).map((chunk) => [chunk.key, chunk]));
  return {
    matches,
    chunks: [...fresh.values()],
    article:
      sentences.length === 0 && status === null
        ? null
        : {
            articleId: article.id,
            status,
            changed: sentences.length,
            sentences: sentences.slice(0, shown.sentences),
          },
  };
}

const factsOf = ({ voiceProvider, voiceName }: Project, { title, text, url, labels }: ArticleText) => ({
  title,
  text,
  url,
  labels,
  voice: `${voiceProvider}:${voiceName}`,
  status: 'parsed' as const,
});

/** What would be voiced of an article; nothing where it would not, or cannot be. */
async function chunksOf(
  app: App,
  project: Project,
  { id, title, text }: ArticleText,
  { dictionaries, prompt }: Ways,
  outcome: RuleOutcome,
  signal: AbortSignal,
): Promise<PlannedChunk[]> {
  const { status, voices, skipTitle, skipText, chunkStrategy, voiceToVoice, normalizationModel } = outcome;
  if (status && status.to !== 'processing' && status.to !== 'waiting') return [];
  const { voiceProvider, voiceName, voiceLanguage, voiceAdditionalSettings } = project;
  const own: OwnVoice = { voiceProvider, voiceName, voiceLanguage, voiceSettings: voiceAdditionalSettings };
  const ruled = voices[id % voices.length];
  const isSpelled = prompt !== undefined || project.normalization || normalizationModel !== null;
  const spell: Spell = (pieces) =>
    prompt === undefined
      ? spellByRules(pieces, signal)
      : spellPieces(app, pieces, { prompt, tenant: tenantOf(project) }, signal);
  try {
    const { chunks } = await planVoicing(
      app.speech,
      cutInTurns,
      {
        ...silence,
        articleId: id,
        title: normaliseText(title).replace(/\s+/g, ' '),
        text: normaliseText(text),
        ...(ruled === undefined ? own : ruledVoice(own, ruled)),
        skipTitle,
        skipText,
        strategy: chunkStrategy,
        voiceToVoice,
      },
      isSpelled ? spell : null,
      dictionaries,
    );
    return chunks;
  } catch (error) {
    if (error instanceof ForeseenError) return [];
    throw error;
  }
}

/** Sentences that would sound different, side by side: those that begin at the same place of the text. */
function differences(before: readonly PlannedChunk[], after: readonly PlannedChunk[]): TriedSentence[] {
  const placeOf = ({ written, text }: PlannedChunk): string => written ?? text;
  const [old, fresh] = [new Set(before.map(({ key }) => key)), new Set(after.map(({ key }) => key))];
  const gone = Map.groupBy(
    before.filter(({ key }) => !fresh.has(key)),
    placeOf,
  );
  const sentences: TriedSentence[] = after
    .filter(({ key }) => !old.has(key))
    .map((chunk) => ({ before: gone.get(placeOf(chunk))?.shift()?.text ?? null, after: chunk.text }));
  for (const left of gone.values())
    for (const { text } of left) sentences.push({ before: text, after: null });
  return sentences;
}

async function newest({ db }: App, projectId: number, count: number): Promise<number[]> {
  const articles = await db.sql
    .selectFrom('Article')
    .select('id')
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .where('text', '<>', '')
    .orderBy('addedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return articles.map(({ id }) => id);
}

const textsOf = ({ db }: App, ids: readonly number[]) =>
  db.sql
    .selectFrom('Article')
    .select(['id', 'title', 'text', 'url', 'labels'])
    .where('id', '=', anyOf(ids, 'int'))
    .orderBy('addedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
