import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Transform } from 'node:stream';
import { TransferError } from '../lib/database/transfer-tables.ts';

/*
 * Format of a sealed file: the 8 bytes `PLBACKUP`, a salt of 16 bytes, then frames. Each frame is 4 bytes
 * with its length (big-endian, without these), at most 64 KiB of ciphertext, and a tag of 16 bytes:
 * AES-256-GCM under HKDF-SHA-256(BACKUP_KEY, salt, "parlance backup " and the place of the file), so that no
 * file passes for another one. The nonce of frame n is n in 11 bytes, then 1 for the last frame and 0 for the
 * others, so that frames can be neither reordered nor cut off
 * (Hoang, Reyhanitabar, Rogaway, Vizár, 2015: Online Authenticated-Encryption and its Nonce-Reuse
 * Misuse-Resistance).
 */
const magic = Buffer.from('PLBACKUP');
const saltBytes = 16;
const frameBytes = 65_536;
const tagBytes = 16;
const cipher = 'aes-256-gcm';

const keyOf = (secret: string, salt: Buffer, place: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, `parlance backup ${place}`, 32));

function nonceOf(frame: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(frame, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Names a key without revealing it. */
export const keyIdOf = (secret: string): string =>
  createHmac('sha256', secret).update('parlance backup key').digest('hex').slice(0, 16);

/** The name of a file's content, which cannot be computed without the key. */
export const objectName = (sha256: string, secret: string | null): string =>
  secret === null ? sha256 : createHmac('sha256', secret).update(sha256).digest('hex');

/** Encrypts what passes through. @param place where it is stored; only there can it be opened */
export function sealStream(secret: string, place: string): Transform {
  const salt = randomBytes(saltBytes);
  const key = keyOf(secret, salt, place);
  let [pending, frame]: [Buffer, number] = [Buffer.alloc(0), 0];
  const seal = (content: Buffer, isLast: boolean): Buffer => {
    const sealing = createCipheriv(cipher, key, nonceOf(frame++, isLast));
    const sealed = Buffer.concat([sealing.update(content), sealing.final(), sealing.getAuthTag()]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(sealed.length);
    return Buffer.concat([length, sealed]);
  };
  return new Transform({
    construct(done) {
      this.push(Buffer.concat([magic, salt]));
      done();
    },
    transform(chunk: Buffer, _, done) {
      pending = Buffer.concat([pending, chunk]);
      let start = 0;
      // The last frame, which may be full, is sealed in the end.
      for (; pending.length - start > frameBytes; start += frameBytes)
        this.push(seal(pending.subarray(start, start + frameBytes), false));
      pending = pending.subarray(start);
      done();
    },
    flush(done) {
      this.push(seal(pending, true));
      done();
    },
  });
}

/**
 * Decrypts what `sealStream` made. Fails with a TransferError where it was changed, cut off, or is of another
 * key or place.
 */
export function openStream(secret: string, place: string): Transform {
  let [pending, frame]: [Buffer, number] = [Buffer.alloc(0), 0];
  let key: Buffer | undefined;
  const open = (sealed: Buffer, isLast: boolean): Buffer => {
    try {
      const opening = createDecipheriv(cipher, key!, nonceOf(frame++, isLast));
      opening.setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([opening.update(sealed.subarray(0, -tagBytes)), opening.final()]);
    } catch (error) {
      throw new TransferError('It is damaged, or BACKUP_KEY is not the key that encrypted it.', {
        cause: error,
      });
    }
  };
  /** Opens all frames but the last one, of which it is not known before the end that it is. */
  const openFrames = (push: (content: Buffer) => void): void => {
    if (!key) {
      if (pending.length < magic.length + saltBytes) return;
      if (!pending.subarray(0, magic.length).equals(magic)) throw new TransferError('It is not encrypted.');
      key = keyOf(secret, pending.subarray(magic.length, magic.length + saltBytes), place);
      pending = pending.subarray(magic.length + saltBytes);
    }
    for (;;) {
      const end = pending.length < 4 ? Infinity : 4 + pending.readUInt32BE();
      if (end !== Infinity && end > 4 + frameBytes + tagBytes)
        throw new TransferError('It is damaged: a part of it has an impossible length.');
      if (pending.length <= end) return;
      push(open(pending.subarray(4, end), false));
      pending = pending.subarray(end);
    }
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      pending = Buffer.concat([pending, chunk]);
      try {
        openFrames((content) => this.push(content));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        const isWhole =
          key && pending.length >= 4 + tagBytes && pending.length === 4 + pending.readUInt32BE();
        if (!isWhole) throw new TransferError('It is cut off.');
        this.push(open(pending.subarray(4), true));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
