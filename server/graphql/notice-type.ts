import { noticeOf, sentenceOf, type Message, type Notice } from '../lib/declare-messages.ts';
import { persistedNotices } from '../lib/persisted-message.ts';
import { builder } from './builder.ts';
import { codeDescription, parametersDescription } from './scalars.ts';

/** A message that was kept, for programs and translations. */
export const NoticeType = builder
  .objectRef<Notice>('Notice')
  .implement({
    description: 'A stored message: its text and its parameters.',
    fields: (t) => ({
      code: t.exposeString('code', { description: codeDescription }),
      parameters: t.expose('parameters', { type: 'MessageParameters', description: parametersDescription }),
      message: t.string({
        nullable: true,
        description: 'The message in English. Null if another release stored it.',
        resolve: sentenceOf,
      }),
    }),
  });

/** What a message is as a notice; null: there is none. */
export const noticeOrNull = (message: Message | null | undefined): Notice | null =>
  message ? noticeOf(message) : null;

/** What a column of notices holds; null where only a sentence is known. */
export const noticesIn = (column: unknown): Notice[] | null => persistedNotices.nullable().parse(column);

/** What the fields of notices have in common with each other. */
export const noticesDescription = (sentence: string): string =>
  `\`${sentence}\` as a sequence of messages with codes and parameters, for translation into any language. Null if there is none, or if only the sentence is known.`;
