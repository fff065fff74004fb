import type { ArticleStatus } from '../../../../prisma/generated/client/enums.ts';
import type { ExtractorRule } from '../../../extraction/extraction-rules.ts';
import { ExtractionError } from '../../../extraction/extraction-error.ts';
import { UrlReplacementError } from '../../../extraction/replace-url.ts';
import type { Extraction } from '../../../extraction/extraction-threads.ts';
import type { App } from '../../../kernel/app.ts';
import { tenantOf } from '../../../kernel/tenant.ts';
import { ExpectedError } from '../../../lib/expected-error.ts';
import { FetchError } from '../../../lib/outbound/safe-fetch.ts';
import { anyOf } from '../../../lib/database/sql.ts';
import { normaliseText } from '../../../text/normalise-text.ts';
import { spellByRules, spellPieces } from '../../articles/normalization/spell-pieces.ts';
import type { Project } from '../../access/project-access/access.ts';
import { applyRules, matchesFacts } from '../../library/rules/rule-engine.ts';
import type { RuleOutcome } from '../../library/rules/rule-outcome.ts';
import { SearchableText } from '../../library/rules/rule-text.ts';
import { fetchPage } from '../../library/settings/try-extraction.ts';
import { loadReplacements } from '../../library/settings/url-replacements.ts';
import { projectReadings } from '../../articles/normalization/project-readings.ts';
import { cutLongText, silence } from '../voicing/cut-long-text.ts';
import { voiceByRule, type OwnVoice } from '../voicing/voice-delivery.ts';
import { planVoicing, type PlannedChunk, type Spell } from '../voicing/voicing-plan.ts';
import type { Preparation, PronunciationContext } from './drafts.ts';

/** Sentences that are shown of an article. */
const shown = 20;

/** A sentence as it is spoken now, and as it would be; null: not spoken. */
export interface PreviewSentence {
  before: string | null;
  after: string | null;
  /** Code by which a client requests the audio of each of the two. */
  beforeCode: string | null;
  afterCode: string | null;
}

export interface PreviewArticle {
  articleId: number;
  /** Where it would go in place of being voiced; null: it would be voiced. */
  status: ArticleStatus | null;
  /** The first of those that would sound different. */
  sentences: PreviewSentence[];
  changed: number;
}

/** What a draft does to one article. */
export interface ArticlePreviewOutcome {
  matches: boolean;
  article: PreviewArticle | null;
  /** What would have to be voiced. */
  chunks: readonly PlannedChunk[];
}

/** Who tries what. */
export interface ArticlePreviewContext {
  app: App;
  project: Project;
  prepared: Preparation;
  extraction: Extraction;
}

export type ArticleText = Awaited<ReturnType<typeof textsOf>>[number];

/** An article as it is read now, and as it would be. */
export interface Versions {
  before: ArticleText;
  after: ArticleText;
}

