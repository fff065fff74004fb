import { webAddress } from './markup-writer.ts';
import type { Podcast } from './podcast.ts';

/** A way to hear a podcast in an app. */
export interface PodcastApp {
  name: string;
  href: string;
}

/**
 * The common podcast apps: the podcast's page there where it has one, else a link with which the app
 * subscribes to the feed.
 */
export function podcastApps({ address, listings }: Pick<Podcast, 'address' | 'listings'>): PodcastApp[] {
  const encoded = encodeURIComponent(address);
  const bare = address.replace(/^https?:\/\//, '');
  const apps: [name: string, href: string | null][] = [
    ['Apple Podcasts', webAddress(listings.apple) ?? `podcast://${bare}`],
    ['Spotify', webAddress(listings.spotify)],
    ['YouTube Music', webAddress(listings.youtube)],
    ['Amazon Music', webAddress(listings.amazon)],
    ['Overcast', `overcast://x-callback-url/add?url=${encoded}`],
    ['Pocket Casts', `pktc://subscribe/${bare}`],
    ['AntennaPod', `https://antennapod.org/deeplink/subscribe?url=${encoded}`],
    ['Castro', `castros://subscribe/${bare}`],
    ['Podcast Addict', `podcastaddict://${bare}`],
  ];
  return apps.flatMap(([name, href]) => (href === null ? [] : [{ name, href }]));
}
