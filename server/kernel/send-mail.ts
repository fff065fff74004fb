import { z } from 'zod';
import type { Sql } from '../lib/database/db.ts';
import type { MailContent } from '../mail/mail-content.ts';
import { mailWordsIn, momentIn, type MailLanguage } from '../mail/mail-words.ts';
import type { App } from './app.ts';
import type { DeclaredMail } from './declare-mail.ts';
import { mailJob } from './mail-job.ts';
import { unsubscribePath, sealUnsubscription } from './mail-unsubscribe.ts';

export interface NewMail<Facts extends z.ZodType> {
  /** What it is about, in words: a second mail with the same key is not sent. */
  key: string;
  /** @property userId of the account; null: there is none yet */
  to: { email: string; userId: number | null };
  language: MailLanguage;
  /** IANA name of the zone of the reader's clocks; absent: UTC. */
  timezone?: string | null;
  facts: z.input<Facts>;
}

/**
 * Sends a mail when the transaction commits, and only then: a job does it, with retries, and never twice.
 * What it says is kept sealed until it is sent.
 */
export async function sendMail<Facts extends z.ZodType>(
  app: Pick<App, 'queue' | 'dataSealing' | 'config'>,
  sql: Sql,
  mail: DeclaredMail<Facts>,
  { key, to, language, timezone = null, facts }: NewMail<Facts>,
): Promise<void> {
  const { kind, refusable } = mail;
  const { publicUrl: url } = app.config;
  const w = mailWordsIn(language);
  const written = mail.content(mail.facts.parse(facts), {
    language,
    w,
    url,
    moment: (at) => momentIn(language, at, timezone),
  });
  const content: MailContent = refusable
    ? {
        ...written,
        unsubscribe: {
          text: w.unsubscribe,
          url: `${url}${unsubscribePath}?about=${sealUnsubscription(app, { recipient: to.email, kind })}`,
        },
      }
    : written;
  const added = await sql
    .insertInto('Mail')
    .values({
      key,
      kind,
      userId: to.userId,
      recipient: to.email,
      language,
      subject: content.subject,
      content: app.dataSealing.seal(JSON.stringify(content), sealedFor(key)),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) await app.queue.send(sql, mailJob, { mailId: added.id });
}

/** Takes a mail back that no attempt was made to send yet, within that transaction. */
export async function forgetUnsentMail(sql: Sql, key: string): Promise<void> {
  await sql.deleteFrom('Mail').where('key', '=', key).where('state', '=', 'queued').execute();
}

/** What a mail says; null: none of the keys that this server has sealed it. */
export function readMail(
  { dataSealing }: Pick<App, 'dataSealing'>,
  key: string,
  sealed: string,
): MailContent | null {
  const text = dataSealing.open(sealed, sealedFor(key));
  return text === null ? null : contentSchema.parse(JSON.parse(text));
}

/** What a mail's content is sealed for. */
export const sealedFor = (key: string): string => `mail ${key}`;

const contentSchema: z.ZodType<MailContent> = z.object({
  subject: z.string(),
  preview: z.string(),
  heading: z.string(),
  blocks: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.enum(['text', 'note']), text: z.string() }),
      z.object({ kind: z.literal('button'), text: z.string(), url: z.string() }),
      z.object({ kind: z.literal('facts'), facts: z.array(z.tuple([z.string(), z.string()])) }),
      z.object({
        kind: z.literal('figures'),
        figures: z.array(z.object({ name: z.string(), value: z.string(), change: z.string().nullable() })),
      }),
      z.object({
        kind: z.literal('picture'),
        cid: z.string(),
        alt: z.string(),
        caption: z.tuple([z.string(), z.string()]),
      }),
    ]),
  ),
  why: z.string(),
  unsubscribe: z.object({ text: z.string(), url: z.string() }).exactOptional(),
  files: z
    .array(
      z.object({ name: z.string(), type: z.string(), content: z.string(), cid: z.string().exactOptional() }),
    )
    .exactOptional(),
});
