import { z } from 'zod';
import { system } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { mailLanguage, type MailLanguage } from '../../../mail/mail-words.ts';
import { writeProjectLog } from '../../access/project-log/log.ts';

const purpose = 'end of e-mail reports';
const subscriptionSchema = z.object({ projectId: z.int(), address: z.string(), language: z.string() });

/** Recipient of a project's reports. */
export type Subscription = z.infer<typeof subscriptionSchema>;

/** Returns the address that ends reports: it needs no sign-in (RFC 8058). */
export const unsubscribeUrl = ({ config, dataSealing }: App, subscription: Subscription): string =>
  `${config.publicUrl}/unsubscribe/${dataSealing.seal(JSON.stringify(subscription), purpose)}`;

/** Subscriber of a link. Null: the link is invalid. */
export function subscriptionOf(
  { dataSealing }: Pick<App, 'dataSealing'>,
  token: string,
): (Subscription & { language: MailLanguage }) | null {
  const text = dataSealing.open(token, purpose);
  if (text === null) return null;
  const subscription = subscriptionSchema.parse(JSON.parse(text));
  return { ...subscription, language: mailLanguage(subscription.language) };
}

/**
 * Ends the reports that go to an address; those that go to another by now stay.
 * @returns the project's name; null: there is no such project any more
 */
export async function unsubscribeFromReports(
  { db }: App,
  { projectId, address }: Pick<Subscription, 'projectId' | 'address'>,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const project = await tx
      .selectFrom('Project')
      .select(['name', 'emailReportsEnable', 'emailReportsAddress'])
      .where('id', '=', projectId)
      .where('deletedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!project) return null;
    if (project.emailReportsEnable && project.emailReportsAddress?.toLowerCase() === address.toLowerCase()) {
      await tx
        .updateTable('Project')
        .set({ emailReportsEnable: false })
        .where('id', '=', projectId)
        .execute();
      await writeProjectLog(tx, system, projectId, 'reports updated', {
        changes: { emailReportsEnable: { from: true, to: false } },
      });
    }
    return project.name;
  });
}
