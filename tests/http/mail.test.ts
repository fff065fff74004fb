import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser, type ParsedMail } from 'mailparser';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { securityMails, sendSecurityMail } from '../../server/areas/access/identity/security-mails.ts';
import { deliverMail, mailRetrySeconds } from '../../server/areas/access/mail/deliver-mail.ts';
import { requeueLostMails } from '../../server/areas/access/mail/requeue-lost-mails.ts';
import { sendPremiumMails } from '../../server/areas/people/premium/premium-mails.ts';
import { signUp } from '../../server/areas/people/sign-up/sign-up.ts';
import { declareMail, type DeclaredMail } from '../../server/kernel/declare-mail.ts';
import { sendMail } from '../../server/kernel/send-mail.ts';
import { mailLanguages, type MailLanguage } from '../../server/mail/mail-words.ts';
import { mails } from '../../server/mails.ts';
import { openMail } from '../../server/mail/transport.ts';
import { startMailServer } from '../support/mail-server.ts';
import { useServer } from '../support/server.ts';
import { securityMailExamples } from './security-mail-examples.ts';

const post = await startMailServer();
const bouncesToken = 'of the mail server';
const server = useServer({
  worker: true,
  env: {
    SMTP_URL: post.url,
    MAIL_FROM: 'Parlance <post@example.com>',
    MAIL_BOUNCES_TOKEN: bouncesToken,
    SIGN_UP: '1',
  },
});
afterAll(() => post.close());
beforeEach(() => post.behave('take'));

const greeting = declareMail({
  kind: 'test',
  facts: z.object({}),
  content: () => ({
    subject: 'Ein <b>Gruß</b>',
    preview: 'Preview',
    heading: 'Heading & more',
    blocks: [{ kind: 'button', text: 'Open', url: 'https://example.com/a?b=secret&c=1' }],
    why: 'Because.',
    unsubscribe: { text: 'No more', url: 'https://example.com/stop' },
  }),
});
let written = 0;
/** Sends a mail about something new. @returns its id and recipient */
async function write(key = `test ${++written}`, language: MailLanguage = 'en') {
  const recipient = `reader${written}@example.com`;
  await server.app.db.transaction((tx) =>
    sendMail(server.app, tx, greeting, { key, to: { email: recipient, userId: null }, language, facts: {} }),
  );
  const { id } = await server.app.db.prisma.mail.findUniqueOrThrow({ where: { key } });
  return { id, recipient };
}

const rowOf = (id: number) => server.app.db.prisma.mail.findUniqueOrThrow({ where: { id } });
const stateOf = async (id: number) => (await rowOf(id)).state;
/** Lets the time of the next attempt come. */
async function nextAttempt(id: number): Promise<void> {
  await server.app.db.prisma.mail.update({ where: { id }, data: { nextAttemptAt: new Date() } });
  await deliverMail(server.app, id);
}
async function died(id: number, state: 'sending' | 'handing'): Promise<void> {
  await server.app.db.prisma.mail.update({
    where: { id },
    data: { state, stateAt: new Date(Date.now() - 3_600_000) },
  });
}
const countTo = (recipient: string) => post.received.filter((mail) => mail.recipient === recipient).length;

