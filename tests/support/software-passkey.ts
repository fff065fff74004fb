import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/** What a device says of itself and its person (WebAuthn, section 6.1). */
const flags = { present: 0x01, verified: 0x04, credential: 0x40 };
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** CBOR (RFC 8949) of what an attestation and a key are made of. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, of]) => [cbor(key), cbor(of as Parameters<typeof cbor>[0])]),
  ]);
}

/** How an answer is other than an honest one. */
export interface PasskeyForgery {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** No fingerprint or PIN was given. */
  unverified?: true;
  /** Another device's signature. */
  signedBy?: SoftwarePasskey;
  counter?: number;
}

/** A device with one key (ES256), as a browser answers for it; tests of the browser have Chromium's own. */
export class SoftwarePasskey {
  readonly id = randomBytes(32);
  readonly #key: KeyObject;
  readonly #point: { x: Buffer; y: Buffer };
  readonly #origin: string;
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#point = { x: Buffer.from(x!, 'base64url'), y: Buffer.from(y!, 'base64url') };
  }

  /** Answers `navigator.credentials.create`. @param options as the server asks */
  create(options: string, forged: PasskeyForgery = {}): string {
    const { challenge } = JSON.parse(options) as { challenge: string };
    const { x, y } = this.#point;
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, x],
        [-3, y],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const data = Buffer.concat([
      this.#authenticator(flags.credential, forged),
      Buffer.alloc(16),
      length,
      this.id,
      key,
    ]);
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]),
    );
    return this.#answer({
      clientDataJSON: base64url(this.#client('webauthn.create', challenge, forged)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  /** Answers `navigator.credentials.get`. */
  get(options: string, forged: PasskeyForgery = {}): string {
    const { challenge } = JSON.parse(options) as { challenge: string };
    this.#counter++;
    const data = this.#authenticator(0, forged);
    const client = this.#client('webauthn.get', challenge, forged);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign((forged.signedBy ?? this).#key);
    return this.#answer({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
    });
  }

  #answer(response: object): string {
    const id = base64url(this.id);
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }

  #client(type: string, challenge: string, forged: PasskeyForgery): string {
    return JSON.stringify({
      type,
      challenge: forged.challenge ?? challenge,
      origin: forged.origin ?? this.#origin,
      crossOrigin: false,
    });
  }

  #authenticator(more: number, { rpId, unverified, counter }: PasskeyForgery): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.#counter);
    const said = flags.present | (unverified ? 0 : flags.verified) | more;
    return Buffer.concat([sha256(rpId ?? new URL(this.#origin).hostname), Buffer.from([said]), count]);
  }
}
