import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { App } from '../../../kernel/app.ts';
import {
  declareMail,
  mailTitles,
  type DeclaredMail,
  type MailWriting,
} from '../../../kernel/declare-mail.ts';
import { sendMail } from '../../../kernel/send-mail.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { MailBlock } from '../../../mail/mail-content.ts';
import { mailLanguage, type MailWords } from '../../../mail/mail-words.ts';
import { networkNameOf, type ClientInfo } from './security-log.ts';

/** From where and when something was done. A place that is not known is null. */
const place = {
  device: z.string().nullable(),
  network: z.string().nullable(),
  at: z.date().default(() => new Date()),
};
type Place = z.output<z.ZodObject<typeof place>>;

const placeFacts = (
  { w: { newDevice: w }, moment }: MailWriting,
  { device, network, at }: Place,
): readonly (readonly [string, string])[] => [
  [w.device, device ?? w.unknown],
  [w.network, network ?? w.unknown],
  [w.when, moment(at)],
];

export const passwordResetMail = declareMail({
  kind: 'passwordReset',
  facts: z.object({ link: z.string(), minutes: z.number() }),
  content: ({ link, minutes }, { w: { passwordReset: w } }) => ({
    ...mailTitles(w),
    blocks: linkBlocks(w, link, w.note({ minutes })),
  }),
});

export const linkIdentityMail = declareMail({
  kind: 'linkIdentity',
  facts: z.object({ link: z.string(), minutes: z.number() }),
  content: ({ link, minutes }, { w: { linkIdentity: w } }) => ({
    ...mailTitles(w),
    blocks: linkBlocks(w, link, w.note({ minutes })),
  }),
});

export const confirmEmailMail = declareMail({
  kind: 'confirmEmail',
  facts: z.object({ link: z.string(), hours: z.number() }),
  content: ({ link, hours }, { w: { confirmEmail: w } }) => ({
    ...mailTitles(w),
    blocks: linkBlocks(w, link, w.note({ hours })),
  }),
});

const linkBlocks = (w: { text: string; button: string }, url: string, note: string): MailBlock[] => [
  { kind: 'text', text: w.text },
  { kind: 'button', text: w.button, url },
  { kind: 'note', text: note },
];

export const emailChangedMail = declareMail({
  kind: 'emailChanged',
  facts: z.object({ email: z.string(), contact: z.string(), ...place }),
  content: ({ email, contact, ...from }, writing) => {
    const { emailChanged: w } = writing.w;
    const text = w.text({ contact });
    return {
      ...mailTitles({ ...w, text }),
      blocks: [
        { kind: 'facts', facts: [[w.address, email], ...placeFacts(writing, from)] },
        { kind: 'text', text },
      ],
    };
  },
});

export const accountDeletedMail = declareMail({
  kind: 'accountDeleted',
  facts: z.object({ contact: z.string(), ...place }),
  content: ({ contact, ...from }, writing) => {
    const { accountDeleted: w } = writing.w;
    const text = w.text({ contact });
    return {
      ...mailTitles({ ...w, text }),
      blocks: [
        { kind: 'facts', facts: placeFacts(writing, from) },
        { kind: 'text', text },
      ],
    };
  },
});

export const newDeviceMail = declareMail({
  kind: 'newDevice',
  facts: z.object(place),
  content: (from, writing) => {
    const { newDevice: w } = writing.w;
    return {
      ...mailTitles(w),
      blocks: [
        { kind: 'facts', facts: placeFacts(writing, from) },
        { kind: 'text', text: w.text },
        { kind: 'button', text: w.button, url: `${writing.url}/projects/profile` },
      ],
    };
  },
});

export const passwordChangedMail = declareMail({
  kind: 'passwordChanged',
  facts: z.object(place),
  content: (from, writing) => {
    const { passwordChanged: w } = writing.w;
    return {
      ...mailTitles(w),
      blocks: [
        { kind: 'facts', facts: placeFacts(writing, from) },
        { kind: 'text', text: w.text },
        { kind: 'button', text: w.button, url: `${writing.url}/forgotten-password` },
      ],
    };
  },
});

