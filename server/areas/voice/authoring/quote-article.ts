import type { App } from '../../../kernel/app.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { ExpectedError } from '../../../lib/expected-error.ts';
import { chargedCharacters, costEur, type PricedVoice } from '../../../speech/prices.ts';
import { labelMaxCharacters, labelsMax, urlMaxCharacters } from '../../../product.ts';
import { normaliseText } from '../../../text/normalise-text.ts';
import { webAddressProblem } from '../../../text/web-address.ts';
import { tidyLabels } from '../../articles/articles/input.ts';
import { spellByRules } from '../../articles/normalization/spell-pieces.ts';
import { dictionariesFor } from '../dictionaries/dictionaries-for.ts';
import { accessProject, type Project } from '../../access/project-access/access.ts';
import { charactersToday } from '../../projects/projects/project-usage.ts';
import { applyRules } from '../../library/rules/rule-engine.ts';
import { loadRules } from '../../library/rules/load-rules.ts';
import type { RuleOutcome } from '../../library/rules/rule-outcome.ts';
import { projectReadings } from '../../articles/normalization/project-readings.ts';
import { voiceByRule, type OwnVoice } from '../voicing/voice-delivery.ts';
import { cutUnitsMax, cutLongText, hasTags, silence, tag } from '../voicing/cut-long-text.ts';
import { NothingToVoiceError, planVoicing, type PlannedChunk } from '../voicing/voicing-plan.ts';
import { policy } from './policy.ts';
import { articleMessages } from '../../articles/articles/messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';

/** What an article would be, and cost, before anything of it is voiced. */
export interface ArticleQuote {
  /** Code points that would be voiced at most: what was voiced before costs nothing. */
  characters: number;
  /** Characters that this takes from the balance and from the daily limit at most. */
  charged: number;
  /** About how long it would sound. */
  durationMs: number;
  /** EUR at most, at the list price of the project's voice. */
  cost: number;
  /**
   * Whether a language model spells out the text, which is not asked for a quote: the rules' words are
   * counted for its.
   */
  isEstimate: boolean;
  /** Characters that the daily limit leaves for today (UTC); null: there is no limit. */
  leftToday: number | null;
  /**
   * What a rule would do instead of having it voiced, which then costs nothing unless it is only held; null:
   * none would.
   */
  ruling: QuotedRuleOutcome | null;
}

/** A rule that keeps an article from being voiced. */
export interface QuotedRuleOutcome {
  /** Where the article would go. */
  status: 'ready' | 'waiting' | 'errored' | 'rejected';
  rule: string;
}

/** An article that is being written. */
export interface QuotedArticle {
  projectId: number;
  title: string;
  text: string;
  /** Checked by rules; an incomplete URL matches no rule. */
  url?: string | null | undefined;
  /** Looked at by rules. */
  labels?: readonly string[] | null | undefined;
}

/**
 * What speech needs for a character where a project has voiced nothing yet: about 150 words of six characters
 * in a minute.
 */
const usualMsPerCharacter = 65;
/** Finished files that tell how fast the project's voice speaks. */
const measuredFiles = 20;

/**
 * Returns the length and price of an article that is being written. Applies the project's rules, spells out
 * the text, applies its dictionaries, and splits it as for generation. No language model is called. Parts
 * that cannot be generated yet, such as an incomplete voice tag, are counted as written.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `text`, `url` and `labels`
 * when they are too long for an article
 */
export async function quoteArticle(app: App, actor: Actor, article: QuotedArticle): Promise<ArticleQuote> {
  const project = await accessProject(app.db.sql, actor, article.projectId, policy.quoteArticle);
  const { title, text } = article;
  const outcome = await applyProjectRules(app, project, validateForQuote(app, article));
  const ruling = rulingOf(outcome);
  const isVoiced = ruling === null || ruling.status === 'waiting';
  const reckoned = isVoiced
    ? ((await reckon(app, project, title, text, outcome)) ?? asWritten(project, title, text))
    : nothing;
  return {
    characters: reckoned.characters,
    charged: Math.ceil(reckoned.charged),
    durationMs: Math.round(reckoned.written * (await msPerCharacter(app, project.id))),
    cost: reckoned.cost,
    isEstimate: (project.normalization || outcome.normalizationModel !== null) && app.languageModel !== null,
    leftToday: await charactersLeftToday(app, project),
    ruling,
  };
}

/** Characters that a project's daily limit leaves for today (UTC); null: there is no limit. */
export async function charactersLeftToday(app: App, project: Project): Promise<number | null> {
  if (!project.limitEnabled) return null;
  return Math.max(0, project.limitPerDay - (await charactersToday(app, project.id)));
}

/**
 * What rules look at of an article that is being written. @throws ValidationError on `text`, `url` and
 * `labels` when they are too long for an article
 */
export function validateForQuote(app: App, article: Omit<QuotedArticle, 'projectId'>): RuledArticle {
  const { title, text } = article;
  const max = app.config.articleMaxCharacters;
  if (text.length > max)
    throw new ValidationError([
      { field: 'text', ...kernelMessages.TOO_LONG_BY_COUNT({ most: max, count: text.length }) },
    ]);
  const url = article.url?.trim() || null;
  const labels = tidyLabels(article.labels ?? []);
  const errors: FieldError[] = [];
  if (url && url.length > urlMaxCharacters)
    errors.push({ field: 'url', ...kernelMessages.TOO_LONG({ most: urlMaxCharacters }) });
  if (labels.length > labelsMax)
    errors.push({ field: 'labels', ...articleMessages.TOO_MANY_LABELS({ most: labelsMax }) });
  if (labels.some((label) => label.length > labelMaxCharacters))
    errors.push({ field: 'labels', ...articleMessages.LABEL_TOO_LONG({ most: labelMaxCharacters }) });
  if (errors.length > 0) throw new ValidationError(errors);
  return { title, text, url: url && webAddressProblem(url) === null ? url : null, labels };
}

