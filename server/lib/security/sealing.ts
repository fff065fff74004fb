import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps what others must not read or make unreadable: in cookies and links, and in the database. */
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
 * Seals with AES-256-GCM (NIST SP 800-38D) under keys derived by HKDF (RFC 5869) from secrets: the first
 * seals, each of them may have sealed.
 * @param secrets at least one
 * @param info what the derived keys are for: a secret has another key for each (RFC 5869, section 3.2)
 */
export function sealingBy(secrets: readonly string[], info = 'sealed secrets'): Sealing {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', info, 32)));
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
