import { callerOf, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { countAgainstRate, declareRate } from '../../../kernel/rate-limit.ts';
import { tenantOf } from '../../../kernel/tenant.ts';
import { chunkText } from '../../../text/chunk-text.ts';
import { normaliseText } from '../../../text/normalise-text.ts';
import { isSpelled } from '../../../text/normalise/spell-out.ts';
import { spellingDiff } from '../../../text/normalise/spelling-diff.ts';
import type { SpelledOut } from '../../../text/normalise/spelling.ts';
import type { DiffPart } from '../../../text/text-diff.ts';
import { VoiceTagError } from '../../../text/voice-tags.ts';
import { projectReadings, type ReadingSettings } from './project-readings.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { policy } from './policy.ts';
import { spellPieces } from './spell-pieces.ts';
import { normalizationMessages } from './messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import type { Message } from '../../../lib/declare-messages.ts';

/** Characters that can be previewed at once. */
export const previewMax = 5_000;
const promptLength = { min: 10, max: 10_000 };
/** Previews of one caller: a model may be paid for them. */
const previews = declareRate('Previews of normalization', 'a caller', { burst: 30, everyMs: 4_000 });
/** How long an interactive request waits for a model, milliseconds. */
const longest = 60_000;

export interface NormalizationPreview {
  /** As it would be spoken. */
  text: string;
  diff: string | null;
  changes: DiffPart[] | null;
  /** Null: the rules spelled it out. */
  model: string | null;
  /** Why the rules stepped in for the model, somewhere or everywhere. */
  problem: Message | null;
  language: string;
  hasRules: boolean;
}

/** How classes of numbers and signs are read, to try it. Null or absent: as the project says. */
type ReadingChanges = { readonly [Name in keyof ReadingSettings]: string | null | undefined };

export interface PreviewNormalizationInput extends Partial<ReadingChanges> {
  projectId: number;
  text: string;
  /** Absent: the project's own. Null or empty: the default ones. */
  normalizationPrompt?: string | null | undefined;
}

/**
 * Spells out a text as an article of the project would be, whether the project has that turned on or not.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError, LimitReachedError
 */
export async function previewNormalization(
  app: App,
  actor: Actor,
  input: PreviewNormalizationInput,
): Promise<NormalizationPreview> {
  const project = await accessProject(app.db.sql, actor, input.projectId, policy.previewNormalization);
  const text = normaliseText(input.text);
  const given =
    input.normalizationPrompt === undefined
      ? project.normalizationPrompt
      : input.normalizationPrompt?.trim() || null;
  const problems: FieldError[] = [];
  if (!text) problems.push({ field: 'text', ...kernelMessages.FIELD_REQUIRED() });
  if (text.length > previewMax)
    problems.push({ field: 'text', ...normalizationMessages.NORMALIZED_TOO_LONG({ most: previewMax }) });
  if (given !== null && given.length < promptLength.min)
    problems.push({ field: 'normalizationPrompt', ...kernelMessages.TOO_SHORT({ least: promptLength.min }) });
  if (given !== null && given.length > promptLength.max)
    problems.push({
      field: 'normalizationPrompt',
      ...normalizationMessages.NORMALIZED_TOO_LONG({ most: promptLength.max }),
    });
  if (problems.length > 0) throw new ValidationError(problems);
  if (app.languageModel)
    await countAgainstRate(
      app,
      previews,
      callerOf(actor, ''),
      normalizationMessages.TOO_MANY_NORMALIZATIONS(),
    );
  const language = project.voiceLanguage;
  const readings = projectReadings({
    readPhoneNumbers: input.readPhoneNumbers ?? project.readPhoneNumbers,
    readYears: input.readYears ?? project.readYears,
    readDates: input.readDates ?? project.readDates,
    readUnits: input.readUnits ?? project.readUnits,
    readHandles: input.readHandles ?? project.readHandles,
  });
  const pieces = piecesOf(text, language).map((piece) => ({ ...piece, readings }));
  const { spellings, model, problem, asked, kept, fellBack } = await spellPieces(
    app,
    pieces,
    { prompt: given, tenant: tenantOf(project) },
    AbortSignal.timeout(longest),
  );
  const changes: SpelledOut[] = spellings.flatMap((spelling, index) =>
    spelling.changes.map((change) => ({ ...change, start: change.start + pieces[index]!.start })),
  );
  const diff = spellingDiff(text, changes);
  return {
    text: spoken(text, changes),
    diff,
    changes: diff === null ? null : (JSON.parse(diff) as DiffPart[]),
    model: asked + kept > fellBack ? model : null,
    problem,
    language,
    hasRules: isSpelled(language),
  };
}

/** The pieces that it would be voiced in. @throws ValidationError for voice tags that are wrong */
function piecesOf(text: string, language: string) {
  try {
    return chunkText(text, {
      strategy: 'sentences',
      language,
      limit: { unit: 'characters', value: previewMax },
    }).map(({ start, end, voice }) => ({
      start,
      text: text.slice(start, end),
      language: voice?.language ?? language,
      begins: start === 0 || /\n\s*$/.test(text.slice(Math.max(0, start - 20), start)),
    }));
  } catch (error) {
    if (error instanceof VoiceTagError) throw new ValidationError([{ field: 'text', ...error.told }]);
    throw error;
  }
}

function spoken(text: string, changes: readonly SpelledOut[]): string {
  let said = '';
  let at = 0;
  for (const { start, length, spoken: words } of changes) {
    said += text.slice(at, start) + words;
    at = start + length;
  }
  return said + text.slice(at);
}
