import type { App } from '../../../kernel/app.ts';
import { displayedPictureUrl } from '../../articles/articles/picture.ts';
import type { Signature } from '../../articles/articles/audio-access.ts';
import type { PublicChannel } from '../channels/public-channel.ts';
import type { PlayerItem } from './config-schema.ts';
import type { PlayerTarget } from './find-player-article.ts';

/** States from which an article may still become ready without an editor. */
const moving: readonly string[] = ['waiting', 'processing', 'retry'];

/**
 * Returns an article's player item: in full, or as its teaser if the project has a paywall and the request
 * was not signed. Access is checked when the file is requested; this only chooses the file.
 */
export function itemOf(
  { config }: Pick<App, 'config'>,
  {
    project,
    slug,
  }: { project: Pick<PublicChannel['project'], 'paywall' | 'securityEnabled' | 'cover'>; slug: string },
  { article, isSubscriber }: PlayerTarget,
  { timestamp, signature }: Partial<Signature>,
): PlayerItem {
  const { id, projectId, guid, title, url, imageUrl, status, audio: version, playable } = article;
  const guarded = project.paywall || project.securityEnabled;
  const teaser = guarded && !isSubscriber ? (playable?.teaser ?? null) : null;
  // Without a teaser, listeners without a subscription get nothing, unless the full audio is public.
  const file = teaser ?? (project.securityEnabled && !isSubscriber ? null : version);
  const signed =
    isSubscriber && project.securityEnabled
      ? `?${new URLSearchParams({ timestamp: timestamp!, signature: signature! })}`
      : '';
  const whole = file !== null && teaser === null;
  const address = (path: string): string => `${config.publicUrl}${path}${signed}`;
  const ready = file !== null && playable !== null;
  return {
    id,
    projectId,
    externalId: guid,
    title,
    url,
    audio: ready ? address(`/download/audio/${file}.mp3`) : null,
    au: ready ? file : '',
    durationMs: (teaser === null ? playable?.durationMs : playable?.teaserMs) ?? 0,
    state: ready ? 'ready' : moving.includes(status) && file === version ? 'inProgress' : 'gone',
    teaser: teaser !== null,
    highlight: ready && whole ? address(`/player/${slug}/words/${file}`) : null,
    transcript: ready && whole ? address(`/download/audio/${file}.vtt`) : null,
    image:
      displayedPictureUrl(imageUrl) ??
      (project.cover === null ? null : `${config.publicUrl}/download/image/${project.cover}`),
    chapters: [],
  };
}
