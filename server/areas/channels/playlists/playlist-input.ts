import type {
  PlaylistInterval,
  PlaylistSort,
  PlaylistType,
} from '../../../../prisma/generated/client/enums.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError, type FieldError } from '../../../kernel/errors.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf } from '../../../lib/database/sql.ts';
import {
  automaticCountDefault,
  automaticCountMax,
  playlistItemsMax,
  previewMaxCharacters,
  titleMaxCharacters,
} from '../../../product.ts';
import { storableText } from '../../../text/storable-text.ts';
import { soundsOf } from '../../library/sounds/sounds.ts';
import { durationOfWords, wordsMaxCharacters } from './spoken-words-audio.ts';
import { playlistMessages } from './messages.ts';
import { soundMessages } from '../../library/sounds/messages.ts';
import { voiceChoiceMessages } from '../../library/voices/messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import type { Message } from '../../../lib/declare-messages.ts';

/** What is sent of a playlist: what is absent stays, null and nothing clear what may be empty. */
export interface PlaylistInput {
  name?: string | null | undefined;
  type?: PlaylistType | null | undefined;
  /** 0 or nothing: the default. */
  limitCount?: number | null | undefined;
  limitInterval?: PlaylistInterval | null | undefined;
  limitSortBy?: PlaylistSort | null | undefined;
  limitTimeFrom?: string | null | undefined;
  limitTimeTo?: string | null | undefined;
  queryText?: string | null | undefined;
  queryDate?: string | null | undefined;
  querySortBy?: string | null | undefined;
  introFile?: string | null | undefined;
  introText?: string | null | undefined;
  outroFile?: string | null | undefined;
  outroText?: string | null | undefined;
  nextArticleAudioFile?: string | null | undefined;
  nextArticleText?: string | null | undefined;
  items?: readonly ItemInput[] | null | undefined;
}

export interface ItemInput {
  articleId: number | null;
  customTitle?: string | null | undefined;
  customText?: string | null | undefined;
  customFile?: string | null | undefined;
}

/** An item as it is stored. */
export interface CheckedItem {
  articleId: number | null;
  customTitle: string | null;
  customText: string | null;
  customFile: string | null;
  customMs: number | null;
}

const nameMaxCharacters = 255;
const queryMaxCharacters = 200;
const time = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A text without what no text holds, and without white space around it. */
const tidy = (text: string): string => storableText(text).trim();

/** Columns of a playlist. */
export type Columns = Partial<{
  name: string;
  type: PlaylistType;
  limitCount: number;
  limitInterval: PlaylistInterval;
  limitSortBy: PlaylistSort;
  limitTimeFrom: string | null;
  limitTimeTo: string | null;
  queryText: string;
  queryDate: string | null;
  querySortBy: string | null;
  introFile: string | null;
  introFilename: string | null;
  introText: string;
  outroFile: string | null;
  outroFilename: string | null;
  outroText: string;
  nextArticleAudioFile: string | null;
  nextArticleAudioFileName: string | null;
  nextArticleText: string;
}>;

const soundFields = [
  ['introFile', 'introFilename'],
  ['outroFile', 'outroFilename'],
  ['nextArticleAudioFile', 'nextArticleAudioFileName'],
] as const;
/** Words that are spoken, and where the base name of their file is kept. */
export const spokenFields = [
  ['introText', 'introSpoken'],
  ['outroText', 'outroSpoken'],
  ['nextArticleText', 'nextArticleSpoken'],
] as const;

/**
 * The columns that an input changes.
 * @param before what is stored of it: a sound that has gone since may stay
 * @throws ValidationError on each field that is wrong
 */
