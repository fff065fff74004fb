import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { OFFLINE_PROVIDER } from '../../../speech/offline-voices.ts';
import type { VoiceLicense } from '../../../speech/provider.ts';
import { LOCAL_PROVIDER } from '../../../speech/local/local-model.ts';
import { VoiceInstallError, type IndexedVoice } from '../../../speech/local/voice-index.ts';
import { voiceLabel } from '../../../speech/local/voice-label.ts';
import { recordAdministration } from '../../access/identity/administration-log.ts';
import { isAdmin, requireAdmin } from '../../access/identity/policy.ts';
import { listInstalledVoices, type InstalledVoiceReport } from './installed-voices.ts';

/** A voice of the index. */
export interface OfferedVoice {
  name: string;
  label: string;
  /** BCP 47. */
  language: string;
  /** Bytes. */
  size: number;
  license: string | null;
}

/** What can be installed, for the administrator. */
export interface VoiceIndexReport {
  address: string;
  /** BCP 47, sorted. */
  languages: string[];
  voices: OfferedVoice[];
  tooLarge: string[];
  /** Why the index cannot be read; null: it was read. */
  problem: Message | null;
}

/** What the index offers, in a language or all. @throws NotSignedInError, NotAllowedError */
export async function readVoiceIndex(
  { speech: { installer } }: App,
  actor: Actor,
  language: string | null | undefined,
): Promise<VoiceIndexReport> {
  requireAdmin(actor);
  const address = installer.index;
  try {
    const { voices, tooLarge } = await installer.offered();
    const all = voices.map(offeredVoice);
    return {
      address,
      languages: [...new Set(all.map((voice) => voice.language))].sort(),
      voices: all.filter((voice) => voice.language.startsWith(language ?? '')),
      tooLarge,
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof VoiceInstallError)) throw error;
    return { address, languages: [], voices: [], tooLarge: [], problem: error.told };
  }
}

const offeredVoice = ({ name, language, size, license }: IndexedVoice): OfferedVoice => ({
  name,
  label: voiceLabel({ id: name }, { name: null }),
  language: language.replace('_', '-'),
  size,
  license,
});

/**
 * Returns the license of a voice of the index; null if it names none, or cannot be read now.
 * @throws NotSignedInError, NotAllowedError
 */
export async function readIndexedLicense(
  { speech: { installer } }: App,
  actor: Actor,
  name: string,
): Promise<VoiceLicense | null> {
  requireAdmin(actor);
  try {
    return await installer.license(name);
  } catch (error) {
    if (error instanceof VoiceInstallError) return null;
    throw error;
  }
}

/** Begins to install a voice of the index. @throws ValidationError on `name` */
export async function installVoice(app: App, actor: Actor, name: string): Promise<InstalledVoiceReport> {
  requireAdmin(actor);
  await attempt(() => app.speech.installer.start(name));
  await recordAdministration(app.db.sql, actor, 'voice installed', { voice: name });
  return listInstalledVoices(app, actor);
}

/** Cancels an installation, or forgets a failed one. @throws NotSignedInError, NotAllowedError */
export async function cancelVoiceInstallation(
  app: App,
  actor: Actor,
  name: string,
): Promise<InstalledVoiceReport> {
  requireAdmin(actor);
  await app.speech.installer.cancel(name);
  return listInstalledVoices(app, actor);
}

/** Deletes an installed voice. @throws ValidationError on `name` */
export async function removeVoice(app: App, actor: Actor, name: string): Promise<InstalledVoiceReport> {
  requireAdmin(actor);
  await attempt(() => app.speech.installer.remove(name));
  await recordAdministration(app.db.sql, actor, 'voice removed', { voice: name });
  return listInstalledVoices(app, actor);
}

/** Whether an administrator can get better voices: there is only the offline engine. */
export function lacksNaturalVoices({ speech }: App, actor: Actor): boolean {
  if (!isAdmin(actor) || speech.installed.installed.models.length > 0) return false;
  return speech.providers
    .list()
    .every(({ id, unavailable }) => unavailable || id === OFFLINE_PROVIDER || id === LOCAL_PROVIDER);
}

async function attempt(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (error instanceof VoiceInstallError) throw new ValidationError([{ field: 'name', ...error.told }]);
    throw error;
  }
}
