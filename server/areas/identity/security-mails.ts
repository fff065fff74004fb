import { randomUUID } from 'node:crypto';
import type { App } from '../../kernel/app.ts';
import { sendMail } from '../../kernel/send-mail.ts';
import type { Sql } from '../../lib/db.ts';
import type { MailContent } from '../../mail/mail-content.ts';
import { placeOf, type Whence } from './security-log.ts';
import { mailLanguage, mailWordsIn, momentIn, type MailWords } from '../../mail/mail-words.ts';

/** What is told to people by mail, at once, because it may not have been them. */
export interface SecurityMail {
  kind: keyof typeof contents;
  userId: number;
  /** The moment that it tells of; absent: now. */
  at?: Date;
  /** Where it is sent; absent: the person's address. */
  email?: string;
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

/** From where and when something was done. */
const placeAndTime = (
  w: MailWords['newDevice'],
  given: SecurityMail['parameters'],
  when: string,
): readonly (readonly [string, string])[] => [
  [w.device, given['device'] || w.unknown],
  [w.network, given['network'] || w.unknown],
  [w.when, when],
];

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
  confirmEmail: ({ w: { confirmEmail: w }, given }) => ({
    ...titled(w),
    blocks: [
      { kind: 'text', text: w.text },
      { kind: 'button', text: w.button, url: given['link']! },
      { kind: 'note', text: w.note({ hours: given['hours']! }) },
    ],
  }),
  emailChanged: ({ w: { emailChanged: w, newDevice }, when, given }) => {
    const text = w.text({ contact: given['contact']! });
    return {
      ...titled({ ...w, text }),
      blocks: [
        { kind: 'facts', facts: [[w.address, given['email']!], ...placeAndTime(newDevice, given, when)] },
        { kind: 'text', text },
      ],
    };
  },
  accountDeleted: ({ w: { accountDeleted: w, newDevice }, when, given }) => {
    const text = w.text({ contact: given['contact']! });
    return {
      ...titled({ ...w, text }),
      blocks: [
        { kind: 'facts', facts: placeAndTime(newDevice, given, when) },
        { kind: 'text', text },
      ],
    };
  },
  newDevice: ({ w: { newDevice: w }, url, when, given }) => ({
    ...titled(w),
    blocks: [
      { kind: 'facts', facts: placeAndTime(w, given, when) },
      { kind: 'text', text: w.text },
      { kind: 'button', text: w.button, url: `${url}/projects/profile` },
    ],
  }),
  passwordChanged: ({ w: { passwordChanged: w, newDevice }, url, when, given }) => ({
    ...titled(w),
    blocks: [
      { kind: 'facts', facts: placeAndTime(newDevice, given, when) },
      { kind: 'text', text: w.text },
      { kind: 'button', text: w.button, url: `${url}/forgotten-password` },
    ],
  }),
  guesses: ({ w: { guesses: w, newDevice, passwordChanged }, url, when, given }) => ({
    ...titled({ ...w, ...(given['what'] === 'code' ? w.code : w.password) }),
    blocks: [
      { kind: 'facts', facts: placeAndTime(newDevice, given, when) },
      { kind: 'text', text: given['what'] === 'code' ? w.code.text : w.password.text },
      { kind: 'button', text: passwordChanged.button, url: `${url}/forgotten-password` },
    ],
  }),
  signInChanged: ({ w: { signInChanged: w, newDevice }, url, when, given }) => {
    const what = given['what'] as SignInChange;
    return {
      ...titled({ ...w, heading: w.changes[what] }),
      blocks: [
        { kind: 'facts', facts: placeAndTime(newDevice, given, when) },
        { kind: 'text', text: w.text },
        { kind: 'button', text: newDevice.button, url: `${url}/projects/profile` },
      ],
    };
  },
  secondFactorRequired: ({ w: { secondFactorRequired: w }, url, when, given }) => {
    const where = given['where']!;
    const text = given['now'] ? w.now({ where }) : w.text({ where, when });
    return {
      ...titled({ ...w, subject: w.subject({ where }), text }),
      blocks: [
        { kind: 'text', text },
        { kind: 'button', text: w.button, url: `${url}/projects/profile` },
      ],
    };
  },
  newKey: ({ w: { newKey: w }, url, given }) => {
    const where = given['where']!;
    const opens = given['opens'] as 'source' | 'sources' | 'signing' | undefined;
    const text = opens ? w[opens]({ where }) : w.text({ where });
    const why = given['private'] ? w.whyOwn : w.why;
    return {
      ...titled(
        opens === 'sources'
          ? { ...w, subject: w.subjectOfSeveral({ where }), heading: w.headingOfSeveral, text, why }
          : { ...w, subject: w.subject({ where }), text, why },
      ),
      blocks: [
        { kind: 'facts', facts: [[w.name, given['name'] || w.signingName]] },
        { kind: 'text', text },
        { kind: 'button', text: w.button, url: `${url}${given['path'] ?? '/projects/dashboard'}` },
      ],
    };
  },
  keyExpires: ({ w: { keyExpires: w, newKey }, url, when, given }) => {
    const where = given['where']!;
    const text = w.text({ where });
    return {
      ...titled({ ...w, subject: w.subject({ where }), text }),
      blocks: [
        {
          kind: 'facts',
          facts: [
            [newKey.name, given['name']!],
            [w.end, when],
          ],
        },
        { kind: 'text', text },
        { kind: 'button', text: newKey.button, url: `${url}/projects/organization/${given['slug']!}` },
      ],
    };
  },
  roleChanged: ({ w: { roleChanged: w, roles }, url, given }) => {
    const of = roles[given['of'] as keyof typeof roles] as Readonly<Record<string, string>>;
    const text = w.text({ where: given['where'] || w.platform });
    return {
      ...titled({ ...w, text }),
      blocks: [
        { kind: 'text', text },
        { kind: 'facts', facts: [[w.role, of[given['role']!] ?? given['role']!]] },
        { kind: 'button', text: w.button, url: `${url}/projects/dashboard` },
      ],
    };
  },
  roleEnded: ({ w: { roleEnded: w, roleChanged, roles }, url, given }) => {
    const where = given['where']!;
    const role = given['role'] as keyof typeof roles.project | undefined;
    const text = role ? w.project({ where }) : w.organization({ where });
    return {
      ...titled({ ...w, subject: w.subject({ where }), text, why: roleChanged.why }),
      blocks: [
        { kind: 'text', text },
        ...(role ? [{ kind: 'facts', facts: [[w.role, roles.project[role]]] } as const] : []),
        { kind: 'button', text: roleChanged.button, url: `${url}/projects/dashboard` },
      ],
    };
  },
} satisfies Record<string, (telling: Telling) => MailContent>;

