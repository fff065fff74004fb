/** An item as the form keeps it. */
export interface ItemFields {
  /** Tells it from the others of its list. */
  key: string;
  /** Database id; null: it has no article. */
  article: string | null;
  /** Of the article. */
  title: string;
  status: string;
  /** Path of the audio; null: none. */
  file: string | null;
  durationMs: number | null;
  customTitle: string;
  customText: string;
  /** Base name of the custom audio. */
  customFile: string | null;
}

export type Kind = 'MANUAL' | 'AUTO';
export const intervals = ['YESTERDAY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const;
export type Interval = (typeof intervals)[number];
export type Sort = 'VIEWS' | 'LISTENS';

/** A playlist as the form keeps it. */
export type PlaylistFields = {
  name: string;
  type: Kind;
  limitCount: number | '';
  limitInterval: Interval;
  limitSortBy: Sort;
  limitTimeFrom: string;
  limitTimeTo: string;
  queryText: string;
  queryDate: string;
  introAudio: string | null;
  introText: string;
  outroAudio: string | null;
  outroText: string;
  nextArticleAudio: string | null;
  nextArticleText: string;
  items: ItemFields[];
};

/** What logs and catalogues call fields that have another name here. */
const logNames = {
  introAudio: 'introFile',
  outroAudio: 'outroFile',
  nextArticleAudio: 'nextArticleAudioFile',
} as const;

/** The key of a field's label in the catalogue. */
export const labelKey = (field: keyof PlaylistFields) =>
  field === 'introAudio' || field === 'outroAudio' || field === 'nextArticleAudio' ? logNames[field] : field;

export const blankPlaylist: PlaylistFields = {
  name: '',
  type: 'MANUAL',
  limitCount: 10,
  limitInterval: 'WEEKLY',
  limitSortBy: 'VIEWS',
  limitTimeFrom: '',
  limitTimeTo: '',
  queryText: '',
  queryDate: '',
  introAudio: null,
  introText: '',
  outroAudio: null,
  outroText: '',
  nextArticleAudio: null,
  nextArticleText: '',
  items: [],
};

/** Maximum length of titles in lists, in characters (specification, section 9). */
const titleShown = 66;

export const cutTitle = (title: string): string =>
  title.length > titleShown ? `${title.slice(0, titleShown)}…` : title;

/** Returns the title of an item: its own, or its article's. */
export const titleOf = ({ customTitle, title }: Pick<ItemFields, 'customTitle' | 'title'>): string =>
  customTitle.trim() || title;

/** What the server is sent of the fields that were changed. */
export function inputOf({ items, limitCount, ...fields }: Partial<PlaylistFields>) {
  return {
    ...fields,
    ...(limitCount !== undefined && { limitCount: limitCount || 0 }),
    ...(items && {
      items: items.map(({ article, customTitle, customText, customFile }) => ({
        article,
        customTitle: customTitle.trim() || null,
        customText: customText.trim() || null,
        customFile,
      })),
    }),
  };
}

/** The list with one of its items at another place. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const place = Math.min(Math.max(to, 0), items.length - 1);
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, place), items[from]!, ...rest.slice(place)];
}

/** A stored query date, `from..to`. */
export function daysOf(queryDate: string): { from: string; to: string } {
  const [from = '', to = ''] = queryDate.split('..');
  return { from, to };
}
