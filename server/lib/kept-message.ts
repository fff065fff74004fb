import { z } from 'zod';
import { noticeOf, noticeSchema, type Message, type Notice } from './declare-messages.ts';
import type { ForeseenError } from './foreseen-error.ts';

/**
 * What is kept of something that people are told: why an article failed, what an entry of a log reports. Two
 * columns hold it, the sentence and beside it, as JSON, its notices.
 */
export interface Kept {
  /** In English, for programs and for the release before, which knows nothing else. */
  readonly text: string;
  /** What is said, one after another. */
  readonly notices: readonly Notice[];
  /** Only declared messages are kept: see `keep`. */
  readonly [ofMessages]: true;
}
declare const ofMessages: unique symbol;

/** What a column of notices is read and written by. */
export const keptNotices = z.array(noticeSchema);

/**
 * Keeps messages that are said one after another.
 * @param text how they are written, where that is not one behind the other
 */
export const keep = (
  messages: readonly Message[],
  text: string = messages.map(({ message }) => message).join(' '),
): Kept => ({ text, notices: messages.map(noticeOf) }) as unknown as Kept;

/** Why an error stopped something. */
export const keepError = ({ told, message }: ForeseenError): Kept => keep([told], message);

/** Notices as their column takes them. */
export const noticesColumn = (kept: Kept | null): string | null =>
  kept && JSON.stringify(keptNotices.parse(kept.notices));
