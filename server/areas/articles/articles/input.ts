import { labelKey } from '../../../text/label-key.ts';
import { voiceTagMessages } from '../../../text/messages.ts';
import { parseVoiceTags, VoiceTagError } from '../../../text/voice-tags.ts';
import { authorMaxCharacters, labelMaxCharacters, labelsMax, titleMaxCharacters } from '../../../product.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { webAddressProblem } from '../../../text/web-address.ts';
import { articleMessages } from './messages.ts';
import { pictureProblem } from './picture.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import type { Message } from '../../../lib/declare-messages.ts';

/** What people and programs write of an article. Absent fields are not checked. */
export interface ArticleInput {
  title?: string | undefined;
  url?: string | null | undefined;
  text?: string | undefined;
  labels?: string[] | undefined;
  /** Null: no author. */
  author?: string | null | undefined;
  /** Null: it is not known. */
  publishedAt?: Date | null | undefined;
  /** Address of its picture; null: it has none. */
  imageUrl?: string | null | undefined;
  /** End of the embargo; null: none. */
  publishAt?: Date | null | undefined;
}

/** Dates of publication before are mistaken. */
const firstDate = Date.UTC(1900, 0, 1);
const yearMs = 366 * 86_400_000;

/**
 * The input as it is stored: control characters removed, lines ended by \n, labels without repetitions.
 * @param present what the article has already, of a new one nothing
 * @throws ValidationError on `title`, `url`, `text`, `labels`, `author`, `publishedAt`, `publishAt`,
 * `imageUrl`
 */
export function checkedInput(
  app: Pick<App, 'config' | 'speech'>,
  input: ArticleInput,
  present: { url: string | null; text: string; publishedAt: Date | null; publishAt: Date | null } = {
    url: null,
    text: '',
    publishedAt: null,
    publishAt: null,
  },
): ArticleInput {
  const errors: FieldError[] = [];
  const add = (field: keyof ArticleInput, problem: Message | null): void => {
    if (problem && !errors.some((error) => error.field === field)) errors.push({ field, ...problem });
  };
  for (const field of ['title', 'url', 'text', 'author', 'imageUrl'] as const)
    if (input[field]?.includes('\0')) add(field, kernelMessages.NUL_CHARACTERS());
  if (input.labels?.some((label) => label.includes('\0'))) add('labels', kernelMessages.NUL_CHARACTERS());

  const checked: ArticleInput = {};
  if (input.title !== undefined) {
    checked.title = cleanLine(input.title);
    if (!isVisible(checked.title)) add('title', articleMessages.ARTICLE_TITLE_MISSING());
    if (checked.title.length > titleMaxCharacters)
      add('title', kernelMessages.TOO_LONG({ most: titleMaxCharacters }));
  }
  if (input.url !== undefined) {
    checked.url = input.url?.trim() || null;
    if (checked.url) add('url', webAddressProblem(checked.url));
  }
  if (input.text !== undefined) {
    checked.text = cleanText(input.text);
    if (checked.text.length > app.config.articleMaxCharacters)
      add(
        'text',
        kernelMessages.TOO_LONG_BY_COUNT({
          most: app.config.articleMaxCharacters,
          count: checked.text.length,
        }),
      );
    else add('text', voiceTagProblem(app, checked.text));
  }
  // Without a text the page is read; so one of both is needed. Emptying a text does not replace it with the
  // page's: a recrawl does that.
  const url = checked.url === undefined ? present.url : checked.url;
  if (!isVisible(checked.text ?? present.text) && (isVisible(present.text) || !url || webAddressProblem(url)))
    add('text', kernelMessages.FIELD_EMPTY());
  if (input.labels !== undefined) {
    checked.labels = tidyLabels(input.labels);
    if (checked.labels.length > labelsMax)
      add('labels', articleMessages.TOO_MANY_LABELS({ most: labelsMax }));
    if (checked.labels.some((label) => label.length > labelMaxCharacters))
      add('labels', articleMessages.LABEL_TOO_LONG({ most: labelMaxCharacters }));
  }
  if (input.author !== undefined) {
    const author = cleanLine(input.author ?? '');
    checked.author = isVisible(author) ? author : null;
    if (author.length > authorMaxCharacters)
      add('author', kernelMessages.TOO_LONG({ most: authorMaxCharacters }));
  }
  if (input.publishedAt !== undefined) {
    checked.publishedAt = input.publishedAt;
    const at = input.publishedAt?.getTime();
    // What a source has said is stored as it is, and may be sent back.
    const isNew = at !== undefined && at !== present.publishedAt?.getTime();
    if (isNew && (at < firstDate || at > databaseTime().getTime() + yearMs))
      add('publishedAt', articleMessages.PUBLISHED_AT_UNLIKELY());
  }
  if (input.imageUrl !== undefined) {
    checked.imageUrl = input.imageUrl?.trim() || null;
    if (checked.imageUrl) add('imageUrl', pictureProblem(app.config, checked.imageUrl));
  }
  if (input.publishAt !== undefined) {
    checked.publishAt = input.publishAt;
    const at = input.publishAt?.getTime();
    // What is stored may be sent back a moment after it is over.
    const isNew = at !== undefined && at !== present.publishAt?.getTime();
    if (isNew && (at <= databaseTime().getTime() || at > databaseTime().getTime() + yearMs))
      add('publishAt', articleMessages.PUBLISH_AT_UNLIKELY());
  }
  if (errors.length) throw new ValidationError(errors);
  return checked;
}

// Everything of Unicode's Cc but tab and line feed; what cannot be stored or would break lines unseen.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Text without control characters and halves of characters; lines ended by \n. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(controls, '')
    .toWellFormed()
    .trim();
}

export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ');
}

/** Removes duplicate labels, ignoring case: the first spelling stays. */
export function tidyLabels(labels: readonly string[]): string[] {
  const once = new Map<string, string>();
  for (const label of labels.map(cleanLine).filter(isVisible)) {
    const key = labelKey(label);
    if (!once.has(key)) once.set(key, label);
  }
  return [...once.values()];
}

/** Whether there is anything that can be seen; spaces, and marks of no width, are not. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cf}\p{Cc}\u115F\u1160\u3164\uFFA0]/u.test(text);
}

function voiceTagProblem(app: Pick<App, 'speech'>, text: string): Message | null {
  try {
    for (const { voice, start } of parseVoiceTags(text)) {
      if (voice && !app.speech.findVoice(voice.name, voice.language))
        throw new VoiceTagError(
          (place) => voiceTagMessages.VOICE_TAG_UNKNOWN_VOICE({ voice: voice.name, ...place }),
          text,
          start,
        );
    }
    return null;
  } catch (error) {
    if (error instanceof VoiceTagError) return error.told;
    throw error;
  }
}
