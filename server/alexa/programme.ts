import { randomBytes, randomInt } from 'node:crypto';

/** Position of a listener in a play order. */
export interface Listening {
  /** Names the running order, so that what belongs to an earlier one is known. */
  playing: string;
  /** Ids of articles in playback order. */
  articles: number[];
  /** Index in `articles`. */
  position: number;
  /** Of the article, milliseconds. */
  offsetMs: number;
  /** Files in a row that could not be played. */
  failures: number;
  shuffle: boolean;
  loop: boolean;
  /** Whether everything was played. */
  ended: boolean;
}

/** Playable article. */
export interface Track {
  id: number;
  title: string;
  /** Base name of its file. */
  file: string;
}

/** Sounds of the channel around the articles: base names of files; null for none. */
export interface AroundSounds {
  intro: string | null;
  next: string | null;
  outro: string | null;
}

const parts = ['intro', 'article', 'next', 'outro'] as const;

/** One file of a running order; `position` is that of the article that it is, leads to or follows. */
export interface Item {
  part: (typeof parts)[number];
  position: number;
}

/** A programme: what there is to hear, and how it hangs together. */
export interface Programme {
  /** Newest first. */
  tracks: readonly Track[];
  sounds: AroundSounds;
}

/** An item's name in requests and answers. */
export const tokenOf = ({ playing }: Listening, { part, position }: Item): string =>
  `${playing}.${part}.${position}`;

/** The item that a token names; null: it belongs to an earlier play order, or is unknown. */
export function itemOf({ playing, articles }: Listening, token: string | undefined): Item | null {
  const [, order, part, position] = /^([\w-]+)\.([a-z]+)\.(\d{1,4})$/.exec(token ?? '') ?? [];
  const known = parts.find((one) => one === part);
  return known && order === playing && Number(position) < articles.length
    ? { part: known, position: Number(position) }
    : null;
}

/** A running order from the newest article on. */
export function startAtNewest(
  { tracks }: Programme,
  { shuffle = false, loop = false }: Partial<Listening> = {},
): Listening {
  const articles = tracks.map(({ id }) => id);
  return {
    playing: randomBytes(9).toString('base64url'),
    articles: shuffle ? shuffled(articles) : articles,
    position: 0,
    offsetMs: 0,
    failures: 0,
    shuffle,
    loop,
    ended: false,
  };
}

/** Returns the article of a position, or undefined if it is no longer playable. */
export const trackAt = (
  { tracks }: Programme,
  { articles }: Listening,
  position: number,
): Track | undefined => tracks.find(({ id }) => id === articles[position]);

/** The nearest position from one on, or back, at which there is an article; null: there is none. */
export function playablePosition(
  programme: Programme,
  listening: Listening,
  from: number,
  step: 1 | -1 = 1,
): number | null {
  const { length } = listening.articles;
  for (let count = 0, position = from; count < length; count++, position += step) {
    if (position < 0 || position >= length) {
      if (!listening.loop) return null;
      position = (position + length) % length;
    }
    if (trackAt(programme, listening, position)) return position;
  }
  return null;
}

/** What follows an item; null: nothing. */
export function nextItem(programme: Programme, listening: Listening, { part, position }: Item): Item | null {
  const { sounds } = programme;
  if (part === 'outro') return null;
  if (part === 'intro' || part === 'next') {
    const article = playablePosition(programme, listening, position);
    return article === null ? null : { part: 'article', position: article };
  }
  const article = playablePosition(programme, listening, position + 1);
  if (article !== null) return { part: sounds.next === null ? 'article' : 'next', position: article };
  return sounds.outro === null ? null : { part: 'outro', position };
}

/** Base name of an item's file, and what is shown of it. */
export function fileOf(
  programme: Programme,
  listening: Listening,
  { part, position }: Item,
): { file: string; title: string } | null {
  const track = trackAt(programme, listening, position);
  if (part === 'article') return track ? { file: track.file, title: track.title } : null;
  const file = programme.sounds[part];
  return file === null ? null : { file, title: part === 'outro' ? '' : (track?.title ?? '') };
}

/**
 * Shuffles the remaining articles, or restores the original order. The current article stays the current one.
 */
export function reorder({ tracks }: Programme, listening: Listening, shuffle: boolean): Listening {
  const { articles, position } = listening;
  const current = articles[position]!;
  if (shuffle) {
    const others = articles.filter((id) => id !== current);
    return { ...listening, shuffle, articles: [current, ...shuffled(others)], position: 0 };
  }
  const place = new Map(tracks.map(({ id }, index) => [id, index]));
  const inOrder = [...articles].sort(
    (one, other) => (place.get(one) ?? Infinity) - (place.get(other) ?? Infinity),
  );
  return { ...listening, shuffle, articles: inOrder, position: inOrder.indexOf(current) };
}

function shuffled(ids: readonly number[]): number[] {
  const mixed = [...ids];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}
