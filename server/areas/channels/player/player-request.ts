import type { Signature } from '../../articles/articles/audio-access.ts';
import type { PublicChannel } from '../channels/public-channel.ts';

/** What a page asks a player channel for. */
export interface PlayerRequest extends Partial<Signature> {
  /** Database id of the article. */
  article?: number | undefined;
  /** The publisher's own id: the GUID of a feed or of the API, or the article's URL. Goes before `url`. */
  externalId?: string | undefined;
  /** Address of the page, where the page does not know the article's id. */
  url?: string | undefined;
}

export type PlayerChannel = PublicChannel<'player' | 'playlistPlayer'>;
