import type { ParsedMail } from 'mailparser';

/** A report that a mail could not be delivered (RFC 3464). */
export interface Bounce {
  /** The part of the Message-ID before the @: `OutgoingMail.id`. */
  mailId: string;
  failed: { recipient: string; answer: string }[];
}

/** Nothing is made of what a mail says to people. */
const asItIs = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true, skipImageLinks: true };
/** Characters that are kept of what a mail server says. */
const answerMax = 300;
const addressOf = (field: string | undefined): string | undefined =>
  field
    ?.replace(/^[^;]*;/, '')
    .replaceAll(/[<>\s]/g, '')
    .toLowerCase();

/**
 * Reads a mail that came to the sender's mailbox. Delays are no failures.
 * @returns null: it is no report of a delivery, or does not say of which mail
 */
export async function readBounce(bytes: Buffer): Promise<Bounce | null> {
  // Few servers are told of bounces: none other pays for reading them.
  const { simpleParser } = await import('mailparser');
  let mail: ParsedMail;
  try {
    mail = await simpleParser(bytes, { ...asItIs, keepDeliveryStatus: true });
  } catch {
    return null;
  }
  const partOf = (type: RegExp): string | undefined =>
    mail.attachments.find(({ contentType }) => type.test(contentType))?.content.toString('utf8');
  const report = partOf(/^message\/(?:global-)?delivery-status$/i);
  const returned = partOf(/^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/global-headers)$/i);
  const mailId = /^Message-ID:\s*<([0-9a-f]{1,64})@/im.exec(returned ?? '')?.[1];
  if (report === undefined || mailId === undefined) return null;
  const failed = report
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map(fieldsOf)
    .filter((fields) => fields.get('action')?.toLowerCase() === 'failed')
    .flatMap((fields) => {
      const answer = fields.get('diagnostic-code')?.replace(/^smtp;\s*/i, '') ?? fields.get('status') ?? '';
      const recipients = ['original-recipient', 'final-recipient'].map((name) => addressOf(fields.get(name)));
      return [...new Set(recipients)]
        .filter((recipient) => recipient !== undefined)
        .map((recipient) => ({ recipient, answer: answer.slice(0, answerMax) }));
    });
  return { mailId, failed };
}

/** Fields of a group, whose lines may go on in the next one after a space. */
function fieldsOf(group: string): Map<string, string> {
  const lines = group.replaceAll(/\n[ \t]+/g, ' ').split('\n');
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const colon = line.indexOf(':');
      return colon > 0 ? [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]] : [];
    }),
  );
}
