import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import type { Project } from '../../access/project-access/access.ts';
import { pronounceInProject } from '../../voice/voice-previews/preview-in-project.ts';
import { speakText, type Preview, type VoicePreview } from '../../library/voices/voices.ts';

/** Maximum text of a custom item: the limit of one request to any speech service. */
export const wordsMaxCharacters = 1_200;

/**
 * What is known of spoken words lies beside them, until nothing has used them for as long as previews are
 * kept.
 */
export const wordsFolder = 'playlists';
const wordsName = /^playlist-[0-9a-f]{32}$/;

/** Returns a project's voice in the format for previews. */
export function voiceOf({
  voiceProvider,
  voiceName,
  voiceLanguage,
  voiceAdditionalSettings,
}: Project): VoicePreview {
  const { style, model, ...settings } = voiceAdditionalSettings;
  const chosen = (value: unknown): string | undefined =>
    typeof value === 'string' && value !== '' ? value : undefined;
  return {
    voice: `${voiceProvider}:${voiceName}`,
    language: voiceLanguage,
    style: chosen(style),
    model: chosen(model),
    settings,
  };
}

/**
 * Speaks words in a project's voice, by its dictionaries, and keeps them for a playlist. The same words in
 * the same voice are spoken once.
 * @param field that an error names
 * @throws NotSignedInError, NotAllowedError for programs that only read, ValidationError on `field`,
 * LimitReachedError when the voice cannot
 *   speak now
 */
export async function speakWords(
  app: App,
  actor: Actor,
  project: Project,
  field: string,
  text: string,
): Promise<Preview> {
  try {
    return await speakText(
      app,
      actor,
      await pronounceInProject(app, project, { ...voiceOf(project), text }),
      { name: 'playlist', folder: wordsFolder, max: wordsMaxCharacters },
    );
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError(error.fieldErrors.map((problem) => ({ ...problem, field })));
  }
}

/** How long spoken words are, in milliseconds; null: there are none of this name. */
export async function durationOfWords({ storage }: App, file: string): Promise<number | null> {
  if (!wordsName.test(file)) return null;
  const kept = await storage.get(`${wordsFolder}/${file}.json`);
  return kept ? (JSON.parse(Buffer.from(kept).toString()) as { durationMs: number }).durationMs : null;
}
