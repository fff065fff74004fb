import { z } from 'zod';
import type { App } from '../../../kernel/app.ts';
import { declareMail, mailTitles } from '../../../kernel/declare-mail.ts';
import { sendMail } from '../../../kernel/send-mail.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { parseEnum } from '../../../lib/parse-enum.ts';
import { mailLanguage } from '../../../mail/mail-words.ts';
import { maintainersOf } from '../../access/identity/key-change-mail.ts';

const disabledReasons = { FAILURES: 'failures', GONE: 'gone' } as const;

/** Why Parlance disables a webhook. */
export type DisabledReason = (typeof disabledReasons)[keyof typeof disabledReasons];

/** Reads `WebhookEndpoint.disabledReason`; null: Parlance did not disable it. */
export const disabledReasonIn = (stored: string | null): DisabledReason | null =>
  parseEnum(disabledReasons, stored);

/** A webhook was disabled. */
export const webhookDisabledMail = declareMail({
  kind: 'webhookDisabled',
  refusable: true,
  /**
   * @property where name of the organization or project
   * @property path of that in the dashboard
   */
  facts: z.object({
    where: z.string(),
    reason: z.enum(Object.values(disabledReasons)),
    host: z.string(),
    description: z.string(),
    path: z.string(),
  }),
  content: ({ where, reason, host, description, path }, { w: { webhookDisabled: w }, url }) => {
    const text = w[reason]({ where });
    return {
      ...mailTitles({ ...w, subject: w.subject({ where }), why: w.why({ where }), text }),
      blocks: [
        { kind: 'text', text },
        {
          kind: 'facts',
          facts: [[w.address, host], ...(description ? ([[w.name, description]] as const) : [])],
        },
        { kind: 'button', text: w.button, url: `${url}${path}` },
      ],
    };
  },
});

interface DisabledWebhook {
  id: number;
  organizationId: number | null;
  projectId: number | null;
  description: string;
  host: string;
  reason: DisabledReason;
}

/**
 * Notifies the people in charge of a webhook that it was disabled: the organization's administrators, or the
 * owner of a private project.
 */
export async function sendDisabledMails(
  app: Pick<App, 'queue' | 'dataSealing' | 'config'>,
  sql: Sql,
  { id, organizationId, projectId, description, host, reason }: DisabledWebhook,
): Promise<void> {
  const place = await placeOf(sql, organizationId, projectId);
  if (!place) return;
  const at = databaseTime().toISOString();
  for (const userId of place.managers) {
    const person = await sql
      .selectFrom('User')
      .select(['email', 'language', 'timezone'])
      .where('id', '=', userId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!person) continue;
    await sendMail(app, sql, webhookDisabledMail, {
      key: `webhookDisabled ${id} ${at} ${userId}`,
      to: { email: person.email, userId },
      language: mailLanguage(person.language),
      timezone: person.timezone,
      facts: { where: place.name, reason, host, description, path: place.path },
    });
  }
}

async function placeOf(
  sql: Sql,
  organizationId: number | null,
  projectId: number | null,
): Promise<{ name: string; path: string; managers: number[] } | null> {
  if (projectId !== null) {
    const project = await sql
      .selectFrom('Project')
      .select(['name', 'organizationId', 'ownerId'])
      .where('id', '=', projectId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!project) return null;
    const managers =
      project.organizationId === null ? [project.ownerId] : await maintainersOf(sql, project.organizationId);
    return { name: project.name, path: `/projects/${projectId}`, managers };
  }
  const { name, slug } = await sql
    .selectFrom('Organization')
    .select(['name', 'slug'])
    .where('id', '=', organizationId!)
    .executeTakeFirstOrThrow();
  return {
    name,
    path: `/projects/organization/${slug}`,
    managers: await maintainersOf(sql, organizationId!),
  };
}
