import type { App } from '../../kernel/app.ts';
import { sendMail } from '../../kernel/send-mail.ts';
import type { Sql } from '../../lib/db.ts';
import { mailLanguage, mailWordsIn, momentIn } from '../../mail/mail-words.ts';
import { graceEndsAt } from '../allowance/plan-access.ts';

interface State {
  subscriptionId: string | null;
  status: string | null;
  periodStartsAt: Date | null;
  periodEndsAt: Date | null;
  cancelAtPeriodEnd: boolean;
}

/**
 * What a payer is told of a change, each once: that a payment failed, that the plan ends, that it has ended.
 */
export async function tellPayer(
  app: App,
  tx: Sql,
  {
    userId,
    before,
    now,
    isOverdue,
  }: { userId: number; before: State & { overdueSince: Date | null }; now: State; isOverdue: boolean },
): Promise<void> {
  const { subscriptionId } = now;
  if (subscriptionId === null) return;
  const period = now.periodStartsAt?.toISOString() ?? '';
  const ended = (status: string | null): boolean => status === 'canceled';
  const wasPaying =
    before.subscriptionId === subscriptionId && !ended(before.status) && before.status !== null;
  if (isOverdue && before.overdueSince === null)
    await send(app, tx, userId, 'paymentFailed', `${subscriptionId} ${period}`, graceEndsAt(app, new Date()));
  else if (now.cancelAtPeriodEnd && !before.cancelAtPeriodEnd && !ended(now.status) && now.periodEndsAt)
    await send(app, tx, userId, 'premiumEnds', `${subscriptionId} ${period}`, now.periodEndsAt);
  else if (ended(now.status) && wasPaying)
    await send(app, tx, userId, 'premiumEnded', subscriptionId, new Date());
}

async function send(
  app: App,
  tx: Sql,
  userId: number,
  kind: 'paymentFailed' | 'premiumEnds' | 'premiumEnded',
  about: string,
  at: Date,
): Promise<void> {
  const person = await tx
    .selectFrom('User')
    .select(['email', 'language', 'timezone'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!person) return;
  const language = mailLanguage(person.language);
  const w = mailWordsIn(language)[kind];
  const until = momentIn(language, at, person.timezone);
  const say = (words: string | ((parameters: { until: string }) => string)): string =>
    typeof words === 'string' ? words : words({ until });
  const text = say(w.text);
  await sendMail(app, tx, {
    key: `${kind} ${about}`,
    kind,
    to: { email: person.email, userId },
    language,
    content: {
      subject: say(w.subject),
      preview: text,
      heading: w.heading,
      why: w.why,
      blocks: [
        { kind: 'text', text },
        { kind: 'button', text: w.button, url: `${app.config.publicUrl}/studio` },
      ],
    },
  });
}
