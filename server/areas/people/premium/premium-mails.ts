import { z } from 'zod';
import type { App } from '../../../kernel/app.ts';
import { declareMail, mailTitles } from '../../../kernel/declare-mail.ts';
import { sendMail } from '../../../kernel/send-mail.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { mailLanguage } from '../../../mail/mail-words.ts';
import { graceEndsAt } from '../../access/allowance/plan-access.ts';
import { portalLink } from './portal-link.ts';

/** A mail about a plan: what happens until when, and a link to what the payer can do. */
const premiumMail = (
  kind: 'paymentFailed' | 'premiumEnds' | 'premiumEnded' | 'collectionPaused' | 'collectionResumed',
) =>
  declareMail({
    kind,
    facts: z.object({ until: z.date(), link: z.string() }),
    content: ({ until: at, link }, { w: { [kind]: w }, moment }) => {
      const until = moment(at);
      const written = (text: string | ((parameters: { until: string }) => string)): string =>
        typeof text === 'string' ? text : text({ until });
      const text = written(w.text);
      return {
        ...mailTitles({ ...w, subject: written(w.subject), text }),
        blocks: [
          { kind: 'text', text },
          { kind: 'button', text: w.button, url: link },
        ],
      };
    },
  });

export const premiumMails = {
  paymentFailed: premiumMail('paymentFailed'),
  premiumEnds: premiumMail('premiumEnds'),
  premiumEnded: premiumMail('premiumEnded'),
  collectionPaused: premiumMail('collectionPaused'),
  collectionResumed: premiumMail('collectionResumed'),
};

interface State {
  subscriptionId: string | null;
  status: string | null;
  periodStartsAt: Date | null;
  periodEndsAt: Date | null;
  cancelAtPeriodEnd: boolean;
  isPaused: boolean;
}

interface Change {
  userId: number;
  before: State & { overdueSince: Date | null };
  now: State & { overdueSince: Date | null };
  /** When Stripe said so, by the database's clock. */
  readAt: Date;
}

/**
 * Sends the payer what a change means, each once: that a payment failed, that the plan ends, that it has
 * ended, that nothing is collected while the account is stopped, and that it is again. A person who cancels,
 * takes that back and cancels again within a period gets the second mail too.
 */
export async function sendPremiumMails(
  app: App,
  tx: Sql,
  { userId, before, now, readAt }: Change,
): Promise<void> {
  const { subscriptionId } = now;
  if (subscriptionId === null) return;
  const period = now.periodStartsAt?.toISOString() ?? '';
  const ended = (status: string | null): boolean => status === 'canceled';
  const wasPaying =
    before.subscriptionId === subscriptionId && !ended(before.status) && before.status !== null;
  if (now.overdueSince !== null && before.overdueSince === null)
    await send(
      app,
      tx,
      userId,
      'paymentFailed',
      `${subscriptionId} ${period}`,
      graceEndsAt(app, now.overdueSince),
    );
  else if (now.cancelAtPeriodEnd && !before.cancelAtPeriodEnd && !ended(now.status) && now.periodEndsAt)
    await send(
      app,
      tx,
      userId,
      'premiumEnds',
      `${subscriptionId} ${period} ${readAt.toISOString()}`,
      now.periodEndsAt,
    );
  else if (ended(now.status) && wasPaying)
    await send(app, tx, userId, 'premiumEnded', subscriptionId, readAt);
  else if (now.isPaused !== before.isPaused && !ended(now.status))
    await send(
      app,
      tx,
      userId,
      now.isPaused ? 'collectionPaused' : 'collectionResumed',
      `${subscriptionId} ${readAt.toISOString()}`,
      now.periodEndsAt ?? readAt,
    );
}

type PremiumKind = keyof typeof premiumMails;

async function send(
  app: App,
  tx: Sql,
  userId: number,
  kind: PremiumKind,
  about: string,
  until: Date,
): Promise<void> {
  const person = await tx
    .selectFrom('User')
    .select(['email', 'language', 'timezone', 'stoppedAt'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  // What an operator pauses at Stripe itself stops no account.
  if (!person || (kind === 'collectionPaused' && person.stoppedAt === null)) return;
  // Who cannot sign in reaches invoices and cards by the link alone.
  const link =
    person.stoppedAt === null
      ? `${app.config.publicUrl}/studio`
      : portalLink(app, { userId, stoppedAt: person.stoppedAt });
  await sendMail(app, tx, premiumMails[kind], {
    key: `${kind} ${about}`,
    to: { email: person.email, userId },
    language: mailLanguage(person.language),
    timezone: person.timezone,
    facts: { until, link },
  });
}
