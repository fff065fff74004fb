import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps secrets of others (tokens of linked accounts) unreadable in the database and in cookies. */
export interface Sealing {
  /** @param purpose what the text is and whose: opened for anything else, it is nothing */
  seal(text: string, purpose: string): string;
  /** Null for what none of the keys sealed for this purpose. */
  open(sealed: string, purpose: string): string | null;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Sealing with AES-256-GCM (NIST SP 800-38D) under keys derived by HKDF (RFC 5869) from the secrets that sign
 * sessions, so that whoever runs Parlance has one list of secrets to keep and to rotate: the first seals,
 * each of them may have sealed.
 * @param secrets at least one
 */
export function sealingBy(secrets: readonly string[]): Sealing {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'sealed secrets', 32)));
  const [sealing] = keys;
  if (!sealing) throw new RangeError('Sealing needs a secret.');
  return {
    seal(text, purpose) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, sealing, nonce, { authTagLength: tagBytes }).setAAD(
        Buffer.from(purpose),
      );
      return Buffer.concat([
        nonce,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]).toString('base64url');
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) return null;
      for (const key of keys) {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
          authTagLength: tagBytes,
        })
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(-tagBytes));
        try {
          return Buffer.concat([
            decipher.update(bytes.subarray(nonceBytes, -tagBytes)),
            decipher.final(),
          ]).toString('utf8');
        } catch {
          // Sealed by another key, or for something else.
        }
      }
      return null;
    },
  };
}
