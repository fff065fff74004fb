import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { tenantOf } from '../../../kernel/tenant.ts';
import { ExpectedError } from '../../../lib/expected-error.ts';
import { anyOf, now } from '../../../lib/database/sql.ts';
import { nameOfModel } from '../../../language-models/language-model.ts';
import { normaliseText } from '../../../text/normalise-text.ts';
import { accessArticle, type Article } from '../../articles/articles/article.ts';
import { dictionariesFor } from '../dictionaries/dictionaries-for.ts';
import { spellFromCache } from '../../articles/normalization/spell-pieces.ts';
import { paywallOf } from '../../projects/paywall/paywall.ts';
import { secondTakesOf } from '../../review/review/speech-check/duplicate-takes.ts';
import type { RuleOutcome } from '../../library/rules/rule-outcome.ts';
import { projectReadings } from '../../articles/normalization/project-readings.ts';
import { cutUnitsMax, cutLongText, hasTags, silence } from '../voicing/cut-long-text.ts';
import { voiceByRule, type OwnVoice } from '../voicing/voice-delivery.ts';
import {
  invitationOf,
  NothingToVoiceError,
  planVoicing,
  type Plan,
  type PlannedChunk,
} from '../voicing/voicing-plan.ts';
import { policy } from './policy.ts';
import {
  validateForQuote,
  charactersLeftToday,
  applyProjectRules,
  rulingOf,
  type QuotedArticle,
  type QuotedRuleOutcome,
} from './quote-article.ts';

/** What saving an article would have voiced, before it is saved. */
export interface ChangeQuote {
  /** Chunks that are not there yet. */
  sentences: number;
  /** Those of them whose words already play, but would now sound different. */
  unedited: number;
  /** Code points of `sentences`. */
  characters: number;
  /** Characters that they take from the balance and from the daily limit. */
  charged: number;
  /** Code points that are there already, and cost nothing. */
  reused: number;
  /** EUR, at list price. */
  cost: number;
  /** Whether a language model has still to spell something out, for which the rules' words are counted. */
  isEstimate: boolean;
  /** Characters that the daily limit leaves for today (UTC); null: there is no limit. */
  leftToday: number | null;
  /** What a rule would do instead of having it voiced; null: none would. */
  ruling: QuotedRuleOutcome | null;
  /** Display names of the voice that plays, and of the new voice; null: the same one. */
  voiceChange: { before: string; after: string } | null;
}

/**
 * Returns what a change of an article would regenerate: plans it as after saving, and compares the plan with
 * the existing sounds. No language model is called. Null if unknown: the text cannot be generated as it is,
 * such as with an incomplete voice tag, or is long and has such tags.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `text`, `url` and `labels`
 * when they are too long for an article
 */
export async function quoteChange(
  app: App,
  actor: Actor,
  { id, ...given }: Omit<QuotedArticle, 'projectId'> & { id: number },
): Promise<ChangeQuote | null> {
  const article = await accessArticle(app.db.sql, actor, id, policy.quoteChange);
  const outcome = await applyProjectRules(app, article.project, validateForQuote(app, given));
  const ruling = rulingOf(outcome);
  const isVoiced = ruling === null || ruling.status === 'waiting';
  const planned = isVoiced ? await plan(app, article, given, outcome) : nothing;
  if (planned === null) return null;
  const { chunks, isEstimate } = planned;
  const there = await soundsOf(app, chunks);
  const missing = chunks.filter(({ key }) => !there.has(key));
  const paid = await paidOf(app, missing);
  const heard = missing.length > 0 ? await heardOf(app, article) : new Map<string, Heard>();
  const said = missing.map((chunk) => ({ chunk, before: heard.get(chunk.written ?? chunk.text) }));
  const other = said.find(
    ({ chunk, before }) =>
      before?.voice != null && (before.provider !== chunk.provider || before.voice !== chunk.request.voice),
  );
  const due = missing.filter(({ key }) => !paid.has(key));
  const sum = (among: readonly PlannedChunk[], amount: (chunk: PlannedChunk) => number) =>
    among.reduce((total, chunk) => total + amount(chunk), 0);
  return {
    sentences: missing.length,
    unedited: said.filter(({ before }) => before !== undefined).length,
    characters: sum(missing, ({ characters }) => characters),
    charged: Math.ceil(sum(due, ({ charged }) => charged)),
    reused: chunks.reduce((total, { key, characters }) => total + (there.has(key) ? characters : 0), 0),
    cost: sum(due, ({ cost }) => cost) / 1_000_000,
    isEstimate,
    leftToday: await charactersLeftToday(app, article.project),
    ruling,
    voiceChange: other
      ? {
          before: labelOf(app, other.before!.provider, other.before!.voice!),
          after: labelOf(app, other.chunk.provider, other.chunk.request.voice),
        }
      : null,
  };
}

