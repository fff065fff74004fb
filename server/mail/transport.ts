import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Config } from '../config.ts';
import { privateDirectory, privateFile } from '../lib/security/private-directory.ts';
import type { MailFile } from './mail-content.ts';
import { MailError } from './mail-error.ts';
import { mailMessages } from './messages.ts';
import { outboxIn } from './outbox.ts';
import { sendBySmtp, smtpServer } from './smtp.ts';

/** A mail that is ready to be sent. */
export interface OutgoingMail {
  /** Tells it from all others, for receivers too: letters, digits and hyphens. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** See `MailContent.unsubscribe`. */
  unsubscribeUrl: string | null;
  files: readonly MailFile[];
}

/** How mails leave. */
export interface MailTransport {
  /** Folder that collects emails if no server is configured; null: they are sent. */
  outbox: string | null;
  from: string;
  /**
   * Sends a mail once. The job that sends it may end it until `handOver` is called, and nothing after that.
   * @param handOver called when all is agreed and the mail itself is about to go; what it throws stops that
   * @throws MailError; what `handOver` throws
   */
  send(mail: OutgoingMail, handOver: () => Promise<void>): Promise<void>;
}

/** Mail as the configuration has it: through an SMTP server, or into a folder. */
export function openMail({
  smtpUrl,
  mailFrom,
  dataDir,
  publicUrl,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'publicUrl'>): MailTransport {
  const compose = (mail: OutgoingMail) => composed(mail, mailFrom, new URL(publicUrl).hostname);
  if (smtpUrl !== undefined) {
    const server = smtpServer(smtpUrl, new URL(publicUrl).hostname);
    return {
      outbox: null,
      from: mailFrom,
      async send(mail, handOver) {
        const message = compose(mail);
        await sendBySmtp(server, message.getEnvelope(), await message.build(), handOver);
      },
    };
  }
  const outbox = outboxIn(dataDir);
  return {
    outbox,
    from: mailFrom,
    async send(mail, handOver) {
      const bytes = await compose(mail).build();
      await handOver();
      await writeTo(outbox, `${mail.id}.eml`, bytes);
    },
  };
}

function composed(
  { id, to, subject, html, text, unsubscribeUrl, files }: OutgoingMail,
  from: string,
  host: string,
) {
  const message = new MailComposer({
    from,
    to,
    subject,
    html,
    text,
    messageId: `<${id}@${host}>`,
    attachments: files.map(({ name, type, content, cid }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(content, 'base64'),
      ...(cid !== undefined && { cid, contentDisposition: 'inline' as const }),
    })),
    headers: {
      // Suppresses automatic replies such as vacation notices (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== null && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // Texts of others are in it: they name no file and no address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return message.compile();
}

/** Writes a file that is there altogether or not at all. @throws MailError */
async function writeTo(folder: string, name: string, bytes: Buffer): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: privateDirectory });
    const unfinished = join(folder, `.${name}`);
    const file = await open(unfinished, 'w', privateFile);
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    await rename(unfinished, join(folder, name));
  } catch (error) {
    const { code = 'ERROR' } = error as NodeJS.ErrnoException;
    throw new MailError('later', mailMessages.MAIL_NOT_WRITTEN({ code }), { cause: error });
  }
}
