import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { requireFeature } from '../../../kernel/features.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { renderPreview, soundFinder, speech } from '../../voice/voice-previews/preview-channel.ts';
import type { Preview } from '../../library/voices/voices.ts';
import { policy } from './policy.ts';
import { speakWords } from './spoken-words-audio.ts';
import { soundMessages } from '../../library/sounds/messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';

/**
 * Speaks an item's own title and text in the project's voice. The file may be an item's `customFile`.
 * @throws NotSignedInError, NotFoundError, NotAllowedError (without the feature, too), ValidationError on
 * `text`, LimitReachedError when the
 *   voice cannot speak now
 */
export async function processAudio(
  app: App,
  actor: Actor,
  {
    projectId,
    title,
    text,
  }: { projectId: number; title?: string | null | undefined; text?: string | null | undefined },
): Promise<Preview> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.processPlaylistAudio);
  requireFeature(project, 'playlist');
  const words = [title?.trim(), text?.trim()].filter(Boolean);
  if (words.length === 0) throw new ValidationError([{ field: 'text', ...kernelMessages.FIELD_REQUIRED() }]);
  return speakWords(app, actor, project, 'text', words.join('\n\n'));
}

/**
 * Returns a preview of an intro, an outro or the audio between two items: a sound, by file or name, and the
 * words after it.
 * @throws NotSignedInError, NotFoundError, ValidationError on `text` or `file`, LimitReachedError when the
 * voice is unavailable
 */
export async function previewText(
  app: App,
  actor: Actor,
  {
    projectId,
    text,
    file,
  }: { projectId: number; text?: string | null | undefined; file?: string | null | undefined },
): Promise<Preview> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.previewPlaylistText);
  const [sound] = (await soundFinder(app, project))('file', file?.trim());
  const words = text?.trim() ? await speech(app, actor, project, 'text', text.trim()) : null;
  const parts = [sound, words].filter((part) => part !== null && part !== undefined);
  if (parts.length === 0)
    throw new ValidationError([{ field: 'text', ...soundMessages.NOTHING_TO_PREVIEW() }]);
  return renderPreview(app, actor, project, parts);
}
