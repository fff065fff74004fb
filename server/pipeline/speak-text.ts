import { createHash } from 'node:crypto';
import { voiceSettings } from '../areas/access/project-access/voice-values.ts';
import type { Tables } from '../../prisma/generated/tables.ts';
import type { App } from '../kernel/app.ts';
import { audioFile } from '../storage/files.ts';
import { isSpeakable, normaliseText } from '../text/normalise-text.ts';
import type { Selectable } from 'kysely';
import { dictionariesFor } from '../areas/voice/dictionaries/dictionaries-for.ts';
import { ownDelivery } from '../areas/voice/voicing/voice-delivery.ts';
import { pronounceText } from '../areas/voice/voicing/pronounce-pieces.ts';

/** Generated previews expire; one that is requested again after this many milliseconds is marked as used. */
const fresh = 7 * 86_400_000;
const longest = 60_000;

type Speaker = Pick<
  Selectable<Tables['Project']>,
  'id' | 'organizationId' | 'voiceProvider' | 'voiceName' | 'voiceLanguage' | 'voiceAdditionalSettings'
>;

/**
 * Returns the file of a short text in a project's voice, with its dictionaries, cached like a preview and
 * likewise free; null: there is nothing to speak.
 * @throws UnknownVoiceError, ProviderError, and what the voice and the storage throw
 */
export async function speakText(
  app: App,
  project: Speaker,
  given: string,
  signal: AbortSignal,
): Promise<string | null> {
  const written = normaliseText(given);
  if (!written) return null;
  const voiceAdditional = voiceSettings.parse(project.voiceAdditionalSettings);
  const { voice, request } = ownDelivery(app.speech, { ...project, voiceSettings: voiceAdditional });
  const dictionaries = await dictionariesFor(app, {
    projectId: project.id,
    organizationId: project.organizationId,
  });
  const { text, ...said } = await pronounceText(app.speech, dictionaries, { voice, request }, written);
  if (!isSpeakable(text)) return null;
  const file = `spoken-${createHash('sha256')
    .update(JSON.stringify([voice.provider, { ...request, ...said }, text]))
    .digest('hex')
    .slice(0, 40)}`;
  const mark = `previews/${file}.json`;
  const [kept, marked] = [await app.storage.stat(audioFile(file)), await app.storage.stat(mark)];
  if (!kept) {
    const { bytes } = await app.speech.preview(
      voice.provider,
      { ...request, ...said, text },
      AbortSignal.any([signal, AbortSignal.timeout(longest)]),
    );
    await app.storage.put(audioFile(file), bytes);
  }
  if (!kept || !marked || marked.modifiedAt.getTime() < Date.now() - fresh)
    await app.storage.put(mark, Buffer.from('{}'));
  return file;
}
