/**
 * Runs the server for the browser tests, in a separate process: the whole product on a free port with an
 * empty DATA_DIR and the demo. A second port has an endpoint with which each test creates its organization.
 * Prints one line of JSON when everything is ready.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { startApi } from '../../server/api.ts';
import { openSession } from '../../server/areas/access/identity/session.ts';
import {
  storePendingIdentity,
  type PendingIdentity,
} from '../../server/areas/people/openid/pending-identity.ts';
import { parseConfig } from '../../server/config.ts';
import { hashPassword } from '../../server/lib/security/crypto.ts';
import { factories } from '../support/factories.ts';
import { raiseGallery } from './raise-gallery.ts';
import { raiseReports } from './raise-reports.ts';
import { raiseStage } from './raise-stage.ts';
import type { Grounds } from './stage.ts';

const config = parseConfig({ ...process.env, PORT: '0', DEMO: '1', LOG_LEVEL: 'error' });
const { url, app, close } = await startApi(config, { worker: true });
const make = factories(app.db);
const password = 'a long enough password';
const passwordHash = await hashPassword(password);

const demo = await app.db.prisma.organization.findUniqueOrThrow({ where: { slug: 'demo' } });
const owner = await make.member(demo.id, 'maintainer', await make.user({ fullname: 'Dora Demo' }));

/** The texts of the mails to an address, in no order. */
async function mailsTo(address: string): Promise<string[]> {
  const outbox = join(config.dataDir, 'outbox');
  const names = await readdir(outbox).catch(() => []);
  const mails = await Promise.all(
    names.filter((name) => !name.startsWith('.')).map((name) => readFile(join(outbox, name))),
  );
  const read = await Promise.all(mails.map((mail) => simpleParser(mail)));
  return read.flatMap(({ to, text }) => (to && 'text' in to && to.text === address ? [text ?? ''] : []));
}

/**
 * Returns the pending identity of a user who signed in at a provider with an account's address and has to
 * confirm it.
 */
async function arrives(email: string): Promise<PendingIdentity> {
  const { id } = await app.db.prisma.user.findUniqueOrThrow({ where: { email } });
  const claims = { subject: email, email, name: null, groups: [], session: null, provedAt: null };
  return storePendingIdentity(app, id, { ...claims, issuer: 'https://issuer.example' }, new Map());
}

/**
 * Responds to a test's request: a stage, the gallery of the pictures, the project of the reports, the emails
 * to a user, what the browser of a user who comes from a provider gets, or the token of a session that began
 * the given number of minutes ago.
 */
async function answer(asked: URL): Promise<object> {
  const recipient = asked.searchParams.get('mails');
  if (recipient) return mailsTo(recipient);
  const arriving = asked.searchParams.get('arrives');
  if (arriving) return arrives(arriving);
  if (asked.searchParams.has('gallery')) return raiseGallery(app, make, { passwordHash });
  if (asked.searchParams.has('reports')) return raiseReports(app, make);
  const email = asked.searchParams.get('email');
  if (!email) return raiseStage(app, make, { password, passwordHash });
  const { id } = await app.db.prisma.user.findUniqueOrThrow({ where: { email } });
  const session = await openSession(app, id);
  const minutes = Number(asked.searchParams.get('minutes') ?? 0);
  if (minutes > 0)
    await app.db.prisma.session.updateMany({
      where: { userId: id },
      data: { createdAt: new Date(Date.now() - 60_000 * minutes) },
    });
  return session;
}

const door = createServer((request, response) => {
  answer(new URL(request.url!, 'http://door')).then(
    (made) => response.setHeader('content-type', 'application/json').end(JSON.stringify(made)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));

const grounds: Omit<Grounds, 'site'> = {
  url,
  door: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
  demo: owner.email,
};
console.log(JSON.stringify(grounds));
process.on('SIGTERM', () => {
  door.closeAllConnections();
  door.close();
  void close().then(() => process.exit(0));
});
