import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { manifestProblems, modelProblems } from './amazon-schema.ts';

/** What a stage of a skill holds of one resource. */
interface Resource {
  value: Record<string, unknown>;
  etag: string;
  /** Polls after which its status is no longer IN_PROGRESS. */
  pending: number;
  outcome: { status: 'SUCCEEDED' } | { status: 'FAILED'; errors: { code: string; message: string }[] };
}

interface Skill {
  skillId: string;
  vendorId: string;
  manifest: Resource;
  models: Map<string, Resource>;
}

/** An answer that is given in place of the real one, to the requests that match, so many times. */
export interface Fault {
  method?: string;
  path: RegExp;
  times?: number;
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Performs the request, but returns the fault: a response that is lost on the way. */
  afterwards?: boolean;
}

const clientId = 'amzn1.application-oa2-client.test';
const clientSecret = 'amzn1.oa2-cs.v1.test';

/** Amazon's side of linking and publishing, in the wire format of Login with Amazon and SMAPI. */
export class AmazonServer {
  readonly requests: { method: string; path: string; body: unknown }[] = [];
  readonly skills = new Map<string, Skill>();
  faults: Fault[] = [];
  vendors: { id: string; name: string; roles: string[] }[] = [];
  profile: { user_id: string; name?: string; email?: string } = { user_id: '' };
  /** Of access tokens. */
  expiresIn = 3600;
  rotateRefreshTokens = false;
  /** Polls for which a changed resource is in progress. */
  polls = 1;
  /** Results of the next manifests and models. */
  manifestOutcome: Resource['outcome'] = { status: 'SUCCEEDED' };
  modelOutcome: Resource['outcome'] = { status: 'SUCCEEDED' };
  /** Whether new skills are missing from the list for now: it is not consistent at once. */
  hideNewSkills = false;
  #codes = new Map<string, { challenge: string; redirectUri: string }>();
  #access = new Set<string>();
  #refresh = new Set<string>();
  url = '';

  constructor() {
    this.reset();
  }

  reset(): void {
    this.requests.length = 0;
    this.skills.clear();
    this.faults = [];
    this.vendors = [{ id: 'M2VENDOR', name: 'Daily Example', roles: ['ROLE_ADMINISTRATOR'] }];
    this.profile = { user_id: 'amzn1.account.ADA', name: 'Ada Developer', email: 'ada@example.com' };
    this.expiresIn = 3600;
    this.rotateRefreshTokens = false;
    this.polls = 1;
    this.manifestOutcome = { status: 'SUCCEEDED' };
    this.modelOutcome = { status: 'SUCCEEDED' };
    this.hideNewSkills = false;
    this.#codes.clear();
    this.#access.clear();
    this.#refresh.clear();
  }

