import { fetchMessages } from '../../server/lib/messages.ts';
import { sign } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { registerAlexa } from '../../server/http/alexa.ts';
import { SigningKeys } from '../../server/alexa/signing-certificate.ts';
import type { SkillResponse } from '../../server/alexa/envelope.ts';
import type { App } from '../../server/kernel/app.ts';
import { FetchError } from '../../server/lib/outbound/safe-fetch.ts';
import { issue, type IssuedCertificate } from '../support/certificates.ts';

export const chainUrl = 'https://s3.amazonaws.com/echo.api/echo-api-cert.pem';
export const skillId = 'amzn1.ask.skill.test';

/** What a request is sent with, where that is not as Amazon sends it. */
export interface Sent {
  headers?: Record<string, string | undefined>;
  /** Signs in place of Amazon. */
  by?: IssuedCertificate;
  /** Changes the body once it is signed. */
  change?: (body: string) => string;
  timestamp?: string;
  applicationId?: string;
  userId?: string;
  locale?: string;
  /** Of the device. */
  player?: { token?: string; offsetInMilliseconds?: number };
}

/**
 * Creates Amazon's certificates for the tests of a file, under a root that Node trusts during them; and
 * serves the skill's endpoint on a port.
 */
export function useSkills(appOf: () => App) {
  const root = issue({ name: 'Test Root', ca: true });
  const intermediate = issue({ name: 'Test Intermediate', ca: true, by: root });
  const leaf = issue({ name: 'echo-api.amazon.com', hosts: ['echo-api.amazon.com'], by: intermediate });
  /** Texts by address; what is not there answers 404, as S3 does. */
  const chains = new Map<string, string>();
  const fetched: string[] = [];
  const trusted = getCACertificates('default');
  let server: FastifyInstance;
  let base = '';

  beforeAll(async () => {
    setDefaultCACertificates([...trusted, root.pem]);
    server = Fastify();
    const keys = new SigningKeys(async (url) => {
      fetched.push(url);
      const chain = chains.get(url);
      if (chain === undefined)
        throw new FetchError(
          'status',
          fetchMessages.FETCH_REFUSED({ host: 's3.amazonaws.com', status: 403 }),
          { status: 403 },
        );
      return chain;
    });
    registerAlexa(server, appOf(), keys);
    base = await server.listen({ port: 0, host: '127.0.0.1' });
    chains.set(chainUrl, leaf.pem + intermediate.pem);
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await server.close();
  });

  async function post(
    slug: string,
    request: object,
    sent: Sent = {},
  ): Promise<{ status: number; body: any }> {
    const {
      headers = {},
      by = leaf,
      change = (body) => body,
      timestamp = new Date().toISOString(),
      applicationId = skillId,
    } = sent;
    const text = JSON.stringify({
      version: '1.0',
      context: {
        System: { application: { applicationId }, user: { userId: sent.userId ?? 'amzn1.ask.account.ADA' } },
        ...(sent.player && { AudioPlayer: { playerActivity: 'PLAYING', ...sent.player } }),
      },
      request: {
        requestId: 'amzn1.echo-api.request.1',
        timestamp,
        locale: sent.locale ?? 'en-US',
        ...request,
      },
    });
    const all = {
      'content-type': 'application/json;charset=utf-8',
      'signature-256': sign('RSA-SHA256', Buffer.from(text), by.key).toString('base64'),
      signaturecertchainurl: chainUrl,
      ...headers,
    };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const response = await fetch(`${base}/alexa/${slug}`, {
      method: 'POST',
      headers: given,
      body: change(text),
    });
    const answer = await response.text();
    return { status: response.status, body: answer === '' ? null : JSON.parse(answer) };
  }

  /** What is answered to a request that is as it should be. */
  async function say(slug: string, request: object, sent: Sent = {}): Promise<SkillResponse['response']> {
    const { status, body } = await post(slug, request, sent);
    if (status !== 200) throw new Error(`The skill answered ${status}: ${JSON.stringify(body)}`);
    return (body as SkillResponse).response;
  }

  return { root, intermediate, leaf, chains, fetched, post, say };
}
