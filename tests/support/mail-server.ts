import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';

/** What the server does with a mail; by default it takes it. */
export type MailManners = 'take' | 'refuse recipient' | 'put off' | 'refuse message' | 'hang up';

export interface ReceivedMail extends ParsedMail {
  recipient: string;
}

/** A mail server on this machine that reads every mail. */
export interface MailServer {
  /** For SMTP_URL: with the only user name and password that it takes. */
  url: string;
  /** In the order in which they came, also those that it did not acknowledge. */
  received: ReceivedMail[];
  /** What it does from now on. */
  behave(manners: MailManners): void;
  /** Returns the next email to an address that was not returned before. */
  next(recipient: string): Promise<ReceivedMail>;
  close(): Promise<void>;
}

const user = 'parlance';
const password = 'p@ss word';

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const taken = new Set<ReceivedMail>();
  let manners: MailManners = 'take';
  const failure = (responseCode: number, message: string) =>
    Object.assign(new Error(message), { responseCode });
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password: given }, _, callback) =>
      username === user && given === password
        ? callback(null, { user: username })
        : callback(failure(535, 'Who are you?')),
    onRcptTo: (_, __, callback) =>
      manners === 'refuse recipient'
        ? callback(failure(550, '5.1.1 No such person'))
        : manners === 'put off'
          ? callback(failure(451, '4.3.0 Come back later'))
          : callback(),
    onData: (stream, session, callback) => {
      const recipient = session.envelope.rcptTo[0]!.address;
      simpleParser(stream).then(
        (mail) => {
          received.push({ ...mail, recipient });
          if (manners === 'refuse message') return callback(failure(554, '5.7.1 Looks like spam'));
          if (manners !== 'hang up') return callback();
          for (const connection of server.connections)
            (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
        },
        (error: Error) => callback(error),
      );
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    received,
    behave: (next) => void (manners = next),
    async next(recipient) {
      const find = () => received.find((mail) => mail.recipient === recipient && !taken.has(mail));
      await expect.poll(() => find() !== undefined).toBe(true);
      const mail = find()!;
      taken.add(mail);
      return mail;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The first address in a mail's text that leads to a path of this server. */
export const linkIn = (mail: ReceivedMail, path: string): string => {
  const link = new RegExp(`https?://\\S*${path}\\S*`).exec(mail.text ?? '')?.[0];
  if (!link) throw new Error(`There is no link to ${path} in: ${mail.text}`);
  return link;
};
