import type { App } from '../../../kernel/app.ts';
import { builtInSoundsFor, soundPath, uploadedSounds } from '../../library/sounds/sounds.ts';

/** A sound that a channel can use, by the label that people choose it by. */
export interface ChannelSound {
  label: string;
  /** Base name of its file, which settings keep. */
  file: string;
  /** Its path. */
  path: string;
  /** What a built-in one is meant for; null: it was uploaded. */
  kind: string | null;
}

/**
 * The sounds of projects, each with a label that no other of its project has. For callers who have read the
 * projects.
 */
export async function soundsOfProjects(
  app: App,
  projectIds: readonly number[],
): Promise<(ChannelSound & { projectId: number })[]> {
  const uploaded = await uploadedSounds(app, projectIds);
  return projectIds.flatMap((projectId) => {
    const labels = new Map<string, number>();
    const own = [
      ...uploaded.filter((sound) => sound.projectId === projectId),
      ...builtInSoundsFor(projectId),
    ];
    return own.map(({ name, file, kind }) => {
      const count = (labels.get(name) ?? 0) + 1;
      labels.set(name, count);
      return {
        projectId,
        label: count === 1 ? name : `${name} (${count})`,
        file,
        path: soundPath(file),
        kind,
      };
    });
  });
}

/** Those of one project. For callers who have read it. */
export const channelSounds = (app: App, projectId: number): Promise<ChannelSound[]> =>
  soundsOfProjects(app, [projectId]);

/** Those for one place: what was uploaded, and what is built in for it. */
export const soundsFor = (
  sounds: readonly ChannelSound[],
  place: 'intro' | 'outro' | 'next',
): ChannelSound[] => sounds.filter(({ kind }) => kind === null || kind === place || kind === 'logo');