interface RuledArticle {
  title: string;
  text: string;
  url: string | null;
  labels: readonly string[];
}

/** What the project's rules make of the article once its text is final. */
export async function applyProjectRules(
  app: App,
  project: Project,
  article: RuledArticle,
): Promise<RuleOutcome> {
  const rules = (await loadRules(app.db.sql, project.id)).filter(({ enabled }) => enabled);
  return applyRules(rules, {
    ...article,
    voice: `${project.voiceProvider}:${project.voiceName}`,
    status: 'parsed',
  });
}

export function rulingOf({ status }: RuleOutcome): QuotedRuleOutcome | null {
  return status && status.to !== 'processing' ? { status: status.to, rule: status.rule } : null;
}

interface Reckoned {
  /** Code points that are spoken, and those of what is written for them. */
  characters: number;
  written: number;
  charged: number;
  /** EUR. */
  cost: number;
}

const nothing: Reckoned = { characters: 0, written: 0, charged: 0, cost: 0 };

/** As the article would be planned; null where that is not possible. */
async function reckon(
  app: App,
  project: Project,
  title: string,
  text: string,
  {
    skipTitle,
    skipText,
    chunkStrategy,
    voices,
    voiceToVoice,
    normalizationModel,
    leftAsWritten,
  }: RuleOutcome,
): Promise<Reckoned | null> {
  const normalised = { title: normaliseText(title).replace(/\s+/g, ' '), text: normaliseText(text) };
  if (normalised.text.length > cutUnitsMax && hasTags(normalised.text)) return null;
  const { voiceProvider, voiceName, voiceLanguage, voiceAdditionalSettings } = project;
  const own: OwnVoice = { voiceProvider, voiceName, voiceLanguage, voiceSettings: voiceAdditionalSettings };
  // Which of a rule's voices it is depends on the article, which is not there yet: the dearest is quoted.
  const candidates = voices.length > 0 ? voices.map((voice) => voiceByRule(own, voice)) : [own];
  const dictionaries = await dictionariesFor(app, { ...project, projectId: project.id });
  const reckoned: Reckoned[] = [];
  for (const voice of candidates) {
    try {
      const { chunks, spoken } = await planVoicing(
        app.speech,
        cutLongText,
        {
          ...silence,
          ...normalised,
          ...voice,
          skipTitle,
          skipText,
          strategy: chunkStrategy,
          voiceToVoice,
          readings: projectReadings(project, leftAsWritten),
        },
        project.normalization || normalizationModel !== null ? (pieces) => spellByRules(pieces) : null,
        dictionaries,
      );
      // What an article says twice is paid for once.
      const paid = [...new Map(chunks.map((chunk) => [chunk.key, chunk])).values()];
      const sum = (amount: (chunk: PlannedChunk) => number) =>
        paid.reduce((total, chunk) => total + amount(chunk), 0);
      reckoned.push({
        characters: sum(({ characters }) => characters),
        written: spokenCharacters(spoken),
        charged: sum(({ charged }) => charged),
        cost: sum(({ cost }) => cost) / 1_000_000,
      });
    } catch (error) {
      if (error instanceof NothingToVoiceError) return nothing;
      if (!(error instanceof ExpectedError)) throw error;
    }
  }
  return reckoned.reduce<Reckoned | null>(
    (dearest, one) => (dearest && dearest.cost >= one.cost ? dearest : one),
    null,
  );
}

/** Code points of an article as it is written, at the project's own voice. */
function asWritten(project: Project, title: string, text: string): Reckoned {
  const characters = spokenCharacters(title) + spokenCharacters(text);
  const voice = voiceOf(project);
  return {
    characters,
    written: characters,
    charged: chargedCharacters(voice, characters),
    cost: costEur(voice, characters),
  };
}

/** Code points of a text without its marks for voices; a line break is silence, which costs nothing. */
function spokenCharacters(text: string): number {
  let count = 0;
  for (const character of normaliseText(text).replace(tag, '')) if (character !== '\n') count++;
  return count;
}

/** As the project's last files sound, pauses and music included. */
async function msPerCharacter(app: App, projectId: number): Promise<number> {
  // Lengths are the database's to count: the texts stay there.
  const { duration, characters } = await app.db.sql
    .selectFrom((eb) =>
      eb
        .selectFrom('Article as a')
        .innerJoin('Audio as v', 'v.version', 'a.audio')
        .where('a.projectId', '=', projectId)
        .where('a.deletedAt', 'is', null)
        .orderBy('a.addedAt', 'desc')
        .orderBy('a.id', 'desc')
        .limit(measuredFiles)
        .select(({ fn }) => ['v.durationMs', fn<number>('char_length', ['v.text']).as('characters')])
        .as('file'),
    )
    .select(({ fn }) => [
      fn.sum<number | null>('file.durationMs').as('duration'),
      fn.sum<string | null>('file.characters').as('characters'),
    ])
    .executeTakeFirstOrThrow();
  return Number(characters) > 0 ? Number(duration) / Number(characters) : usualMsPerCharacter;
}

function voiceOf({ voiceProvider, voiceName, voiceAdditionalSettings: { model } }: Project): PricedVoice {
  return { provider: voiceProvider, voice: voiceName, model: typeof model === 'string' ? model : undefined };
}