describe('an email', () => {
  test('arrives as HTML and text with a way to unsubscribe, and its content is then deleted', async () => {
    const { id, recipient } = await write();
    const mail = await post.next(recipient);
    expect(mail.from?.text).toBe('"Parlance" <post@example.com>');
    expect(mail.subject).toBe('Ein <b>Gruß</b>');
    expect(mail.text).toContain('Open:\nhttps://example.com/a?b=secret&c=1');
    expect(mail.html).toContain('<title>Ein &lt;b&gt;Gruß&lt;/b&gt;</title>');
    expect(mail.html).toContain('href="https://example.com/a?b=secret&amp;c=1"');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line).toBe(
      'List-Unsubscribe: <https://example.com/stop>',
    );
    expect(mail.headerLines.find(({ key }) => key === 'list-unsubscribe-post')?.line).toBe(
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    );
    await expect
      .poll(() => rowOf(id))
      .toMatchObject({ state: 'sent', content: null, attempts: 1, error: null });
  });

  test('is stored sealed until it is sent', async () => {
    post.behave('put off');
    const { id } = await write();
    expect((await rowOf(id)).content).not.toContain('secret');
  });

  test('is sent once, for any number of repeated and concurrent requests', async () => {
    const { id, recipient } = await write('asked for twice');
    await write('asked for twice').catch(() => undefined);
    await Promise.all([1, 2, 3].map(() => deliverMail(server.app, id)));
    await expect.poll(() => stateOf(id)).toBe('sent');
    await deliverMail(server.app, id);
    await requeueLostMails(server.app);
    expect(countTo(recipient)).toBe(1);
  });

  test('that is deferred is retried with growing delays, for a day', async () => {
    post.behave('put off');
    const { id, recipient } = await write();
    await expect.poll(() => stateOf(id)).toBe('queued');
    await expect
      .poll(() => rowOf(id))
      .toMatchObject({ attempts: 1, error: 'The mail server deferred the email: 451 4.3.0 Come back later' });
    const { nextAttemptAt, stateAt } = await rowOf(id);
    expect((nextAttemptAt.getTime() - stateAt.getTime()) / 1000).toBeCloseTo(mailRetrySeconds[0], 0);
    post.behave('take');
    await nextAttempt(id);
    expect(await rowOf(id)).toMatchObject({ state: 'sent', error: null, attempts: 2 });
    expect(countTo(recipient)).toBe(1);

    post.behave('put off');
    const other = await write();
    await expect.poll(async () => (await rowOf(other.id)).error).not.toBeNull();
    for (const _ of mailRetrySeconds) await nextAttempt(other.id);
    expect(await rowOf(other.id)).toMatchObject({ state: 'failed', attempts: mailRetrySeconds.length + 1 });
  });

  test.each([
    ['refuse recipient', 'The address doesn’t accept email: 550 5.1.1 No such person'],
    ['refuse message', 'The mail server refused the email: 554 5.7.1 Looks like spam'],
  ] as const)('is not retried after the response %s', async (manners, error) => {
    post.behave(manners);
    const { id } = await write();
    await expect.poll(() => rowOf(id)).toMatchObject({ state: 'refused', attempts: 1, error });
    post.behave('take');
    await nextAttempt(id);
    expect(await stateOf(id)).toBe('refused');
  });

  test('with unknown delivery is not resent automatically', async () => {
    post.behave('hang up');
    const { id, recipient } = await write();
    await expect.poll(() => stateOf(id)).toBe('unknown');
    post.behave('take');
    await requeueLostMails(server.app);
    await nextAttempt(id);
    expect(countTo(recipient)).toBe(1);
  });

  test('of a crashed process is sent, unless the server may already have it', async () => {
    post.behave('put off');
    const [early, late] = [await write(), await write()];
    for (const { id } of [early, late]) await expect.poll(async () => (await rowOf(id)).error).not.toBeNull();
    post.behave('take');
    await died(early.id, 'sending');
    await died(late.id, 'handing');
    await requeueLostMails(server.app);
    await expect.poll(() => stateOf(early.id)).toBe('sent');
    expect(await stateOf(late.id)).toBe('unknown');
    expect([countTo(early.recipient), countTo(late.recipient)]).toEqual([1, 0]);
  });
});

test('every kind of email is listed once', () => {
  const kinds = mails.map(({ kind }) => kind);
  expect(kinds).toEqual([...new Set(kinds)]);
  for (const { kind } of Object.values(securityMails)) expect(securityMails).toHaveProperty(kind);
});