  /** Returns the redirect URL of a browser after consent. */
  consent(authorizeUrl: string, { deny = false } = {}): URL {
    const { searchParams: asked } = new URL(authorizeUrl);
    const back = new URL(asked.get('redirect_uri')!);
    back.searchParams.set('state', asked.get('state')!);
    if (asked.get('client_id') !== clientId || asked.get('response_type') !== 'code')
      throw new Error('Amazon shows an error page.');
    if (deny) {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', 'Access not permitted.');
      return back;
    }
    if (asked.get('code_challenge_method') !== 'S256') throw new Error('The request has no PKCE challenge.');
    const code = `ANcode${randomBytes(9).toString('hex')}`;
    this.#codes.set(code, {
      challenge: asked.get('code_challenge')!,
      redirectUri: asked.get('redirect_uri')!,
    });
    back.searchParams.set('code', code);
    back.searchParams.set('scope', asked.get('scope')!);
    return back;
  }

  /** Issues tokens as after linking. */
  issue(): { access: string; refresh: string } {
    const [access, refresh] = [
      `Atza|${randomBytes(24).toString('base64url')}`,
      `Atzr|${randomBytes(24).toString('base64url')}`,
    ];
    this.#access.add(access);
    this.#refresh.add(refresh);
    return { access, refresh };
  }

  /** Simulates a user who withdraws the consent on Amazon's pages. */
  withdraw(): void {
    this.#access.clear();
    this.#refresh.clear();
  }

  /** As if access tokens ended early; they can be refreshed. */
  endAccessTokens(): void {
    this.#access.clear();
  }

  count(method: string, path: RegExp): number {
    return this.requests.filter((request) => request.method === method && path.test(request.path)).length;
  }

  handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const body: unknown = isForm
      ? Object.fromEntries(new URLSearchParams(text))
      : text === ''
        ? null
        : JSON.parse(text);
    const [method, path] = [request.method!, request.url!];
    this.requests.push({ method, path, body });
    const send = (status: number, value?: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, {
        ...(value !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    };
    const fault = this.faults.find(
      (one) =>
        (one.method ?? method) === method &&
        one.path.test(path) &&
        (one.times === undefined || one.times-- > 0),
    );
    if (fault?.afterwards) this.answer(request, path, body, () => {});
    if (fault) return send(fault.status, fault.body ?? { message: 'A problem.' }, fault.headers);
    this.answer(request, path, body, send);
  };

  answer(request: IncomingMessage, path: string, body: unknown, send: Send): void {
    const { pathname, searchParams } = new URL(path, 'http://amazon');
    if (pathname === '/auth/o2/token') return this.token(body as Record<string, string>, send);
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (!bearer || !this.#access.has(bearer))
      return pathname === '/user/profile'
        ? send(400, { error: 'invalid_token', error_description: 'The access token is invalid.' })
        : send(401, { message: 'Token is invalid/expired' });
    if (pathname === '/user/profile') return send(200, this.profile);
    this.smapi(request, pathname, searchParams, body as Record<string, unknown>, send);
  }

  token(form: Record<string, string>, send: Send): void {
    if (form['client_id'] !== clientId || form['client_secret'] !== clientSecret)
      return send(401, { error: 'invalid_client', error_description: 'Client authentication failed' });
    const grant = { token_type: 'bearer', expires_in: this.expiresIn };
    if (form['grant_type'] === 'authorization_code') {
      const known = this.#codes.get(form['code']!);
      this.#codes.delete(form['code']!);
      const challenge = createHash('sha256')
        .update(form['code_verifier'] ?? '')
        .digest('base64url');
      if (!known || known.challenge !== challenge || known.redirectUri !== form['redirect_uri'])
        return send(400, {
          error: 'invalid_grant',
          error_description: 'The request has an invalid grant parameter : code',
        });
      const { access, refresh } = this.issue();
      return send(200, { ...grant, access_token: access, refresh_token: refresh });
    }
    const refresh = form['refresh_token']!;
    if (!this.#refresh.has(refresh))
      return send(400, {
        error: 'invalid_grant',
        error_description: 'The request has an invalid grant parameter : refresh_token',
      });
    const issued = this.issue();
    this.#refresh.delete(this.rotateRefreshTokens ? refresh : issued.refresh);
    send(200, {
      ...grant,
      access_token: issued.access,
      refresh_token: this.rotateRefreshTokens ? issued.refresh : refresh,
    });
  }

  smapi(
    request: IncomingMessage,
    path: string,
    query: URLSearchParams,
    body: Record<string, unknown>,
    send: Send,
  ): void {
    const { method } = request;
    if (path === '/v1/vendors') return send(200, { vendors: this.vendors });
    if (path === '/v1/skills' && method === 'POST') return this.create(body, send);
    if (path === '/v1/skills') return this.list(query, send);
    const [, id = '', rest = ''] = /^\/v1\/skills\/([^/]+)\/(.*)$/.exec(path) ?? [];
    const skill = this.skills.get(decodeURIComponent(id));
    if (!skill) return send(404, { message: 'Resource not found.' });
    if (rest === 'status') return this.status(skill, query.getAll('resource'), send);
    if (rest === 'stages/development/manifest') {
      if (method === 'GET')
        return send(200, { manifest: skill.manifest.value }, { etag: skill.manifest.etag });
      if (skill.manifest.pending > 0) return send(409, { message: 'The manifest is being updated.' });
      if ((request.headers['if-match'] ?? skill.manifest.etag) !== skill.manifest.etag)
        return send(412, { message: 'Precondition failed. The ETag does not match.' });
      const manifest = body['manifest'] as Record<string, unknown>;
      const problems = manifestProblems(manifest);
      if (problems.length) return send(400, refusal(problems));
      skill.manifest = this.resource(manifest, this.manifestOutcome);
      return send(202, undefined, { location: `/v1/skills/${id}/status?resource=manifest` });
    }
    const locale = /^stages\/development\/interactionModel\/locales\/([\w-]+)$/.exec(rest)?.[1];
    if (!locale || method !== 'PUT') return send(404, { message: 'Resource not found.' });
    const problems = modelProblems(body['interactionModel']);
    if (problems.length) return send(400, refusal(problems));
    skill.models.set(
      locale,
      this.resource(body['interactionModel'] as Record<string, unknown>, this.modelOutcome),
    );
    send(202, undefined, { location: `/v1/skills/${id}/status?resource=interactionModel` });
  }

  create(body: Record<string, unknown>, send: Send): void {
    const problems = manifestProblems(body['manifest']);
    if (!this.vendors.some(({ id }) => id === body['vendorId'])) problems.push('Vendor id is not valid.');
    if (problems.length) return send(400, refusal(problems));
    const skillId = `amzn1.ask.skill.${randomBytes(8).toString('hex')}`;
    const manifest = this.resource(body['manifest'] as Record<string, unknown>, this.manifestOutcome);
    this.skills.set(skillId, { skillId, vendorId: String(body['vendorId']), manifest, models: new Map() });
    send(202, { skillId }, { location: `/v1/skills/${skillId}/status?resource=manifest` });
  }

  /** Two a page, so that there are pages. */
  list(query: URLSearchParams, send: Send): void {
    const all = this.hideNewSkills
      ? []
      : [...this.skills.values()].filter(({ vendorId }) => vendorId === query.get('vendorId'));
    const from = Number(query.get('nextToken') ?? 0);
    const isTruncated = all.length > from + 2;
    const skills = all
      .slice(from, from + 2)
      .map(({ skillId }) => ({ skillId, stage: 'development', publicationStatus: 'DEVELOPMENT' }));
    send(200, { isTruncated, skills, ...(isTruncated && { nextToken: String(from + 2) }) });
  }

  status(skill: Skill, resources: string[], send: Send): void {
    const models = [...skill.models].map(([locale, model]) => [locale, report(model)] as const);
    send(200, {
      ...(resources.includes('manifest') && { manifest: report(skill.manifest) }),
      ...(resources.includes('interactionModel') &&
        models.length > 0 && { interactionModel: Object.fromEntries(models) }),
    });
  }

  resource(value: Record<string, unknown>, outcome: Resource['outcome']): Resource {
    return { value, etag: randomBytes(8).toString('hex'), pending: this.polls, outcome };
  }
}

type Send = (status: number, value?: unknown, headers?: Record<string, string>) => void;

const refusal = (problems: string[]) => ({
  message: 'Request body is invalid.',
  violations: problems.map((message) => ({ code: 'INVALID_REQUEST_PARAMETER', message })),
});

function report(resource: Resource): object {
  const progressing = resource.pending > 0;
  resource.pending = Math.max(0, resource.pending - 1);
  return {
    eTag: resource.etag,
    lastUpdateRequest: progressing ? { status: 'IN_PROGRESS' } : resource.outcome,
  };
}

/**
 * Amazon on a port of this machine, for the tests of a file, and the variables by which a server of ours
 * finds it.
 */
export function useAmazon(): { amazon: AmazonServer; env: Record<string, string> } {
  const amazon = new AmazonServer();
  const server = createServer((request, response) => void amazon.handle(request, response));
  const env: Record<string, string> = {
    LWA_CLIENT_ID: clientId,
    LWA_CLIENT_SECRET: clientSecret,
    JWT_SECRET: 's'.repeat(40),
  };
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    amazon.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    Object.assign(env, {
      LWA_AUTHORIZE_URL: `${amazon.url}/ap/oa`,
      LWA_API_URL: amazon.url,
      SMAPI_URL: `${amazon.url}/`,
      FETCH_ALLOW_HOSTS: new URL(amazon.url).host,
    });
  });
  beforeEach(() => amazon.reset());
  afterAll(() => void server.close());
  return { amazon, env };
}