export const guessesMail = declareMail({
  kind: 'guesses',
  facts: z.object({ what: z.enum(['password', 'code']), ...place }),
  content: ({ what, ...from }, writing) => {
    const { guesses: w, passwordChanged } = writing.w;
    return {
      ...mailTitles({ ...w, ...w[what] }),
      blocks: [
        { kind: 'facts', facts: placeFacts(writing, from) },
        { kind: 'text', text: w[what].text },
        { kind: 'button', text: passwordChanged.button, url: `${writing.url}/forgotten-password` },
      ],
    };
  },
});

/** What can change in how a person signs in. */
export type SignInChange = keyof MailWords['signInChanged']['changes'];

export const signInChangedMail = declareMail({
  kind: 'signInChanged',
  facts: z.object({ what: z.custom<SignInChange>(), ...place }),
  content: ({ what, ...from }, writing) => {
    const { signInChanged: w, newDevice } = writing.w;
    return {
      ...mailTitles({ ...w, heading: w.changes[what] }),
      blocks: [
        { kind: 'facts', facts: placeFacts(writing, from) },
        { kind: 'text', text: w.text },
        { kind: 'button', text: newDevice.button, url: `${writing.url}/projects/profile` },
      ],
    };
  },
});

export const secondFactorRequiredMail = declareMail({
  kind: 'secondFactorRequired',
  /** @property from when it is required; null: now */
  facts: z.object({ where: z.string(), from: z.date().nullable() }),
  content: ({ where, from }, { w: { secondFactorRequired: w }, url, moment }) => {
    const text = from === null ? w.now({ where }) : w.text({ where, when: moment(from) });
    return {
      ...mailTitles({ ...w, subject: w.subject({ where }), text }),
      blocks: [
        { kind: 'text', text },
        { kind: 'button', text: w.button, url: `${url}/projects/profile` },
      ],
    };
  },
});

export const newKeyMail = declareMail({
  kind: 'newKey',
  /**
   * @property names of the keys; none for the one that signs requests
   * @property path where they are in the dashboard
   * @property isPrivate whether the project belongs to no organization
   */
  facts: z.object({
    where: z.string(),
    names: z.array(z.string()),
    opens: z.enum(['organization', 'project', 'signing']),
    path: z.string(),
    isPrivate: z.boolean().default(false),
  }),
  content: ({ where, names, opens, path, isPrivate }, { w: { newKey: w }, url }) => {
    const areSeveral = names.length > 1;
    const text = { organization: w.text, project: areSeveral ? w.sources : w.source, signing: w.signing }[
      opens
    ]({ where });
    return {
      ...mailTitles({
        subject: areSeveral ? w.subjectOfSeveral({ where }) : w.subject({ where }),
        heading: areSeveral ? w.headingOfSeveral : w.heading,
        text,
        why: isPrivate ? w.whyOwn : w.why,
      }),
      blocks: [
        { kind: 'facts', facts: [[w.name, names.join(', ') || w.signingName]] },
        { kind: 'text', text },
        { kind: 'button', text: w.button, url: `${url}${path}` },
      ],
    };
  },
});

export const keyExpiresMail = declareMail({
  kind: 'keyExpires',
  // What tells of an end in time is no alarm.
  refusable: true,
  facts: z.object({ where: z.string(), name: z.string(), path: z.string(), expiresAt: z.date() }),
  content: ({ where, name, path, expiresAt }, { w: { keyExpires: w, newKey }, url, moment }) => {
    const text = w.text({ where });
    return {
      ...mailTitles({ ...w, subject: w.subject({ where }), text }),
      blocks: [
        {
          kind: 'facts',
          facts: [
            [newKey.name, name],
            [w.end, moment(expiresAt)],
          ],
        },
        { kind: 'text', text },
        { kind: 'button', text: newKey.button, url: `${url}${path}` },
      ],
    };
  },
});

const projectRole = z.enum(['maintainer', 'stats', 'qa']);

/** What a role in a project is called; that of maintainers as in organizations. */
const projectRoleName = ({ roles }: MailWords, role: z.infer<typeof projectRole>): string =>
  role === 'maintainer' ? roles.organization.maintainer : roles.project[role];

