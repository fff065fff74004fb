import { randomUUID } from 'node:crypto';
import type { App } from '../../kernel/app.ts';
import { sendMail } from '../../kernel/send-mail.ts';
import type { Sql } from '../../lib/db.ts';
import type { MailContent } from '../../mail/mail-content.ts';
import { mailLanguage, mailWordsIn, momentIn, type MailWords } from '../../mail/mail-words.ts';

/** What is told to people by mail, at once, because it may not have been them. */
export interface SecurityMail {
  kind: keyof typeof contents;
  userId: number;
  parameters: Readonly<Record<string, string>>;
}

interface Telling {
  w: MailWords;
  /** Of the dashboard. */
  url: string;
  when: string;
  given: SecurityMail['parameters'];
}

const titled = (w: { subject: string; text: string; heading: string; why: string }, preview = w.text) => ({
  subject: w.subject,
  preview,
  heading: w.heading,
  why: w.why,
});

/** What each of them says. */
const contents = {
  passwordReset: ({ w: { passwordReset: w }, given }) => ({
    ...titled(w),
    blocks: [
      { kind: 'text', text: w.text },
      { kind: 'button', text: w.button, url: given['link']! },
      { kind: 'note', text: w.note({ minutes: given['minutes']! }) },
    ],
  }),
  linkIdentity: ({ w: { linkIdentity: w }, given }) => ({
    ...titled(w),
    blocks: [
      { kind: 'text', text: w.text },
      { kind: 'button', text: w.button, url: given['link']! },
      { kind: 'note', text: w.note({ minutes: given['minutes']! }) },
    ],
  }),
  newDevice: ({ w: { newDevice: w }, url, when, given }) => ({
    ...titled(w),
    blocks: [
      {
        kind: 'facts',
        facts: [
          [w.device, given['device'] || w.unknown],
          [w.network, given['network'] || w.unknown],
          [w.when, when],
        ],
      },
      { kind: 'text', text: w.text },
      { kind: 'button', text: w.button, url: `${url}/projects/profile` },
    ],
  }),
  newKey: ({ w: { newKey: w }, url, given }) => {
    const where = given['where']!;
    const text = w.text({ where });
    return {
      ...titled({ ...w, subject: w.subject({ where }), text }),
      blocks: [
        { kind: 'facts', facts: [[w.name, given['name']!]] },
        { kind: 'text', text },
        { kind: 'button', text: w.button, url: `${url}/projects/dashboard` },
      ],
    };
  },
  roleChanged: ({ w: { roleChanged: w }, url, given }) => {
    const text = w.text({ where: given['where'] || w.platform });
    return {
      ...titled({ ...w, text }),
      blocks: [
        { kind: 'text', text },
        { kind: 'facts', facts: [[w.role, given['role']!]] },
        { kind: 'button', text: w.button, url: `${url}/projects/dashboard` },
      ],
    };
  },
} satisfies Record<string, (telling: Telling) => MailContent>;

/** Has a mail sent to a person, within that transaction, in the person's language. */
export async function sendSecurityMail(
  app: App,
  sql: Sql,
  { kind, userId, parameters }: SecurityMail,
): Promise<void> {
  const person = await sql
    .selectFrom('User')
    .select(['email', 'language', 'timezone'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!person) return;
  const language = mailLanguage(person.language);
  const content: MailContent = contents[kind]({
    w: mailWordsIn(language),
    url: app.config.publicUrl,
    when: momentIn(language, new Date(), person.timezone),
    given: parameters,
  });
  await sendMail(app, sql, {
    key: `${kind} ${userId} ${randomUUID()}`,
    kind,
    to: { email: person.email, userId },
    language,
    content,
  });
}
