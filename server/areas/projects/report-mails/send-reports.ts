import { system } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { eachItem } from '../../../kernel/each-item.ts';
import { forgetUnsentMail, sendMail } from '../../../kernel/send-mail.ts';
import { mailLanguage } from '../../../mail/mail-words.ts';
import { zonesOf } from '../../listening/listening/project-zones.ts';
import { accessProjects } from '../../access/project-access/access.ts';
import { addShare } from '../../listening/statistics/statistics-shares.ts';
import { dueDays, isReportFrequency, type ReportFrequency } from './due-reports.ts';
import { mailedReport, reportFacts, reportMail } from './report-content.ts';

/** Projects that are looked at together. */
const atOnce = 200;

interface Subscribed {
  id: number;
  name: string;
  rhythm: ReportFrequency;
  address: string;
  voiceLanguage: string | null;
}

/**
 * Sends the reports whose time has come, each once, and after an outage only the last. One that fails is
 * tried again the next time, and keeps no other from being sent.
 * @returns how many are on their way
 */
export async function sendReports(app: App, signal?: AbortSignal, now = Date.now()): Promise<number> {
  const { done } = await eachItem(app, {
    job: 'report-mails',
    items: reportsOf(app),
    key: ({ project }) => `project ${project.id}`,
    work: ({ project, zone, through }) => sendReport(app, project, zone, through, now),
    signal,
  });
  return done;
}

interface DueReport {
  project: Subscribed;
  zone: string;
  /** The last day that was reported; null: none. */
  through: string | null;
}

async function* reportsOf(app: App): AsyncGenerator<DueReport> {
  for (let last = 0; ;) {
    const some = await subscribed(app, last);
    if (some.length === 0) return;
    last = some.at(-1)!.id;
    const ids = some.map(({ id }) => id);
    const [zones, booked, reported] = await Promise.all([
      zonesOf(app.db.sql, ids),
      accessProjects(app.db.sql, system, ids),
      app.db.sql
        .selectFrom('ReportMail')
        .select(['projectId', 'period'])
        .select(({ cast }) => cast<string>('through', 'text').as('through'))
        .where('projectId', 'in', ids)
        .execute(),
    ]);
    for (const project of some) {
      if (!booked.find(({ id }) => id === project.id)?.features.includes('reports')) continue;
      const before = reported.find((row) => row.projectId === project.id && row.period === project.rhythm);
      yield { project, zone: zones.get(project.id) ?? 'UTC', through: before?.through ?? null };
    }
  }
}

async function subscribed({ db }: App, after: number): Promise<Subscribed[]> {
  const rows = await db.sql
    .selectFrom('Project')
    .select(['id', 'name', 'emailReportsPeriod', 'emailReportsAddress', 'voiceLanguage'])
    .where('emailReportsEnable', '=', true)
    .where('emailReportsAddress', 'is not', null)
    .where('deletedAt', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute();
  return rows.map(({ emailReportsPeriod: rhythm, emailReportsAddress, ...row }) => ({
    ...row,
    rhythm: isReportFrequency(rhythm) ? rhythm : 'weekly',
    address: emailReportsAddress!.toLowerCase(),
  }));
}

async function sendReport(
  app: App,
  { id: projectId, name, rhythm, address, voiceLanguage }: Subscribed,
  zone: string,
  through: string | null,
  now: number,
): Promise<boolean> {
  const reader = await app.db.sql
    .selectFrom('User')
    .select(['id', 'language', 'timezone'])
    .where('email', '=', address)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  const days = dueDays(rhythm, through, { zone, readerZone: reader?.timezone ?? null }, now);
  if (!days) return false;
  const language = mailLanguage(reader?.language, voiceLanguage);
  const facts = await reportFacts(app, { projectId, project: name, rhythm, days, address, language });
  const keyOf = (day: string): string => `report ${projectId} ${rhythm} ${day}`;
  return app.db.transaction(async (tx) => {
    // Of several processes one writes the day, and that one sends.
    const written = await tx
      .insertInto('ReportMail')
      .values({ projectId, period: rhythm, through: days.to })
      .onConflict((conflict) =>
        conflict
          .columns(['projectId', 'period'])
          .doUpdateSet({ through: days.to })
          .where('ReportMail.through', '<', days.to),
      )
      .returning('projectId')
      .executeTakeFirst();
    if (!written) return false;
    // One that still waits, because no mail server could be reached, is out of date.
    if (through !== null) await forgetUnsentMail(tx, keyOf(through));
    const { token } = await addShare(app, tx, {
      projectId,
      report: mailedReport,
      period: null,
      firstDay: days.from,
      lastDay: days.to,
      ofMail: true,
    });
    await sendMail(app, tx, reportMail, {
      key: keyOf(days.to),
      to: { email: address, userId: reader?.id ?? null },
      language,
      facts: { ...facts, url: `${app.config.publicUrl}/shared/${token}` },
    });
    return true;
  });
}
