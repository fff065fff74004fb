import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { voiceLabel } from '../../../speech/local/voice-label.ts';
import type { FolderProblem, LocalModel } from '../../../speech/local/local-model.ts';
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
}

export interface InstalledVoiceReport {
  /** Path of the folder on the server. */
  folder: string;
  voices: InstalledVoice[];
  problems: readonly FolderProblem[];
}

/** What lies in the voices folder of this process. @throws NotAllowedError */
export function listInstalledVoices({ speech }: App, actor: Actor): InstalledVoiceReport {
  requireAdmin(actor);
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
    })),
    problems: installed.problems,
  };
}
