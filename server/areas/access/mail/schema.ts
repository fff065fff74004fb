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
  dismissEmail,
  listMailFailures,
  readEmailDelivery,
  readMailRows,
  retryEmail,
  sendTestEmail,
  type EmailDelivery,
} from './mail-delivery.ts';
import { MailType } from './types.ts';

const only = 'Administrators only.';

const MailStateType = builder.enumType('EmailState', {
  description: 'State of an email.',
  values: {
    QUEUED: { value: 'queued', description: 'Waiting to be sent or retried.' },
    SENDING: { value: 'sending', description: 'Being sent.' },
    SENT: { value: 'sent', description: 'Accepted by the mail server, or written to the outbox.' },
    FAILED: { value: 'failed', description: 'All attempts failed.' },
    REFUSED: { value: 'refused', description: 'The address rejects email.' },
    UNKNOWN: { value: 'unknown', description: 'The connection ended during delivery. It may have arrived.' },
  } as const,
});

builder.prismaObjectFields(MailType, (t) => ({
  kind: t.exposeString('kind', { description: 'Purpose, such as `invitation`.' }),
  recipient: t.exposeString('recipient', { description: 'Email address of the recipient.' }),
  subject: t.exposeString('subject', { description: "Subject, in the recipient's language." }),
  state: t.field({
    type: MailStateType,
    description: 'State of the email.',
    select: { state: true },
    resolve: ({ state }) => (state === 'handing' ? 'sending' : state),
  }),
  attempts: t.exposeInt('attempts', { description: 'Number of attempts to send it.' }),
  nextAttemptAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time of the next attempt. Null if it is not waiting.',
    select: { state: true, nextAttemptAt: true },
    resolve: ({ state, nextAttemptAt }) => (state === 'queued' ? nextAttemptAt : null),
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  error: t.exposeString('error', {
    nullable: true,
    description: 'Error of the last attempt, in English. Null if it succeeded.',
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
  .objectRef<EmailDelivery>('EmailDelivery')
  .implement({
    description: `How this server sends email. ${only}`,
    fields: (t) => ({
      from: t.exposeString('from', { description: 'Sender of emails.' }),
      outbox: t.exposeString('outbox', {
        nullable: true,
        description:
          'Folder that emails are written to if no mail server is configured (`SMTP_URL`). Null if a ' +
          'mail server sends them.',
      }),
      waiting: t.int({
        description: 'Number of emails waiting to be sent.',
        resolve: (_, __, { app, actor }) => countWaitingMails(app, actor),
      }),
      failures: t.field({
        type: [MailType],
        description: 'The last 20 emails whose last attempt failed, newest first.',
        resolve: (_, __, context, info) =>
          listMailFailures(context.app, context.actor, queryFromInfo({ context, info, typeName: 'Email' })),
      }),
    }),
  });

builder.queryFields((t) => ({
  emailDelivery: t.field({
    type: MailDeliveryType,
    description: `How this server sends email, and which emails failed. ${only}`,
    resolve: (_, __, { app, actor }) => readEmailDelivery(app, actor),
  }),
}));

builder.relayMutationField(
  'sendTestEmail',
  {
    description: 'Recipient of the email.',
    inputFields: (t) => ({
      email: t.string({ required: false, description: "Email address. Defaults to the caller's." }),
    }),
  },
  {
    description: `Sends a test email in the caller's language. ${only}`,
    errors: { types: [NotSignedInError, NotAllowedError, LimitReachedError, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => ({
      email: await sendTestEmail(app, actor, input.email),
    }),
  },
  {
    name: 'SendTestEmailSuccess',
    description: 'The email will be sent.',
    outputFields: (t) => ({ email: t.expose('email', { type: MailType, description: 'The email.' }) }),
  },
);

builder.relayMutationField(
  'retryEmail',
  {
    description: 'The email to send again.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the email.' }) }),
  },
  {
    description: `Sends an email again that failed, was rejected, or may not have arrived. ${only}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => ({
      email: await retryEmail(app, actor, databaseId('Email', input.id)),
    }),
  },
  {
    name: 'RetryEmailSuccess',
    description: 'The email will be resent.',
    outputFields: (t) => ({ email: t.expose('email', { type: MailType, description: 'The email.' }) }),
  },
);

builder.relayMutationField(
  'dismissEmail',
  {
    description: 'The email to ignore.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the email.' }) }),
  },
  {
    description: `Removes an undelivered email from the list. It is not sent again. ${only}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => ({
      email: await dismissEmail(app, actor, databaseId('Email', input.id)),
    }),
  },
  {
    name: 'DismissEmailSuccess',
    description: 'The email has been removed from the list.',
    outputFields: (t) => ({ email: t.expose('email', { type: MailType, description: 'The email.' }) }),
  },
);