interface Planned {
  /** Each sound once, as it is paid for. */
  chunks: PlannedChunk[];
  isEstimate: boolean;
}

const nothing: Planned = { chunks: [], isEstimate: false };

/** Returns null if the text cannot be generated as it is. */
async function plan(
  app: App,
  { id, project }: Article,
  given: { title: string; text: string },
  outcome: RuleOutcome,
): Promise<Planned | null> {
  const { skipTitle, skipText, chunkStrategy, voices, voiceToVoice, normalizationModel } = outcome;
  const text = normaliseText(given.text);
  if (text.length > cutUnitsMax && hasTags(text)) return null;
  const { voiceProvider, voiceName, voiceLanguage, voiceAdditionalSettings, failoverVoice } = project;
  const own: OwnVoice = { voiceProvider, voiceName, voiceLanguage, voiceSettings: voiceAdditionalSettings };
  // Of several voices that a rule names, an article always has the same.
  const ruled = voices[id % voices.length];
  const model =
    app.languageModels.find((one) => nameOfModel(one) === normalizationModel) ?? app.languageModel;
  const { signal } = new AbortController();
  const tenant = tenantOf(project);
  try {
    const planned = await planVoicing(
      app.speech,
      cutLongText,
      {
        ...silence,
        articleId: id,
        title: normaliseText(given.title).replace(/\s+/g, ' '),
        text,
        ...(ruled === undefined ? own : voiceByRule(own, ruled)),
        skipTitle,
        skipText,
        strategy: chunkStrategy,
        voiceToVoice,
        readings: projectReadings(project, outcome.leftAsWritten),
        paywall: paywallOf(project),
        secondTakes: {
          keys: await secondTakesOf(app.db.sql, id),
          voice: failoverVoice === null ? null : voiceByRule(own, failoverVoice),
        },
      },
      project.normalization || normalizationModel !== null
        ? (pieces) =>
            spellFromCache(app, pieces, { prompt: project.normalizationPrompt, tenant }, signal, model)
        : null,
      await dictionariesFor(app, { ...project, projectId: project.id }),
    );
    return { chunks: onceEach(planned), isEstimate: (planned.normalized?.fellBack ?? 0) > 0 };
  } catch (error) {
    if (error instanceof NothingToVoiceError) return nothing;
    if (error instanceof ExpectedError) return null;
    throw error;
  }
}

function onceEach({ chunks, teaser }: Plan): PlannedChunk[] {
  const invitation = invitationOf(teaser);
  const all = invitation ? [...chunks, invitation] : chunks;
  return [...new Map(all.map((chunk) => [chunk.key, chunk])).values()];
}

/** Returns which of these sounds exist, or are just being generated for another article. */
async function soundsOf(app: App, chunks: readonly PlannedChunk[]): Promise<ReadonlySet<string>> {
  if (chunks.length === 0) return new Set();
  const rows = await app.db.sql
    .selectFrom('Segment')
    .select('key')
    .where(
      'key',
      '=',
      anyOf(
        chunks.map(({ key }) => key),
        'text',
      ),
    )
    .where((eb) => eb.or([eb('state', '=', 'voiced'), eb('leaseUntil', '>=', now())]))
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** Returns which sounds were paid for before: a lost or forgotten one is regenerated for free. */
async function paidOf(app: App, chunks: readonly PlannedChunk[]): Promise<ReadonlySet<string>> {
  if (chunks.length === 0) return new Set();
  const keys = chunks.map(({ key }) => key);
  const rows = await app.db.sql
    .selectFrom('Charge')
    .select('segmentKey')
    .where('segmentKey', '=', anyOf(keys, 'text'))
    .execute();
  return new Set(rows.map(({ segmentKey }) => segmentKey));
}

interface Heard {
  provider: string;
  /** Null: it was voiced before that was kept. */
  voice: string | null;
}

/** Returns what currently plays of an article, by its written text. */
async function heardOf(app: App, { id, audio }: Article): Promise<Map<string, Heard>> {
  if (audio === null) return new Map();
  const rows = await app.db.sql
    .selectFrom('Chunk as c')
    .innerJoin('Segment as s', 's.key', 'c.segmentKey')
    .select(['c.text', 'c.written', 's.provider', 's.voice'])
    .where('c.articleId', '=', id)
    .where('c.version', '=', audio)
    .execute();
  return new Map(rows.map(({ text, written, ...heard }) => [written ?? text, heard]));
}

const labelOf = ({ speech }: App, provider: string, voice: string): string =>
  speech.findVoice(`${provider}:${voice}`)?.label ?? voice;