export const roleChangedMail = declareMail({
  kind: 'roleChanged',
  facts: z.discriminatedUnion('of', [
    z.object({ of: z.literal('platform'), role: z.enum(['admin', 'viewer']) }),
    z.object({
      of: z.literal('organization'),
      role: z.enum(['maintainer', 'editor', 'viewer']),
      where: z.string(),
    }),
    z.object({ of: z.literal('project'), role: projectRole, where: z.string() }),
  ]),
  content: (facts, { w: words, url }) => {
    const { roleChanged: w, roles } = words;
    const text = w.text({ where: facts.of === 'platform' ? w.platform : facts.where });
    const role =
      facts.of === 'platform'
        ? roles.platform[facts.role]
        : facts.of === 'organization'
          ? roles.organization[facts.role]
          : projectRoleName(words, facts.role);
    return {
      ...mailTitles({ ...w, text }),
      blocks: [
        { kind: 'text', text },
        { kind: 'facts', facts: [[w.role, role]] },
        { kind: 'button', text: w.button, url: `${url}/projects/dashboard` },
      ],
    };
  },
});

export const roleEndedMail = declareMail({
  kind: 'roleEnded',
  /** @property role in a project; null: a membership of an organization ended */
  facts: z.object({ where: z.string(), role: projectRole.nullable() }),
  content: ({ where, role }, { w: words, url }) => {
    const { roleEnded: w, roleChanged } = words;
    const text = role ? w.project({ where }) : w.organization({ where });
    return {
      ...mailTitles({ ...w, subject: w.subject({ where }), text, why: roleChanged.why }),
      blocks: [
        { kind: 'text', text },
        ...(role
          ? [{ kind: 'facts' as const, facts: [[w.role, projectRoleName(words, role)] as const] }]
          : []),
        { kind: 'button', text: roleChanged.button, url: `${url}/projects/dashboard` },
      ],
    };
  },
});

/** Mails that are sent to people at once about their account, because it may not have been them. */
export const securityMails = {
  passwordReset: passwordResetMail,
  linkIdentity: linkIdentityMail,
  confirmEmail: confirmEmailMail,
  emailChanged: emailChangedMail,
  accountDeleted: accountDeletedMail,
  newDevice: newDeviceMail,
  passwordChanged: passwordChangedMail,
  guesses: guessesMail,
  signInChanged: signInChangedMail,
  secondFactorRequired: secondFactorRequiredMail,
  newKey: newKeyMail,
  keyExpires: keyExpiresMail,
  roleChanged: roleChangedMail,
  roleEnded: roleEndedMail,
};

/**
 * Sends a mail to a person, within that transaction, in the person's language.
 * @param email where it is sent; absent: the person's address
 */
export async function sendSecurityMail<Facts extends z.ZodType>(
  app: App,
  sql: Sql,
  mail: DeclaredMail<Facts>,
  { userId, email, facts }: { userId: number; email?: string; facts: z.input<Facts> },
): Promise<void> {
  const person = await sql
    .selectFrom('User')
    .select(['email', 'language', 'timezone'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!person) return;
  await sendMail(app, sql, mail, {
    key: `${mail.kind} ${userId} ${randomUUID()}`,
    to: { email: email ?? person.email, userId },
    language: mailLanguage(person.language),
    timezone: person.timezone,
    facts,
  });
}

/** Emails a user, within the transaction, that a sign-in setting has changed. */
export async function sendSignInChangeMail(
  app: App,
  sql: Sql,
  userId: number,
  what: SignInChange,
  whence?: ClientInfo,
): Promise<void> {
  const from = whence ? networkNameOf(whence) : { device: null, network: null };
  await sendSecurityMail(app, sql, signInChangedMail, { userId, facts: { what, ...from } });
}

/** Emails a user, within the transaction, that the password has changed. */
export async function sendPasswordChangeMail(
  app: App,
  sql: Sql,
  userId: number,
  whence: ClientInfo,
): Promise<void> {
  await sendSecurityMail(app, sql, passwordChangedMail, { userId, facts: networkNameOf(whence) });
}