/** All kinds of them. */
export const securityMailKinds = Object.keys(contents) as SecurityMail['kind'][];

/** Has a mail sent to a person, within that transaction, in the person's language. */
export async function sendSecurityMail(
  app: App,
  sql: Sql,
  { kind, userId, at = new Date(), email, parameters }: SecurityMail,
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
    when: momentIn(language, at, person.timezone),
    given: parameters,
  });
  await sendMail(app, sql, {
    key: `${kind} ${userId} ${randomUUID()}`,
    kind,
    to: { email: email ?? person.email, userId },
    language,
    content,
    // What tells of an end in time is no alarm.
    ...(kind === 'keyExpires' && { refusable: true }),
  });
}

/** What can change in how somebody signs in. */
export type SignInChange = keyof MailWords['signInChanged']['changes'];

/** Has a person told, within that transaction, that something in how one signs in is other than before. */
export async function tellSignInChanged(
  app: App,
  sql: Sql,
  userId: number,
  what: SignInChange,
  whence?: Whence,
): Promise<void> {
  const { device, network } = whence ? placeOf(whence) : { device: null, network: null };
  await sendSecurityMail(app, sql, {
    kind: 'signInChanged',
    userId,
    parameters: { what, device: device ?? '', network: network ?? '' },
  });
}

/** Has a person told, within that transaction, that the password is another one now. */
export async function tellPasswordChanged(app: App, sql: Sql, userId: number, whence: Whence): Promise<void> {
  const { device, network } = placeOf(whence);
  await sendSecurityMail(app, sql, {
    kind: 'passwordChanged',
    userId,
    parameters: { device: device ?? '', network: network ?? '' },
  });
}
