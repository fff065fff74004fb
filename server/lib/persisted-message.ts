import { z } from 'zod';
import { noticeOf, noticeSchema, type Message, type Notice } from './declare-messages.ts';
import type { ExpectedError } from './expected-error.ts';

/**
 * Stored form of messages to people: why an article failed, what a log entry reports. Two columns hold it:
 * the sentence, and its notices as JSON.
 */
export interface PersistedMessage {
  /** In English, for programs and for the release before, which knows nothing else. */
  readonly text: string;
  /** Notices in order. */
  readonly notices: readonly Notice[];
  /** Only declared messages are kept: see `persistMessages`. */
  readonly [ofMessages]: true;
}
declare const ofMessages: unique symbol;

/** What a column of notices is read and written by. */
export const persistedNotices = z.array(noticeSchema);

/**
 * Converts consecutive messages to their stored form.
 * @param text formatted text, unless it is the messages in sequence
 */
export const persistMessages = (
  messages: readonly Message[],
  text: string = messages.map(({ message }) => message).join(' '),
): PersistedMessage => ({ text, notices: messages.map(noticeOf) }) as unknown as PersistedMessage;

/** Why an error stopped something. */
export const persistError = ({ told, message }: ExpectedError): PersistedMessage =>
  persistMessages([told], message);

/** Notices as their column takes them. */
export const noticesColumn = (kept: PersistedMessage | null): string | null =>
  kept && JSON.stringify(persistedNotices.parse(kept.notices));
