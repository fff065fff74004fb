import type { Playlist } from '../../../../prisma/generated/client/client.ts';
import type { App } from '../../../kernel/app.ts';
import type { JoinedAudio } from '../../library/joined-audio/joined-audio.ts';

/** `empty`: no item is playable; `failed`: see `error`. */
export const playlistStatuses = ['ready', 'in_progress', 'failed', 'empty'] as const;

/** How it is about the file that a playlist is joined to. */
export interface PlaylistStatus {
  status: (typeof playlistStatuses)[number];
  /** Percent. */
  progress: number;
  error: string | null;
  /** The same as notices, as their column has them. */
  errorNotices: unknown;
  /** Base name; null until it is ready. */
  file: string | null;
  /** Milliseconds. */
  durationMs: number | null;
  bytes: number | null;
}

export const keyOfJoined = ({ key }: JoinedAudio): string => key;

/** Joined files by their keys. */
export const loadJoined = ({ db }: App, keys: readonly string[]): Promise<JoinedAudio[]> =>
  db.prisma.joinedAudio.findMany({ where: { key: { in: [...keys] } } });

export function statusOf(
  { joinedError, joinedErrorNotices }: Pick<Playlist, 'joinedError' | 'joinedErrorNotices'>,
  joined: JoinedAudio | null,
): PlaylistStatus {
  const nothing = { progress: 0, error: null, errorNotices: null, file: null, durationMs: null, bytes: null };
  if (joinedError !== null)
    return { ...nothing, status: 'failed', error: joinedError, errorNotices: joinedErrorNotices };
  if (!joined) return { ...nothing, status: 'empty' };
  const { key, state, progress, error, errorNotices, durationMs, bytes } = joined;
  if (state === 'ready') return { ...nothing, status: 'ready', progress: 100, file: key, durationMs, bytes };
  return state === 'failed'
    ? { ...nothing, status: 'failed', error, errorNotices }
    : { ...nothing, status: 'in_progress', progress };
}
