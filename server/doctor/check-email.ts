import type { Config } from '../config.ts';
import { outboxIn } from '../mail/outbox.ts';
import { MailError } from '../mail/mail-error.ts';
import { signInToSmtp, smtpServer } from '../mail/smtp.ts';
import { withoutCredentials } from '../lib/start-report.ts';
import { findingsAbout, type Finding } from './check-finding.ts';
import { doctorMessages as m } from './messages.ts';

const limits = { connectMs: 8_000, idleMs: 8_000 };

/** Checks that emails are sent: connects to the server and signs in, and sends nothing. */
export async function checkEmail({ smtpUrl, mailFrom, dataDir, publicUrl }: Config): Promise<Finding[]> {
  if (smtpUrl === undefined) {
    const folder = outboxIn(dataDir);
    return [findingsAbout('EMAIL', folder).warning(m.CHECK_EMAIL_OUTBOX({ folder }))];
  }
  const { fine, warning, wrong } = findingsAbout('EMAIL', withoutCredentials(smtpUrl));
  try {
    await signInToSmtp(smtpServer(smtpUrl, new URL(publicUrl).hostname, limits));
  } catch (error) {
    return [wrong(m.CHECK_EMAIL_FAILED({ why: error instanceof MailError ? error.told : String(error) }))];
  }
  const isLocal = /@localhost>?$/.test(mailFrom);
  return [isLocal ? warning(m.CHECK_EMAIL_SENDER({ sender: mailFrom })) : fine(m.CHECK_EMAIL_FINE())];
}
