import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { voiceLabel } from '../../../speech/local/voice-label.ts';
import { LOCAL_PROVIDER, type FolderProblem, type LocalModel } from '../../../speech/local/local-model.ts';
import { voiceInstallMessages } from '../../../speech/local/messages.ts';
import { messageOf, type Message } from '../../../lib/declare-messages.ts';
import type { VoiceInstallation } from '../../../speech/local/voice-installer.ts';
import type { Database } from '../../../lib/database/db.ts';
import { requireAdmin } from '../../access/identity/policy.ts';

/** A model in the voices folder, for the administrator. */
export interface InstalledVoice {
  id: string;
  label: string;
  family: LocalModel['files']['family'];
  /** BCP 47. */
  languages: string[];
  speakers: number;
  /** Bytes. */
  size: number;
  license: string | null;
  nonCommercial: boolean;
  /** How many projects read with one of its voices. */
  projects: number;
}

/** A voice that is being installed, or could not be. */
export interface VoiceInstallationReport extends Omit<VoiceInstallation, 'failure'> {
  label: string;
  /** Why it ended; null: it is running. */
  failure: Message | null;
}

export interface InstalledVoiceReport {
  /** Path of the folder on the server. */
  folder: string;
  voices: InstalledVoice[];
  installations: VoiceInstallationReport[];
  problems: readonly FolderProblem[];
}

/** What lies in the voices folder of this process. @throws NotAllowedError */
export async function listInstalledVoices({ speech, db }: App, actor: Actor): Promise<InstalledVoiceReport> {
  requireAdmin(actor);
  const [installations, projects] = await Promise.all([speech.installer.list(), countProjects(db)]);
  const { path, installed } = speech.installed;
  return {
    folder: path,
    voices: installed.models.map((model) => ({
      id: model.id,
      label: voiceLabel(model, { name: null }),
      family: model.files.family,
      languages: [...new Set(model.speakers.map(({ language }) => language))],
      speakers: model.speakers.length,
      size: model.size,
      license: model.license?.name ?? null,
      nonCommercial: model.license?.limits.includes('non-commercial') ?? false,
      projects: projects.get(model.id) ?? 0,
    })),
    installations: installations.map(({ failure, ...installation }) => ({
      ...installation,
      label: voiceLabel({ id: installation.name }, { name: null }),
      failure: failure && (messageOf(failure) ?? voiceInstallMessages.VOICE_INSTALL_INTERRUPTED()),
    })),
    problems: installed.problems,
  };
}

/** Numbers of projects by the model whose voice they use. */
async function countProjects({ prisma }: Database): Promise<Map<string, number>> {
  const rows = await prisma.project.groupBy({
    by: ['voiceName'],
    where: { voiceProvider: LOCAL_PROVIDER, deletedAt: null },
    _count: true,
  });
  const counts = new Map<string, number>();
  for (const { voiceName, _count } of rows) {
    const id = voiceName.split('#')[0]!;
    counts.set(id, (counts.get(id) ?? 0) + _count);
  }
  return counts;
}
