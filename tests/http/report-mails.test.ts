import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { dayOf } from '../../server/areas/listening/listening/partitions.ts';
import { sendReports } from '../../server/areas/projects/report-mails/send-reports.ts';
import type { Newsroom } from '../support/factories.ts';
import { linkIn, startMailServer, type ReceivedMail } from '../support/mail-server.ts';
import { useServer } from '../support/server.ts';

const post = await startMailServer();
const server = useServer({
  worker: true,
  env: { SMTP_URL: post.url, MAIL_FROM: 'Parlance <post@example.com>' },
});
afterAll(() => post.close());

/** A Monday, when the week from 16 to 22 November has just been counted. */
const monday = Date.parse('2026-11-23T09:00:00Z');
const day = 86_400_000;
let room: Newsroom;
let address: string;

beforeEach(async () => {
  post.behave('take');
  room = await server.make.newsroom();
  // Ids restart with each test, and emails of the previous one may still arrive.
  address = `desk-${randomUUID()}@example.com`;
  const { prisma } = server.app.db;
  await prisma.project.update({
    where: { id: room.project.id },
    data: { name: '=Gazette', emailReportsEnable: true, emailReportsAddress: address },
  });
  await prisma.organization.update({
    where: { id: room.organization.id },
    data: { timezone: 'Europe/Berlin', features: ['reports'] },
  });
  await prisma.listeningHour.createMany({
    data: Array.from({ length: 14 }, (_, ago) => ({
      projectId: room.project.id,
      articleId: room.article.id,
      hour: new Date(monday - (ago + 1) * day),
      views: 100,
      listens: ago < 7 ? 20 : 10,
      finishes: 5,
      heardMs: 600_000n,
    })),
  });
});

const next = (): Promise<ReceivedMail> => post.next(address);
const count = () => post.received.filter(({ recipient }) => recipient === address).length;
const speak = (language: string, timezone: string | null = null) =>
  server.make
    .user()
    .then(({ id }) =>
      server.app.db.prisma.user.update({ where: { id }, data: { email: address, language, timezone } }),
    );

test('a weekly email report contains changes with reasons, a chart, figures and a link', async () => {
  expect(await sendReports(server.app, undefined, monday)).toBe(1);
  const mail = await next();
  expect(mail.subject).toBe('=Gazette: 140 plays, 16 Nov 2026 – 22 Nov 2026');
  expect(mail.text).toContain(
    '140 plays, 100% more than in the previous period (70). ' +
      'Main reason: a higher play rate (20% of views, up from 10%). ' +
      `“${room.article.title}” made the biggest difference: 140 plays, compared with 70 before.`,
  );
  expect(mail.text).toContain('Europe/Berlin');
  const picture = mail.attachments.find(({ contentType }) => contentType === 'image/png')!;
  expect(await sharp(picture.content).metadata()).toMatchObject({ format: 'png', width: 992, height: 280 });
  // mailparser puts the picture in the place that shows it.
  expect(picture.related).toBe(true);
  const csv = mail.attachments.find(({ contentType }) => contentType === 'text/csv')!;
  expect(csv.filename).toBe('PlaysByDay 2026-11-16 2026-11-22.csv');
  const [header, ...rows] = parse(csv.content, { bom: true, delimiter: ';' }) as string[][];
  expect(header!.slice(0, 3)).toEqual(['date', 'views', 'plays']);
  expect(rows.map(([date]) => date)).toEqual(
    Array.from({ length: 7 }, (_, index) => dayOf(Date.parse('2026-11-16') + index * day)),
  );
  expect(rows.reduce((sum, row) => sum + Number(row[2]), 0)).toBe(140);
  const shared = linkIn(mail, '/shared/').split('/').at(-1)!;
  const { data } = await server.graphql(
    `query ($of: String!) { sharedStatistics(token: $of) { statistics { from to totals } } }`,
    { of: shared },
  );
  expect(data!['sharedStatistics'].statistics).toMatchObject({ from: '2026-11-16', to: '2026-11-22' });
  expect(data!['sharedStatistics'].statistics.totals[1]).toBe(140);
});

