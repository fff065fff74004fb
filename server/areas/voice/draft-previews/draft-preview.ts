import type { Actor, ActorNow } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { CooperativeYield } from '../../../lib/threads/cooperative-yield.ts';
import { latestValues } from '../../../kernel/latest-values.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import { runInteractive } from '../../../kernel/run-interactive.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { prepare, type Draft } from './drafts.ts';
import { EntryTally, type PreviewEntry } from './entry-tally.ts';
import { policy } from './policy.ts';
import {
  readVersions,
  textsOf,
  previewArticle,
  type ArticlePreviewOutcome,
  type PreviewArticle,
  type ArticlePreviewContext,
} from './preview-article.ts';

/** Default and maximum number of articles that a draft is previewed on. */
export const previewArticlesDefault = 100;
export const previewArticlesMax = 500;
/** Where a language model is paid for each. */
export const previewArticlesWithModelMax = 10;
/** Where the page of each is read from the publisher's server. */
export const previewPagesMax = 100;
export const previewPagesDefault = 20;
/** Articles that are shown. */
const shown = 50;
/** Number of articles after which progress is reported, and number of pages that are read concurrently. */
const told = { articles: 10, pages: 5 };

/** Effects of a draft on articles. */
export interface DraftPreview {
  /** Fewer than in all where the time did not suffice. */
  examined: number;
  total: number;
  /** Of those examined the ones whose page could not be read. */
  unread: number;
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
  articles: PreviewArticle[];
  entries: PreviewEntry[];
}

/** @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError, LimitReachedError */
export async function previewDraft(
  app: App,
  actor: Actor,
  order: DraftPreviewRequest,
): Promise<DraftPreview> {
  return (await beginPreview(app, actor, order))(() => {}, new AbortController().signal);
}

/** The same as it comes in: each time all that is known so far, the last time with `done`. @throws as that */
export async function watchDraftPreview(
  app: App,
  actorNow: ActorNow,
  order: DraftPreviewRequest,
): Promise<AsyncIterableIterator<DraftPreview>> {
  return latestValues<DraftPreview>(await beginPreview(app, await actorNow(), order));
}

export interface DraftPreviewRequest extends Draft {
  projectId: number;
  /** Number of newest articles to check. */
  articles?: number | null | undefined;
}

type Running = (tell: (preview: DraftPreview) => void, stop: AbortSignal) => Promise<DraftPreview>;

/** Checks caller and input. @returns a function that runs the preview */
async function beginPreview(
  app: App,
  actor: Actor,
  { projectId, articles, ...draft }: DraftPreviewRequest,
): Promise<Running> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.tryDraft);
  const { most, usually } = limitsOf(app, draft);
  const count = articles ?? usually;
  if (count < 1 || count > most)
    throw new ValidationError([
      { field: 'articles', ...kernelMessages.NOT_NUMBER_WITHIN({ least: 1, most }) },
    ]);
  const prepared = await runInteractive(app, project, () => prepare(app, actor, project, draft), 'previews');
  return (tell, stop) =>
    runInteractive(
      app,
      project,
      (extraction, timeout) => run({ app, project, prepared, extraction }, count, tell, { stop, timeout }),
      'previews',
    );
}

function limitsOf(app: App, draft: Draft): { most: number; usually: number } {
  if (draft.extractorRules) return { most: previewPagesMax, usually: previewPagesDefault };
  if (draft.normalizationPrompt && app.languageModel)
    return { most: previewArticlesWithModelMax, usually: previewArticlesWithModelMax };
  return { most: previewArticlesMax, usually: previewArticlesDefault };
}

async function run(
  trying: ArticlePreviewContext,
  count: number,
  tell: (preview: DraftPreview) => void,
  { stop, timeout }: { stop: AbortSignal; timeout: AbortSignal },
): Promise<DraftPreview> {
  const { app, project, prepared } = trying;
  const signal = AbortSignal.any([stop, timeout]);
  const readsPages = prepared.after.extractorRules !== undefined;
  const atOnce = readsPages ? told.pages : told.articles;
  const ids = await newest(app, project.id, count, readsPages);
  const turns = new CooperativeYield();
  const tally = new EntryTally(prepared.drafts, prepared.dictionaryId);
  let preview: DraftPreview = {
    examined: 0,
    total: ids.length,
    unread: 0,
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
  try {
    for (let at = 0; at < ids.length; at += atOnce) {
      const articles = await textsOf(app, project.id, ids.slice(at, at + atOnce));
      const read = await Promise.all(articles.map((article) => readVersions(trying, article, signal)));
      for (const versions of read) {
        signal.throwIfAborted();
        if (versions) {
          await tally.count(prepared.after.dictionaries, project, versions.after);
          preview = added(preview, await previewArticle(trying, versions, signal));
        } else preview = { ...preview, examined: preview.examined + 1, unread: preview.unread + 1 };
        await turns.pause();
      }
      preview = { ...preview, entries: tally.result() };
      tell(preview);
    }
  } catch (error) {
    // After a timeout, returns what is known.
    if (!timeout.aborted || stop.aborted) throw error;
  }
  return { ...preview, entries: tally.result(), done: true };
}

function added(preview: DraftPreview, { matches, article, chunks }: ArticlePreviewOutcome): DraftPreview {
  const sum = (of: 'characters' | 'charged' | 'cost'): number =>
    chunks.reduce((total, chunk) => total + chunk[of], 0);
  return {
    ...preview,
    examined: preview.examined + 1,
    matching: preview.matching === null ? null : preview.matching + (matches ? 1 : 0),
    changed: preview.changed + (article ? 1 : 0),
    sentences: preview.sentences + (article?.changed ?? 0),
    characters: preview.characters + sum('characters'),
    charged: preview.charged + sum('charged'),
    cost: preview.cost + sum('cost') / 1_000_000,
    articles: article && preview.articles.length < shown ? [...preview.articles, article] : preview.articles,
  };
}

async function newest({ db }: App, projectId: number, count: number, withPage: boolean): Promise<number[]> {
  const articles = await db.sql
    .selectFrom('Article')
    .select('id')
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .where('text', '<>', '')
    .$if(withPage, (query) => query.where('url', 'is not', null))
    .orderBy('addedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return articles.map(({ id }) => id);
}
