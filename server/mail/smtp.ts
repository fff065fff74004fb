import { Readable } from 'node:stream';
import type { MimeNodeEnvelope } from 'nodemailer/lib/mime-node';
import SMTPConnection, {
  type SMTPConnectionEnvelope,
  type SMTPConnectionOptions,
} from 'nodemailer/lib/smtp-connection';
import { outboundSignal } from '../lib/threads/job-signal.ts';
import { MailError } from './mail-error.ts';
import { mailMessages } from './messages.ts';

export interface SmtpServer {
  options: SMTPConnectionOptions;
  /** Null: no authentication. */
  auth: { user: string; pass: string } | null;
}

/** How long a mail server may take, milliseconds. */
export interface SmtpLimits {
  /** Timeout for each of: name lookup, connection, greeting. */
  connectMs: number;
  /** Without a word. */
  idleMs: number;
}

const smtpLimits: SmtpLimits = { connectMs: 20_000, idleMs: 40_000 };

const isLocal = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

/**
 * The server that an address names: `smtp://user:password@host:587`, or `smtps://` where TLS comes first. A
 * password goes over an encrypted connection alone, unless the server is on this machine.
 * @param name of this machine, which it greets with
 */
export function smtpServer(
  url: string,
  name: string,
  { connectMs, idleMs }: SmtpLimits = smtpLimits,
): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const auth = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null;
  return {
    auth,
    options: {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port ? Number(port) : secure ? 465 : 587,
      secure,
      requireTLS: !secure && auth !== null && !isLocal(hostname),
      name,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: idleMs,
    },
  };
}

/**
 * Sends a message. The server has no part of it until `handOver` has been called; if the connection ends
 * after that, its delivery is unknown. The job's signal aborts sending only until then.
 * @throws MailError; what `handOver` throws; the reason of the job's signal
 */
export async function sendBySmtp(
  { options, auth }: SmtpServer,
  envelope: MimeNodeEnvelope,
  message: Buffer,
  handOver: () => Promise<void>,
): Promise<void> {
  const signal = outboundSignal();
  signal?.throwIfAborted();
  const connection = new SMTPConnection(options);
  let handedOver = false;
  let isHanding = false;
  let stopped: unknown;
  // Read when the server has said that it takes the message, and not before.
  const body = new Readable({
    read() {
      isHanding = true;
      handOver().then(
        () => {
          handedOver = true;
          this.push(message);
          this.push(null);
        },
        (error: unknown) => {
          stopped = error;
          this.destroy(error as Error);
        },
      );
    },
  });
  let end = (): void => {};
  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = (error: unknown): void => reject(error as Error);
      end = () => void (isHanding || refuse(signal!.reason));
      signal?.addEventListener('abort', end, { once: true });
      // The library fills in the other fields that its type requires.
      const whom = { ...envelope } as object as SMTPConnectionEnvelope;
      const send = () => connection.send(whom, body, (error) => (error ? refuse(error) : resolve()));
      connection.on('error', refuse);
      connection.on('end', () => refuse(new Error('The connection ended.')));
      connection.connect((error) => {
        if (error) refuse(error);
        else if (auth) connection.login(auth, (failed) => (failed ? refuse(failed) : send()));
        else send();
      });
    });
    connection.quit();
  } catch (error) {
    connection.close();
    if (!isHanding) signal?.throwIfAborted();
    if (stopped !== undefined) throw stopped;
    throw asMailError(error as SmtpFailure, handedOver);
  } finally {
    signal?.removeEventListener('abort', end);
    body.destroy();
  }
}

/**
 * Connects to a mail server and signs in, and sends nothing.
 * @throws MailError
 */
export async function signInToSmtp({ options, auth }: SmtpServer): Promise<void> {
  const connection = new SMTPConnection(options);
  try {
    await new Promise<void>((resolve, reject) => {
      const end = (error?: Error | null): void => (error ? reject(error) : resolve());
      connection.on('error', end);
      connection.on('end', () => reject(new Error('The connection ended.')));
      connection.connect((error) => (error || !auth ? end(error) : connection.login(auth, end)));
    });
    connection.quit();
  } catch (error) {
    connection.close();
    throw asMailError(error as SmtpFailure, false);
  }
}

interface SmtpFailure extends Error {
  code?: string;
  /** SMTP command that failed. */
  command?: string;
  /** What it answered; absent: it did not. */
  response?: string;
  responseCode?: number;
}

const answerMax = 300;

function asMailError(error: SmtpFailure, handedOver: boolean): MailError {
  const { code = 'ECONNECTION', command, responseCode } = error;
  const cause = { cause: error };
  if (code === 'EAUTH') return new MailError('later', mailMessages.MAIL_SERVER_SIGN_IN(), cause);
  if (code === 'ETLS') return new MailError('later', mailMessages.MAIL_SERVER_NOT_SECURE(), cause);
  const answer = (error.response ?? '').replaceAll(/\s+/g, ' ').slice(0, answerMax);
  if (!responseCode)
    return handedOver
      ? new MailError('unknown', mailMessages.MAIL_HANDED_OVER(), cause)
      : new MailError('later', mailMessages.MAIL_SERVER_UNREACHABLE({ code }), cause);
  if (responseCode < 500) return new MailError('later', mailMessages.MAIL_PUT_OFF({ answer }), cause);
  if (command === 'RCPT TO')
    return new MailError('refused', mailMessages.MAIL_RECIPIENT_REFUSED({ answer }), cause);
  // The operator has to fix a refusal that precedes the recipient.
  return new MailError(
    command === 'DATA' ? 'refused' : 'later',
    mailMessages.MAIL_REFUSED({ answer }),
    cause,
  );
}
