import type { FeedItem } from '../../../extraction/feed/feed.ts';
import type { App } from '../../../kernel/app.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { fetchMessages } from '../../../lib/messages.ts';
import { isAllowedHost, isPrivateHost } from '../../../lib/outbound/safe-fetch-address.ts';
import { imagePath } from '../../library/sounds/cover-images.ts';
import { webAddressProblem } from '../../../text/web-address.ts';

type Settings = Pick<App['config'], 'fetchAllowHosts' | 'publicUrl'>;

/**
 * Returns why a text is not a picture URL that listeners could load, or null. It is not fetched here, but
 * passed on to players, feeds and the dashboard. An uploaded picture is at an address of this installation.
 */
export function pictureProblem({ fetchAllowHosts, publicUrl }: Settings, value: string): Message | null {
  const problem = webAddressProblem(value);
  if (problem) return problem;
  if (value.startsWith(`${publicUrl}${imagePath('')}`)) return null;
  const url = new URL(value);
  return isPrivateHost(url) && !isAllowedHost(url, fetchAllowHosts)
    ? fetchMessages.FETCH_NOT_PUBLIC({ host: url.hostname })
    : null;
}

/** The picture that a page names, where it is one that listeners could load. */
export const pictureFrom = (config: Settings, address: string | null | undefined): string | null =>
  address && pictureProblem(config, address) === null ? address : null;

/** A picture where a page that is read over TLS can show it; null: it has none, or of another kind. */
export const displayedPictureUrl = (imageUrl: string | null): string | null =>
  imageUrl?.startsWith('https:') ? imageUrl : null;

/** The picture that comes with an item of a feed; null: none does. */
export const pictureOfItem = (config: Settings, item: FeedItem | null): string | null =>
  pictureFrom(config, item?.enclosures.find(({ type }) => type?.startsWith('image/'))?.url);
