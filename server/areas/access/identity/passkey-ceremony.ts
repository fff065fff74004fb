import { createHash, randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { App } from '../../../kernel/app.ts';
import { hashSecret } from '../../../lib/security/crypto.ts';
import { consumeOnce } from './consume-once.ts';

/** Time for the user to respond, milliseconds. */
export const answerMs = 300_000;
/** Characters of a credential: a key with its attestation has some thousand. */
const answerMaxCharacters = 20_000;

/** Options for the browser, and the sealed challenge to return with its response. */
export interface PasskeyChallenge {
  /** JSON, as `navigator.credentials` takes it. */
  options: string;
  setup: string;
}

interface Kept {
  challenge: string;
  at: number;
}

/** Returns an unpredictable challenge (WebAuthn, section 13.4.3: at least 16 bytes). */
export const newChallenge = (): string => randomBytes(32).toString('base64url');

/**
 * Seals a challenge instead of storing it, so that unanswered ones cost no row.
 * @param purpose limits who may respond to it
 */
export function storeChallenge({ sealing }: App, challenge: string, purpose: string): string {
  return sealing.seal(JSON.stringify({ challenge, at: Date.now() } satisfies Kept), purpose);
}

/** The challenge that was kept; null: none, too old, or for another purpose. */
export function readChallenge({ sealing }: App, setup: string, purpose: string): string | null {
  const text = setup.length > answerMaxCharacters ? null : sealing.open(setup, purpose);
  const kept = text === null ? null : (JSON.parse(text) as Kept);
  return kept && Math.abs(Date.now() - kept.at) <= answerMs ? kept.challenge : null;
}

/** Uses a challenge up. @returns whether this was the first response to it */
export const useChallenge = ({ db }: App, challenge: string): Promise<boolean> =>
  consumeOnce(db.sql, `passkey ${challenge}`, (2 * answerMs) / 1000);

/** The site that passkeys are for, as browsers check it. */
export function siteOf({ config }: App): { expectedOrigin: string; expectedRPID: string } {
  const { origin, hostname } = new URL(config.publicUrl);
  return { expectedOrigin: origin, expectedRPID: hostname };
}

/** By which a device knows an account: it says nothing of the person (WebAuthn, section 14.6.1). */
export const handleOf = (userId: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    createHash('sha256')
      .update(hashSecret(`passkeys of user ${userId}`))
      .digest(),
  );

const credential = z.looseObject({
  id: z.string().min(1).max(1_400),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
  response: z.looseObject({
    clientDataJSON: z.string(),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

/** What a browser answered; null: nothing that a browser says. */
export function readCredential<Credential extends AuthenticationResponseJSON | RegistrationResponseJSON>(
  text: string,
): Credential | null {
  if (text.length > answerMaxCharacters) return null;
  try {
    return credential.parse(JSON.parse(text)) as unknown as Credential;
  } catch {
    return null;
  }
}