test('an email report is in the reader’s language, and sent in the reader’s morning', async () => {
  await speak('de', 'America/New_York');
  expect(await sendReports(server.app, undefined, Date.parse('2026-11-23T11:59:00Z'))).toBe(0);
  expect(await sendReports(server.app, undefined, Date.parse('2026-11-23T12:00:00Z'))).toBe(1);
  const mail = await next();
  expect(mail.subject).toBe('=Gazette: 140 Wiedergaben, 16.11.2026 – 22.11.2026');
  expect(mail.text).toContain('140 Wiedergaben, 100\u00a0% mehr als im Zeitraum davor (70).');
});

test('email reports are sent once by any number of processes; after an outage only the last one', async () => {
  const sent = await Promise.all([1, 2, 3].map(() => sendReports(server.app, undefined, monday)));
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1);
  await next();
  expect(await sendReports(server.app, undefined, monday + 3 * day)).toBe(0);
  expect(await sendReports(server.app, undefined, monday + 31 * day)).toBe(1);
  expect((await next()).subject).toContain('14 Dec 2026 – 20 Dec 2026');
  expect(count()).toBe(2);
});

test('email reports are sent once around midnight, even if clocks of processes differ', async () => {
  await server.app.db.prisma.project.update({
    where: { id: room.project.id },
    data: { emailReportsPeriod: 'daily' },
  });
  // It is seven there when a day of the project ends, so that its report is due at once.
  await speak('en', 'Asia/Shanghai');
  const midnight = Date.parse('2026-11-24T00:00+01:00');
  expect(await sendReports(server.app, undefined, midnight - 1)).toBe(1);
  expect((await next()).subject).toContain('22 Nov 2026 – 22 Nov 2026');
  const sent = await Promise.all(
    [-1, 0, 1, 0, -1].map((ms) => sendReports(server.app, undefined, midnight + ms)),
  );
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1);
  expect((await next()).subject).toContain('23 Nov 2026 – 23 Nov 2026');
  expect(await sendReports(server.app, undefined, midnight - 1)).toBe(0);
  expect(await sendReports(server.app, undefined, midnight)).toBe(0);
  expect(count()).toBe(2);
});

test.each([
  ['daily', '22 Nov 2026 – 22 Nov 2026'],
  ['monthly', '1 Oct 2026 – 31 Oct 2026'],
])('%s reports', async (period, range) => {
  await server.app.db.prisma.project.update({
    where: { id: room.project.id },
    data: { emailReportsPeriod: period },
  });
  expect(await sendReports(server.app, undefined, monday)).toBe(1);
  expect((await next()).subject).toContain(range);
});

test('email reports are not sent without the feature', async () => {
  await server.app.db.prisma.organization.update({
    where: { id: room.organization.id },
    data: { features: [] },
  });
  expect(await sendReports(server.app, undefined, monday)).toBe(0);
});

test('email reports end with one-click unsubscribe (RFC 8058), but not by opening the URL', async () => {
  await sendReports(server.app, undefined, monday);
  const mail = await next();
  const enabled = async () =>
    (await server.app.db.prisma.project.findUniqueOrThrow({ where: { id: room.project.id } }))
      .emailReportsEnable;
  const headers = mail.headers.get('list') as unknown as { unsubscribe: { url: string } };
  expect(mail.headerLines.find(({ key }) => key === 'list-unsubscribe-post')!.line).toBe(
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  );
  const { pathname } = new URL(headers.unsubscribe.url);
  const opened = await fetch(server.url + pathname);
  expect(opened.status).toBe(200);
  expect(await opened.text()).toContain(address);
  expect(await enabled()).toBe(true);
  const post = (path: string) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
  expect((await post(`${pathname.slice(0, -2)}xx`)).status).toBe(404);
  expect(await enabled()).toBe(true);
  expect((await post(pathname)).status).toBe(200);
  expect(await enabled()).toBe(false);
  // Again it does no harm, and who gets them by now is not disturbed.
  await server.app.db.prisma.project.update({
    where: { id: room.project.id },
    data: { emailReportsEnable: true, emailReportsAddress: 'other@example.com' },
  });
  expect((await post(pathname)).status).toBe(200);
  expect(await enabled()).toBe(true);
});
