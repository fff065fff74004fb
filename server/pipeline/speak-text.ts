import { createHash } from 'node:crypto';
import { voiceSettings } from '../areas/project-access/voice-values.ts';
import type { Tables } from '../../prisma/generated/tables.ts';
import type { App } from '../kernel/app.ts';
import { audioFile } from '../storage/files.ts';
import { normaliseText } from '../text/normalise-text.ts';
import type { Selectable } from 'kysely';
import { ownDelivery } from '../areas/voicing/delivery.ts';

/**
 * A spoken text goes with the previews; one that is wanted again after so many milliseconds is marked as new.
 */
const fresh = 7 * 86_400_000;
const longest = 60_000;

type Voice = Pick<
  Selectable<Tables['Project']>,
  'voiceProvider' | 'voiceName' | 'voiceLanguage' | 'voiceAdditionalSettings'
>;

/**
 * The file of a short text in a project's voice, kept like a preview and like one not charged; null: there is
 * nothing to be said.
 * @throws UnknownVoiceError, ProviderError, and what the voice and the storage throw
 */
export async function speakText(
  app: App,
  project: Voice,
  given: string,
  signal: AbortSignal,
): Promise<string | null> {
  const text = normaliseText(given);
  if (!text) return null;
  const voiceAdditional = voiceSettings.parse(project.voiceAdditionalSettings);
  const { voice, request } = ownDelivery(app.speech, { ...project, voiceSettings: voiceAdditional });
  const file = `spoken-${createHash('sha256')
    .update(JSON.stringify([voice.provider, request, text]))
    .digest('hex')
    .slice(0, 40)}`;
  const mark = `previews/${file}.json`;
  const [kept, marked] = [await app.storage.stat(audioFile(file)), await app.storage.stat(mark)];
  if (!kept) {
    const { bytes } = await app.speech.preview(
      voice.provider,
      { ...request, text },
      AbortSignal.any([signal, AbortSignal.timeout(longest)]),
    );
    await app.storage.put(audioFile(file), bytes);
  }
  if (!kept || !marked || marked.modifiedAt.getTime() < Date.now() - fresh)
    await app.storage.put(mark, Buffer.from('{}'));
  return file;
}
