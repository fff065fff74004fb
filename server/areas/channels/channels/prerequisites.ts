import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { requireFeature } from '../../../kernel/features.ts';
import { accessProject } from '../../access/project-access/access.ts';
import type { Category } from './kinds/kind.ts';
import { kindOf, type ChannelType } from './kinds/registry.ts';
import { policy } from './policy.ts';
import { freeSlug } from './slugs.ts';
import { channelSounds, soundsFor, type ChannelSound } from './channel-sounds.ts';

/** What the form of a new channel needs to know. */
export interface ChannelPrerequisites {
  projectId: number;
  /** The slug that it would get now. */
  slug: string;
  /** Base name of the audio of the newest article that is ready, which previews play; null: there is none. */
  preview: string | null;
  introAudio: ChannelSound[];
  outroAudio: ChannelSound[];
  nextNewsAudio: ChannelSound[];
  categories: readonly Category[];
}

/** @throws NotSignedInError, NotFoundError, NotAllowedError (without the feature of the type, too) */
export async function channelPrerequisites(
  app: App,
  actor: Actor,
  { projectId, type }: { projectId: number; type: ChannelType },
): Promise<ChannelPrerequisites> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.prepareChannel);
  const kind = kindOf(type)!;
  if (kind.feature) requireFeature(project, kind.feature);
  const [sounds, slug, newest] = await Promise.all([
    channelSounds(app, projectId),
    freeSlug(app.db.sql, project.name, kind.path),
    app.db.sql
      .selectFrom('Article')
      .select('audio')
      .where('projectId', '=', projectId)
      .where('deletedAt', 'is', null)
      .where('status', '=', 'ready')
      .orderBy('addedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return {
    projectId,
    slug,
    preview: newest?.audio ?? null,
    introAudio: soundsFor(sounds, 'intro'),
    outroAudio: soundsFor(sounds, 'outro'),
    nextNewsAudio: soundsFor(sounds, 'next'),
    categories: kind.categories,
  };
}
