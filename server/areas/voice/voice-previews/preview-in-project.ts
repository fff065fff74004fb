import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { normaliseText } from '../../../text/normalise-text.ts';
import { dictionariesFor } from '../dictionaries/dictionaries-for.ts';
import { countMailboxUse, declareMailboxRates } from '../../access/identity/mailbox-rate-limit.ts';
import { isStudioOnly } from '../../access/identity/studio-only-account.ts';
import { accessProject, type Project } from '../../access/project-access/access.ts';
import { screenText } from '../../../kernel/screen-text.ts';
import { voiceChoiceMessages } from '../../library/voices/messages.ts';
import { knownVoice, previewVoice, type Preview, type VoicePreview } from '../../library/voices/voices.ts';
import { pronounceText } from '../voicing/pronounce-pieces.ts';
import { policy } from './policy.ts';

/**
 * Generates a voice preview for an editor, with the dictionaries of a project. The sample sentence, and text
 * given in phonemes, stay as they are.
 * @param projectId null: no project's
 * @param remoteAddress address of the caller
 * @throws NotFoundError, NotAllowedError for the project, and as `previewVoice`
 */
export async function previewInProject(
  app: App,
  actor: Actor,
  { projectId, remoteAddress, ...input }: VoicePreview & { projectId: number | null; remoteAddress: string },
): Promise<Preview> {
  const text = normaliseText(input.text ?? '');
  if (text && actor.kind === 'user' && (await isStudioOnly(app.db.sql, actor.userId)))
    return previewVoice(app, actor, { ...input, text: await openingOf(app, actor, text, remoteAddress) });
  if (projectId === null || !text || input.phonemes?.trim()) return previewVoice(app, actor, input);
  const project = await accessProject(app.db.sql, actor, projectId, policy.previewVoice);
  return previewVoice(app, actor, await pronounceInProject(app, project, { ...input, text }));
}

/** Texts that people of the studio hear for nothing, and how much of each. */
const openings = declareMailboxRates('Free voice previews in the studio', { burst: 20, everyMs: 600_000 });
const openingCharacters = 100;

/**
 * Returns the beginning of a text that a studio user hears before paying minutes for it: enough to judge a
 * voice by.
 * @throws LimitReachedError, ValidationError on `text` where moderation rejects it
 */
async function openingOf(app: App, actor: Actor, text: string, remoteAddress: string): Promise<string> {
  await countMailboxUse(app, openings, actor, remoteAddress, voiceChoiceMessages.TOO_MANY_VOICE_PREVIEWS());
  await screenText(app, text);
  return Array.from(text).slice(0, openingCharacters).join('');
}

/**
 * Applies a project's dictionaries to a text: a channel's or a playlist's own words are pronounced as in its
 * articles.
 * @throws ValidationError on `voice`
 */
export async function pronounceInProject(
  app: App,
  { id, organizationId }: Pick<Project, 'id' | 'organizationId'>,
  input: VoicePreview & { text: string },
): Promise<VoicePreview> {
  const voice = knownVoice(app, input.voice, input.language ?? undefined);
  const request = {
    voice: voice.name,
    language: voice.language,
    model: input.model ?? undefined,
    settings: input.settings ?? {},
  };
  const dictionaries = await dictionariesFor(app, { projectId: id, organizationId });
  const text = normaliseText(input.text);
  return { ...input, ...(await pronounceText(app.speech, dictionaries, { voice, request }, text)) };
}
