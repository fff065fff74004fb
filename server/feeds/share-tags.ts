import { escape } from './markup-writer.ts';

/** A page's metadata for sites that link to it. */
export interface SharedPage {
  title: string;
  description: string;
  /** Whose page it is. */
  site: string;
  url: string | null;
  image: string | null;
  /** Address of a public file. */
  audio: string | null;
  /** Address of a page that plays it in a frame, and the frame's size in pixels. */
  player: { url: string; width: number; height: number };
}

/** Elements of the head that say it: Open Graph (ogp.me), and the player card that X and others show. */
export function shareTags({ title, description, site, url, image, audio, player }: SharedPage): string {
  const property = ['og:type', 'og:title', 'og:site_name', 'og:url', 'og:image', 'og:audio'];
  const values = ['website', title, site, url, image, audio];
  const graph = property.map((name, at) => ['property', name, values[at]] as const);
  const card = Object.entries({
    'twitter:card': 'player',
    'twitter:title': title,
    'twitter:description': description.slice(0, 200),
    'twitter:image': image,
    'twitter:player': player.url,
    'twitter:player:width': String(player.width),
    'twitter:player:height': String(player.height),
  }).map(([name, value]) => ['name', name, value] as const);
  return [...graph, ...card]
    .filter(([, , value]) => value)
    .map(([attribute, name, value]) => `<meta ${attribute}="${name}" content="${escape(value!)}">`)
    .join('\n');
}