export async function checkedColumns(
  app: App,
  projectId: number,
  given: PlaylistInput,
  before: Columns | null,
): Promise<Columns> {
  const errors: FieldError[] = [];
  const refuse = (field: string, problem: Message): void => void errors.push({ field, ...problem });
  const columns: Columns = {};

  if (given.name !== undefined || !before) {
    columns.name = tidy(given.name ?? '');
    if (columns.name === '') refuse('name', kernelMessages.FIELD_REQUIRED());
    if (columns.name.length > nameMaxCharacters)
      refuse('name', kernelMessages.TOO_LONG({ most: nameMaxCharacters }));
  }
  for (const field of ['type', 'limitInterval', 'limitSortBy'] as const)
    if (given[field]) Object.assign(columns, { [field]: given[field] });
  if (given.limitCount !== undefined) {
    const count = given.limitCount ?? 0;
    if (!Number.isInteger(count) || count < 0 || count > automaticCountMax)
      refuse('limitCount', kernelMessages.NOT_WHOLE_WITHIN({ least: 0, most: automaticCountMax }));
    columns.limitCount = count || automaticCountDefault;
  }
  for (const field of ['limitTimeFrom', 'limitTimeTo'] as const) {
    if (given[field] === undefined) continue;
    columns[field] = given[field] || null;
    if (columns[field] && !time.test(columns[field])) refuse(field, playlistMessages.NOT_A_TIME_OF_DAY());
  }
  for (const field of ['queryText', 'queryDate', 'querySortBy'] as const) {
    if (given[field] === undefined) continue;
    const text = tidy(given[field] ?? '');
    if (text.length > queryMaxCharacters)
      refuse(field, kernelMessages.TOO_LONG({ most: queryMaxCharacters }));
    if (field === 'queryText') columns.queryText = text;
    else columns[field] = text || null;
  }
  for (const [field] of spokenFields) {
    if (given[field] === undefined) continue;
    columns[field] = tidy(given[field] ?? '');
    if (columns[field].length > previewMaxCharacters)
      refuse(field, voiceChoiceMessages.PREVIEW_TEXT_TOO_LONG({ most: previewMaxCharacters }));
  }
  const files = soundFields.map(([field]) => given[field]).some(Boolean)
    ? await soundsOf(app, projectId)
    : [];
  for (const [field, nameField] of soundFields) {
    if (given[field] === undefined) continue;
    const file = given[field] || null;
    if (file !== null && file === before?.[field]) continue;
    const sound = file === null ? null : files.find((one) => one.file === file);
    if (sound === undefined) refuse(field, soundMessages.SOUND_OF_ANOTHER_PROJECT());
    columns[field] = file;
    columns[nameField] = sound?.name ?? null;
  }
  if (errors.length) throw new ValidationError(errors);
  return columns;
}

/**
 * How long items' own sounds are, in milliseconds, by base name; sounds that the project may not use are
 * missing.
 */
export async function ownSounds(
  app: App,
  projectId: number,
  items: readonly ItemInput[],
): Promise<Map<string, number>> {
  const files = [...new Set(items.slice(0, playlistItemsMax).flatMap(({ customFile }) => customFile || []))];
  const found = new Map<string, number>();
  if (files.length === 0) return found;
  for (const { file, durationMs } of await soundsOf(app, projectId))
    if (files.includes(file)) found.set(file, durationMs);
  for (const file of files) {
    const durationMs = found.has(file) ? null : await durationOfWords(app, file);
    if (durationMs !== null) found.set(file, durationMs);
  }
  return found;
}

/**
 * The items of a playlist as they are stored, in the order in which they were sent.
 * @param sounds from `ownSounds` @param before what it holds: a deleted article, or a sound that has gone,
 * may stay
 * @throws ValidationError on `items`, `items.0.article`, `items.0.customFile`, …
 */
export async function checkedItems(
  tx: Sql,
  projectId: number,
  given: readonly ItemInput[],
  { sounds, before }: { sounds: ReadonlyMap<string, number>; before: readonly CheckedItem[] },
): Promise<CheckedItem[]> {
  if (given.length > playlistItemsMax)
    throw new ValidationError([
      { field: 'items', ...playlistMessages.TOO_MANY_PLAYLIST_ITEMS({ most: playlistItemsMax }) },
    ]);
  const wanted = given.flatMap(({ articleId }) => articleId ?? []);
  const rows = await tx
    .selectFrom('Article')
    .select('id')
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .where('id', '=', anyOf(wanted, 'int'))
    .execute();
  const articles = new Set([...rows.map(({ id }) => id), ...before.map(({ articleId }) => articleId)]);
  const errors: FieldError[] = [];
  const items = given.map(({ articleId, ...own }, index): CheckedItem => {
    const refuse = (field: string, problem: Message): void =>
      void errors.push({ field: `items.${index}.${field}`, ...problem });
    const customTitle = tidy(own.customTitle ?? '') || null;
    const customText = tidy(own.customText ?? '') || null;
    const customFile = own.customFile || null;
    if (customTitle && customTitle.length > titleMaxCharacters)
      refuse('customTitle', kernelMessages.TOO_LONG({ most: titleMaxCharacters }));
    if (customText && customText.length > wordsMaxCharacters)
      refuse('customText', voiceChoiceMessages.PREVIEW_TEXT_TOO_LONG({ most: wordsMaxCharacters }));
    if (articleId !== null && !articles.has(articleId))
      refuse('article', playlistMessages.ITEM_OF_ANOTHER_PROJECT());
    if (articleId === null && !customTitle) refuse('customTitle', kernelMessages.FIELD_REQUIRED());
    if (articleId === null && !customFile) refuse('customFile', playlistMessages.ITEM_WITHOUT_AUDIO());
    const kept = before.find((item) => item.customFile === customFile)?.customMs ?? null;
    const customMs = customFile === null ? null : (sounds.get(customFile) ?? kept);
    if (customFile !== null && customMs === null)
      refuse('customFile', playlistMessages.AUDIO_OF_ANOTHER_PROJECT());
    return { articleId, customTitle, customText, customFile, customMs };
  });
  if (errors.length) throw new ValidationError(errors);
  return items;
}
