import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { noticesDescription, noticesIn, NoticeType } from '../../../graphql/notice-type.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import {
  LimitReachedError,
  NotAllowedError,
  NotSignedInError,
  ValidationError,
} from '../../../kernel/errors.ts';
import {
  countWaitingMails,
  dismissMail,
  listMailFailures,
  readMailDelivery,
  readMailRows,
  retryMail,
  sendTestMail,
  type MailDelivery,
} from './mail-delivery.ts';
import { MailType } from './types.ts';

const only = 'Administrators only.';

const MailStateType = builder.enumType('MailState', {
  description: 'What has become of a mail.',
  values: {
    QUEUED: { value: 'queued', description: 'It waits to be sent, or to be sent again.' },
    SENDING: { value: 'sending', description: 'It is being sent.' },
    SENT: { value: 'sent', description: 'The mail server has taken it, or it lies in the outbox.' },
    FAILED: { value: 'failed', description: 'Every attempt failed.' },
    REFUSED: { value: 'refused', description: 'The address takes no mails.' },
    UNKNOWN: {
      value: 'unknown',
      description: 'The connection ended while it was handed over. It may have arrived.',
    },
  } as const,
});

builder.prismaObjectFields(MailType, (t) => ({
  kind: t.exposeString('kind', { description: 'What it is for, such as `invitation`.' }),
  recipient: t.exposeString('recipient', { description: 'E-mail address that it is sent to.' }),
  subject: t.exposeString('subject', { description: 'Its subject, in the language of its recipient.' }),
  state: t.field({
    type: MailStateType,
    description: 'What has become of it.',
    select: { state: true },
    resolve: ({ state }) => (state === 'handing' ? 'sending' : state),
  }),
  attempts: t.exposeInt('attempts', { description: 'How often it was tried to send it.' }),
  nextAttemptAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When it is tried next. Null if it is not waiting.',
    select: { state: true, nextAttemptAt: true },
    resolve: ({ state, nextAttemptAt }) => (state === 'queued' ? nextAttemptAt : null),
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When there was reason to send it.' }),
  error: t.exposeString('error', {
    nullable: true,
    description: 'Why the last attempt failed, in English. Null if it did not.',
  }),
  errorNotices: t.field({
    type: [NoticeType],
    nullable: true,
    description: noticesDescription('error'),
    select: { errorNotices: true },
    resolve: ({ errorNotices }) => noticesIn(errorNotices),
  }),
}));

refetchable(MailType, ({ app, actor }, ids, query) => readMailRows(app, actor, ids, query));

const MailDeliveryType = builder
  .objectRef<MailDelivery>('MailDelivery')
  .implement({
    description: `How mails leave this server. ${only}`,
    fields: (t) => ({
      from: t.exposeString('from', { description: 'Whom mails come from.' }),
      outbox: t.exposeString('outbox', {
        nullable: true,
        description:
          'Folder that mails are written to, because no mail server is configured (`SMTP_URL`). Null if a mail server sends them.',
      }),
      waiting: t.int({
        description: 'Number of mails that wait to be sent.',
        resolve: (_, __, { app, actor }) => countWaitingMails(app, actor),
      }),
      failures: t.field({
        type: [MailType],
        description: 'The last 20 mails whose last attempt failed, the newest first.',
        resolve: (_, __, context, info) =>
          listMailFailures(context.app, context.actor, queryFromInfo({ context, info, typeName: 'Mail' })),
      }),
    }),
  });

builder.queryFields((t) => ({
  mailDelivery: t.field({
    type: MailDeliveryType,
    description: `How mails leave this server, and which did not. ${only}`,
    resolve: (_, __, { app, actor }) => readMailDelivery(app, actor),
  }),
}));

builder.relayMutationField(
  'sendTestMail',
  {
    description: 'Where the mail is sent.',
    inputFields: (t) => ({
      email: t.string({ required: false, description: "E-mail address. The caller's own if absent." }),
    }),
  },
  {
    description: `Sends a mail that says nothing but that mails arrive, in the caller's language. ${only}`,
    errors: { types: [NotSignedInError, NotAllowedError, LimitReachedError, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => ({ mail: await sendTestMail(app, actor, input.email) }),
  },
  {
    name: 'SendTestMailSuccess',
    description: 'The mail is about to be sent.',
    outputFields: (t) => ({ mail: t.expose('mail', { type: MailType, description: 'The mail.' }) }),
  },
);

builder.relayMutationField(
  'retryMail',
  {
    description: 'The mail to send again.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the mail.' }) }),
  },
  {
    description: `Sends a mail again that was given up, was refused, or may not have arrived. ${only}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => ({
      mail: await retryMail(app, actor, databaseId('Mail', input.id)),
    }),
  },
  {
    name: 'RetryMailSuccess',
    description: 'The mail is about to be sent again.',
    outputFields: (t) => ({ mail: t.expose('mail', { type: MailType, description: 'The mail.' }) }),
  },
);

builder.relayMutationField(
  'dismissMail',
  {
    description: 'The mail to leave alone.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the mail.' }) }),
  },
  {
    description: `Takes a mail that did not arrive, or may not have, off the list. It is never sent again. ${only}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => ({
      mail: await dismissMail(app, actor, databaseId('Mail', input.id)),
    }),
  },
  {
    name: 'DismissMailSuccess',
    description: 'The mail is off the list.',
    outputFields: (t) => ({ mail: t.expose('mail', { type: MailType, description: 'The mail.' }) }),
  },
);