describe('security events of an account are announced by email', () => {
  test.each(Object.values(securityMails) as DeclaredMail<z.ZodType<any>>[])('$kind', async (declared) => {
    const kind = declared.kind as keyof typeof securityMails;
    const written = mailLanguages.flatMap((language) =>
      (securityMailExamples[kind] as Record<string, unknown>[]).map((facts) => ({ language, facts })),
    );
    const read = await Promise.all(
      written.map(async ({ language, facts }) => {
        const { id, email } = await server.make.user({ language });
        await sendSecurityMail(server.app, server.app.db.sql, declared, { userId: id, facts });
        return { mail: await post.next(email), language, facts };
      }),
    );
    for (const { mail, language, facts } of read) {
      for (const said of [mail.subject!, mail.text!, mail.html as string])
        expect(said).not.toMatch(/undefined|null|\[object|\{(where|name|minutes|hours|contact)/);
      const { link: to, where: in_, email, network, name, names = [] } = facts as Record<string, any>;
      for (const part of [to, in_, email, network, name, ...names])
        if (part) expect(mail.text).toContain(part);
      // Somewhere to go, and nothing that an organization is called is HTML.
      if (kind !== 'emailChanged' && kind !== 'accountDeleted')
        expect(mail.text).toContain(to ?? server.app.config.publicUrl);
      expect(mail.html).not.toContain('<News>');
      expect(mail.html).toContain(`lang="${language}"`);
      const refusable = mail.headerLines.some(({ key }) => key === 'list-unsubscribe');
      expect(refusable).toBe(kind === 'keyExpires');
    }
    expect(new Set(read.map(({ mail }) => `${mail.subject} ${mail.text}`)).size).toBe(written.length);
  });
});

/** The mail is in the language, and nothing in it is left to be filled in. */
function expectWords({ subject, text, html }: ParsedMail, language: MailLanguage): void {
  for (const said of [subject, text, html as string])
    expect(said).not.toMatch(/undefined|null|\[object|\{\w+\}/);
  expect(html).toContain(`lang="${language}"`);
}

describe.each(mailLanguages)('in %s', (language) => {
  test('a sign-up sends a link, and an existing user is notified instead', async () => {
    const network = `192.0.2.${1 + mailLanguages.indexOf(language)}`;
    const join = (email: string) =>
      signUp(server.app, {
        email,
        password: 'a long enough password',
        name: 'Ada',
        language,
        remoteAddress: network,
      });
    const known = await server.make.user({ language });
    await join(known.email);
    await join(`new-${language}@example.com`);
    const toKnown = await post.next(known.email);
    const toNew = await post.next(`new-${language}@example.com`);
    for (const mail of [toKnown, toNew]) expectWords(mail, language);
    expect(toNew.text).toMatch(/\/confirm-sign-up#su_[\w-]+/);
    expect(toKnown.text).not.toContain('confirm-sign-up');
    expect(toKnown.text).toContain(server.app.config.publicUrl);
    expect(toKnown.subject).not.toBe(toNew.subject);
  });

  test('a customer is emailed once each when a payment failed, when the plan will end, and when it has ended', async () => {
    const payer = await server.make.user({ language, timezone: 'Europe/Berlin' });
    const active = {
      subscriptionId: `sub_${language}`,
      status: 'active',
      periodStartsAt: new Date('2026-11-01T00:00:00Z'),
      periodEndsAt: new Date('2026-12-01T00:00:00Z'),
      cancelAtPeriodEnd: false,
      isPaused: false,
    };
    const readAt = new Date('2026-11-20T00:00:00Z');
    const tell = (now: Partial<typeof active>, overdueSince: Date | null = null) =>
      server.app.db.transaction((tx) =>
        sendPremiumMails(server.app, tx, {
          userId: payer.id,
          before: { ...active, overdueSince: null },
          now: { ...active, ...now, overdueSince },
          readAt,
        }),
      );
    const steps = [
      () => tell({ status: 'past_due' }, readAt),
      () => tell({ cancelAtPeriodEnd: true }),
      () => tell({ status: 'canceled' }),
    ];
    const subjects = new Set<string | undefined>();
    for (const step of steps) {
      await step();
      const mail = await post.next(payer.email);
      expectWords(mail, language);
      expect(mail.text).toContain(`${server.app.config.publicUrl}/studio`);
      subjects.add(mail.subject);
      await step();
    }
    expect(subjects.size).toBe(3);
    await expect
      .poll(() => server.app.db.prisma.mail.count({ where: { recipient: payer.email, state: 'sent' } }))
      .toBe(3);
    expect(countTo(payer.email)).toBe(3);
  });
});

describe('administrators', () => {
  const delivery =
    '{ emailDelivery { from outbox waiting failures { id recipient state error errorNotices { code } } } }';
  const retry = 'mutation ($mail: ID!) { retryEmail(input: { id: $mail }) { __typename } }';

  test.each(mailLanguages)('send a test email to themselves, in their language: %s', async (language) => {
    const admin = await server.make.user({ role: 'admin', language, timezone: 'Europe/Berlin' });
    const token = await server.signIn(admin);
    const { data } = await server.graphql(
      'mutation { sendTestEmail(input: {}) { ... on SendTestEmailSuccess { email { kind recipient } } } }',
      {},
      token,
    );
    expect(data!['sendTestEmail'].email).toEqual({ kind: 'test', recipient: admin.email });
    const mail = await post.next(admin.email);
    expect(mail.html).toContain(`lang="${language}"`);
    expect(mail.subject).toBe(
      { en: 'Test email from Parlance', de: 'Test-E-Mail von Parlance', fr: 'E-mail de test de Parlance' }[
        language
      ],
    );
  });

  test('see undelivered emails, and resend them', async () => {
    const token = await server.signIn(await server.make.user({ role: 'admin' }));
    post.behave('refuse recipient');
    const { id, recipient } = await write();
    await expect.poll(() => stateOf(id)).toBe('refused');
    const { data } = await server.graphql(delivery, {}, token);
    expect(data!['emailDelivery']).toMatchObject({
      from: 'Parlance <post@example.com>',
      outbox: null,
      failures: [{ recipient, state: 'REFUSED', errorNotices: [{ code: 'MAIL_RECIPIENT_REFUSED' }] }],
    });
    post.behave('take');
    const again = () =>
      server.graphql(retry, { mail: String(id) }, token).then((answer) => answer.data!['retryEmail']);
    expect(await again()).toEqual({ __typename: 'RetryEmailSuccess' });
    await post.next(recipient);
    await expect.poll(() => stateOf(id)).toBe('sent');
    expect(await again()).toEqual({ __typename: 'ValidationError' });
  });

  test('can dismiss an email with unknown delivery, which is then never resent', async () => {
    const token = await server.signIn(await server.make.user({ role: 'admin' }));
    post.behave('refuse recipient');
    const { id, recipient } = await write();
    await expect.poll(() => stateOf(id)).toBe('refused');
    post.behave('take');
    const dismiss = (mail: string) =>
      server
        .graphql(
          'mutation ($mail: ID!) { dismissEmail(input: { id: $mail }) { __typename } }',
          { mail },
          token,
        )
        .then((answer) => answer.data!['dismissEmail']);
    expect(await dismiss(String(id))).toEqual({ __typename: 'DismissEmailSuccess' });
    expect((await server.graphql(delivery, {}, token)).data!['emailDelivery'].failures).toEqual([]);
    const { data } = await server.graphql(retry, { mail: String(id) }, token);
    expect(data!['retryEmail']).toEqual({ __typename: 'ValidationError' });
    expect(countTo(recipient)).toBe(0);
    expect(await dismiss('2147483647')).toEqual({ __typename: 'NotFoundError' });
  });
});

test('without a mail server, emails go to a folder that only the server can read', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'outbox-'));
  const mail = openMail({
    smtpUrl: undefined,
    mailFrom: 'post@example.com',
    dataDir,
    publicUrl: 'http://localhost',
  });
  const before = server.app.mail;
  server.app.mail = mail;
  onTestFinished(() => void (server.app.mail = before));
  const { id, recipient } = await write();
  await expect.poll(() => stateOf(id)).toBe('sent');
  const [file, ...others] = await readdir(mail.outbox!);
  expect(others).toEqual([]);
  const path = join(mail.outbox!, file!);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const parsed = await simpleParser(await readFile(path));
  expect(parsed.to).toMatchObject({ text: recipient });
  expect(parsed.subject).toBe('Ein <b>Gruß</b>');
});

describe('a bounced email', () => {
  /** A report as Postfix writes it (RFC 3464). */
  const report = (mail: { messageId: string; recipient: string; action?: string; of?: string }): string =>
    [
      'From: MAILER-DAEMON@mx.example.net (Mail Delivery System)',
      'To: post@example.com',
      'Subject: Undelivered Mail Returned to Sender',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      'MIME-Version: 1.0',
      '',
      '--b',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      'I am sorry to have to inform you that your message could not be delivered.',
      '',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.net',
      'Arrival-Date: Thu, 26 Nov 2026 05:00:00 +0000',
      '',
      `Final-Recipient: rfc822; ${mail.recipient}`,
      ...(mail.of ? [`Original-Recipient: rfc822;${mail.of}`] : []),
      `Action: ${mail.action ?? 'failed'}`,
      'Status: 5.2.2',
      'Diagnostic-Code: smtp; 552 5.2.2 The mailbox',
      '    is full',
      '',
      '--b',
      'Content-Type: message/rfc822',
      '',
      `To: ${mail.recipient}`,
      `Message-ID: ${mail.messageId}`,
      'Subject: Hello',
      '',
      'Text',
      '',
      '--b--',
      '',
    ].join('\r\n');
  const deliver = async (body: string, token = bouncesToken) => {
    const response = await fetch(`${server.url}/mail/bounces`, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${token}` },
      body,
    });
    return [response.status, ((await response.json()) as { mails?: number }).mails];
  };
  const sent = async () => {
    const { id, recipient } = await write();
    const { messageId } = await post.next(recipient);
    await expect.poll(() => stateOf(id)).toBe('sent');
    return { id, recipient, messageId: messageId! };
  };

  test('is listed as refused once, with the server’s response', async () => {
    const mail = await sent();
    const other = await sent();
    expect(await deliver(report(mail))).toEqual([200, 1]);
    expect(await rowOf(mail.id)).toMatchObject({
      state: 'refused',
      error: 'The address doesn’t accept email: 552 5.2.2 The mailbox is full',
      content: null,
    });
    expect(await stateOf(other.id)).toBe('sent');
    expect(await deliver(report(mail))).toEqual([200, 0]);
  });

  test('is matched by its original address when it was forwarded', async () => {
    const { recipient, ...mail } = await sent();
    expect(
      await deliver(report({ ...mail, recipient: 'Elsewhere@example.net', of: recipient.toUpperCase() })),
    ).toEqual([200, 1]);
  });

  test('is not recognized from delays, other senders, other messages or forged reports', async () => {
    const mail = await sent();
    for (const body of [
      report({ ...mail, action: 'delayed' }),
      report({ ...mail, messageId: '<0123456789abcdef@example.com>' }),
      report({ ...mail, recipient: 'other@example.com' }),
      `To: ${mail.recipient}\r\nMessage-ID: ${mail.messageId}\r\n\r\nFailed`,
      '\0\r\n--b\r\n',
    ])
      expect(await deliver(body)).toEqual([200, 0]);
    expect((await deliver(report(mail), 'another'))[0]).toBe(401);
    expect(await stateOf(mail.id)).toBe('sent');
  });
});