/** Articles of a project, the newest first. */
export const textsOf = ({ db }: App, projectId: number, ids: readonly number[]) =>
  db.sql
    .selectFrom('Article')
    .select(['id', 'title', 'text', 'url', 'labels'])
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .where('id', '=', anyOf(ids, 'int'))
    .orderBy('addedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();

/**
 * Returns an article as it is; for a draft of extractor rules, its page as extracted by the current rules and
 * by the draft.
 * @returns null: its page cannot be read
 */
export async function readVersions(
  { app, project, prepared: { before, after }, extraction }: ArticlePreviewContext,
  article: ArticleText,
  signal: AbortSignal,
): Promise<Versions | null> {
  if (!before.extractorRules || !after.extractorRules || !article.url)
    return { before: article, after: article };
  try {
    const replacements = await loadReplacements(app.db.sql, project.id);
    const url =
      replacements.length === 0 ? article.url : await extraction.replaceUrl(article.url, replacements);
    const page = await fetchPage(app, project, url, signal);
    const readBy = async (rules: readonly ExtractorRule[]): Promise<ArticleText> => {
      const contentType = page.headers['content-type'] ?? null;
      const { article: read } = await extraction.tryRules(page.bytes, {
        url: page.url,
        rules: [...rules],
        contentType,
      });
      const isTitled = article.title === '' || rules.some(({ rule }) => rule === 'title');
      const title = (isTitled && read?.title) || article.title;
      return { ...article, title, text: read?.text ?? '' };
    };
    return { before: await readBy(before.extractorRules), after: await readBy(after.extractorRules) };
  } catch (error) {
    if (
      error instanceof FetchError ||
      error instanceof ExtractionError ||
      error instanceof UrlReplacementError
    )
      return null;
    throw error;
  }
}

/** What a draft does to an article. @throws the signal's reason when aborted */
export async function previewArticle(
  trying: ArticlePreviewContext,
  versions: Versions,
  signal: AbortSignal,
): Promise<ArticlePreviewOutcome> {
  const {
    prepared: { before, after, predicates },
    project,
  } = trying;
  const matches = predicates !== null && matchesFacts(predicates, searchable(project, versions.after));
  const now = applyRules(before.rules, factsOf(project, versions.before));
  const then = applyRules(after.rules, factsOf(project, versions.after));
  const said = await chunksOf(trying, versions.before, before, now, signal);
  const tried = await chunksOf(trying, versions.after, after, then, signal);
  const sentences = differences(said, tried);
  const status = then.status && then.status.to !== now.status?.to ? then.status.to : null;
  const known = new Set(said.map(({ key }) => key));
  const fresh = new Map(tried.filter(({ key }) => !known.has(key)).map((chunk) => [chunk.key, chunk]));
  const isSame = sentences.length === 0 && status === null;
  return {
    matches,
    chunks: [...fresh.values()],
    article: isSame
      ? null
      : {
          articleId: versions.before.id,
          status,
          changed: sentences.length,
          sentences: sentences.slice(0, shown),
        },
  };
}

/**
 * Returns the sentence of an article for a code from a preview; undefined: its pronunciation has changed
 * since.
 */
export async function sentenceOf(
  trying: ArticlePreviewContext,
  versions: Versions,
  code: string,
  signal: AbortSignal,
): Promise<PlannedChunk | undefined> {
  const { project, prepared } = trying;
  for (const when of ['after', 'before'] as const) {
    const { [when]: ways } = prepared;
    const outcome = applyRules(ways.rules, factsOf(project, versions[when]));
    const chunks = await chunksOf(trying, versions[when], ways, outcome, signal);
    const found = chunks.find(({ key }) => key === code);
    if (found) return found;
  }
  return undefined;
}

const factsOf = ({ voiceProvider, voiceName }: Project, { title, text, url, labels }: ArticleText) => ({
  title,
  text,
  url,
  labels,
  voice: `${voiceProvider}:${voiceName}`,
  status: 'parsed' as const,
});

const searchable = (project: Project, article: ArticleText) => ({
  ...factsOf(project, article),
  title: new SearchableText(article.title),
  text: new SearchableText(article.text),
});

/** What would be voiced of an article; nothing where it would not, or cannot be. */
async function chunksOf(
  { app, project }: ArticlePreviewContext,
  { id, title, text }: ArticleText,
  { dictionaries, prompt }: PronunciationContext,
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
      cutLongText,
      {
        ...silence,
        articleId: id,
        title: normaliseText(title).replace(/\s+/g, ' '),
        text: normaliseText(text),
        ...(ruled === undefined ? own : voiceByRule(own, ruled)),
        skipTitle,
        skipText,
        strategy: chunkStrategy,
        voiceToVoice,
        readings: projectReadings(project, outcome.leftAsWritten),
      },
      isSpelled ? spell : null,
      dictionaries,
    );
    return chunks;
  } catch (error) {
    if (error instanceof ExpectedError) return [];
    throw error;
  }
}

/** Sentences that would sound different, side by side: those that begin at the same place of the text. */
function differences(before: readonly PlannedChunk[], after: readonly PlannedChunk[]): PreviewSentence[] {
  const placeOf = ({ written, text }: PlannedChunk): string => written ?? text;
  const [old, fresh] = [new Set(before.map(({ key }) => key)), new Set(after.map(({ key }) => key))];
  const gone = Map.groupBy(
    before.filter(({ key }) => !fresh.has(key)),
    placeOf,
  );
  const sentences = after
    .filter(({ key }) => !old.has(key))
    .map((chunk) => besideEachOther(gone.get(placeOf(chunk))?.shift() ?? null, chunk));
  for (const left of gone.values()) for (const chunk of left) sentences.push(besideEachOther(chunk, null));
  return sentences;
}

const besideEachOther = (before: PlannedChunk | null, after: PlannedChunk | null): PreviewSentence => ({
  before: before?.text ?? null,
  after: after?.text ?? null,
  beforeCode: before?.key ?? null,
  afterCode: after?.key ?? null,
});
