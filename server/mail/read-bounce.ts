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
 * Parses an email to the sender's mailbox as a bounce. Delays are not failures.
 * @returns null: it is not a delivery report, or does not say for which email
 */
export async function readBounce(bytes: Buffer): Promise<Bounce | null> {
  // Few servers receive bounces, so the others do not load the parser.
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

/** Parses the fields of a group, whose lines may continue on the next one after a space. */
function fieldsOf(group: string): Map<string, string> {
  const lines = group.replaceAll(/\n[ \t]+/g, ' ').split('\n');
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const colon = line.indexOf(':');
      return colon > 0 ? [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]] : [];
    }),
  );
}
