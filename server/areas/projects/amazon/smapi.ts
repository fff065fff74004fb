import { amazonMessages } from './messages.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { App } from '../../../kernel/app.ts';
import { AmazonError } from './amazon-error.ts';
import {
  requestAmazon,
  expectBody,
  retryAfterOf,
  errorTextIn,
  type AmazonResponse,
} from './amazon-request.ts';

/** How a caller waits between two requests; tests have another clock. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

export const realTimeWait: Wait = (ms, signal) => sleep(ms, undefined, signal && { signal });

/** What a call goes by. */
export interface SmapiCaller {
  app: Pick<App, 'config'>;
  /**
   * A valid access token, asked for before each request. @param refused one that Amazon does not accept
   * @throws AmazonError
   */
  accessToken(refused?: string): Promise<string>;
  signal?: AbortSignal;
  wait: Wait;
}

/**
 * Attempts at what Amazon puts off (429) or fails at (5xx), and the wait before the second; each is twice as
 * long as the one before.
 */
const attempts = 6;
const firstWaitMs = 1_000;

export type Manifest = Record<string, unknown>;

const updateStatus = z.object({
  status: z.string(),
  errors: z.array(z.object({ code: z.string().optional(), message: z.string() })).optional(),
});
export type UpdateStatus = z.output<typeof updateStatus>;

const resourceStatus = z.object({ lastUpdateRequest: updateStatus.optional() });
const skillStatus = z.object({
  manifest: resourceStatus.optional(),
  interactionModel: z.record(z.string(), resourceStatus).optional(),
});

/** State of a skill's parts: the manifest, and the model of each locale, as far as Amazon knows of them. */
export interface SkillStatus {
  manifest: UpdateStatus | null;
  models: Record<string, UpdateStatus>;
}

const vendors = z.object({ vendors: z.array(z.object({ id: z.string(), name: z.string().optional() })) });
const created = z.object({ skillId: z.string().min(1) });
const held = z.object({ manifest: z.record(z.string(), z.unknown()) });
const list = z.object({
  skills: z.array(z.object({ skillId: z.string(), stage: z.string().optional() })).default([]),
  nextToken: z.string().nullish(),
});

/**
 * Returns the developer accounts that the user may use, in Amazon's order.
 * @throws AmazonError
 */
export async function listVendors(caller: SmapiCaller): Promise<{ id: string; name?: string | undefined }[]> {
  return expectBody(vendors, await ask(caller, '/v1/vendors')).vendors;
}

/**
 * Creates a skill in the stage `development`. `readSkillStatus` returns the outcome. Not retried
 * automatically, because an attempt without a response may have created a skill.
 * @throws AmazonError
 */
export async function createSkill(
  caller: SmapiCaller,
  vendorId: string,
  manifest: Manifest,
): Promise<string> {
  const answer = await ask(caller, '/v1/skills', { method: 'POST', body: { vendorId, manifest } });
  return expectBody(created, answer).skillId;
}

/** Ids of a developer account's skills that are in development, a page at a time. @throws AmazonError */
export async function* developedSkills(caller: SmapiCaller, vendorId: string): AsyncGenerator<string> {
  let token: string | null | undefined;
  do {
    const query = new URLSearchParams({ vendorId, maxResults: '50', ...(token && { nextToken: token }) });
    const page = expectBody(list, await ask(caller, `/v1/skills?${query}`));
    for (const { skillId, stage } of page.skills)
      if (stage === undefined || stage === 'development') yield skillId;
    token = page.nextToken;
  } while (token);
}

const skillPath = (skillId: string): string => `/v1/skills/${encodeURIComponent(skillId)}`;

/**
 * A skill's manifest in development, and the version of it to send back with a change. @throws AmazonError
 * `missing`
 */
export async function readManifest(
  caller: SmapiCaller,
  skillId: string,
): Promise<{ manifest: Manifest; etag: string | undefined }> {
  const answer = await ask(caller, `${skillPath(skillId)}/stages/development/manifest`);
  return { manifest: expectBody(held, answer).manifest, etag: answer.headers['etag'] };
}

/**
 * Has a manifest replaced. @throws AmazonError `missing`, `conflict` when it is being changed, or was since
 * it was read
 */
export async function updateManifest(
  caller: SmapiCaller,
  skillId: string,
  manifest: Manifest,
  etag: string | undefined,
): Promise<void> {
  await ask(caller, `${skillPath(skillId)}/stages/development/manifest`, {
    method: 'PUT',
    body: { manifest },
    headers: etag === undefined ? {} : { 'if-match': etag },
  });
}

/** Has the interaction model of a locale replaced, and built. @throws AmazonError */
export async function updateModel(
  caller: SmapiCaller,
  skillId: string,
  locale: string,
  interactionModel: object,
): Promise<void> {
  await ask(caller, `${skillPath(skillId)}/stages/development/interactionModel/locales/${locale}`, {
    method: 'PUT',
    body: { interactionModel },
  });
}

/** @throws AmazonError `missing` */
export async function readSkillStatus(caller: SmapiCaller, skillId: string): Promise<SkillStatus> {
  const answer = await ask(
    caller,
    `${skillPath(skillId)}/status?resource=manifest&resource=interactionModel`,
  );
  const { manifest, interactionModel = {} } = expectBody(skillStatus, answer);
  const models = Object.entries(interactionModel).flatMap(([locale, { lastUpdateRequest }]) =>
    lastUpdateRequest ? [[locale, lastUpdateRequest] as const] : [],
  );
  return { manifest: manifest?.lastUpdateRequest ?? null, models: Object.fromEntries(models) };
}

interface Asked {
  method?: 'GET' | 'POST' | 'PUT';
  body?: object;
  headers?: Record<string, string>;
}

/** A request that succeeds, or is given up. @throws AmazonError */
async function ask(
  caller: SmapiCaller,
  path: string,
  { method = 'GET', body, headers = {} }: Asked = {},
): Promise<AmazonResponse> {
  let token = await caller.accessToken();
  let renewed = false;
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await requestAmazon(caller.app, caller.app.config.amazon.smapiUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        ...(caller.signal && { signal: caller.signal }),
      });
      if (answer.status >= 200 && answer.status < 300) return answer;
      if (answer.status === 401 && !renewed) {
        // It may have ended early; where the link was withdrawn, a new one cannot be had.
        renewed = true;
        token = await caller.accessToken(token);
        continue;
      }
      throw smapiError(answer);
    } catch (error) {
      // A throttled request had no effect; that of a failed one is unknown.
      const again =
        error instanceof AmazonError &&
        (error.problem === 'throttled' || (error.problem === 'unavailable' && method !== 'POST'));
      if (!again || attempt === attempts) throw error;
      await caller.wait(error.retryAfterMs ?? firstWaitMs * 2 ** (attempt - 1), caller.signal);
      token = await caller.accessToken();
    }
  }
}

function smapiError({ status, headers, body }: AmazonResponse): AmazonError {
  const options = { said: errorTextIn(body), retryAfterMs: retryAfterOf(headers) };
  switch (status) {
    case 401:
      return new AmazonError('unlinked', amazonMessages.AMAZON_LINK_REFUSED(), options);
    case 403:
      return new AmazonError('refused', amazonMessages.AMAZON_ACCOUNT_WITHOUT_RIGHT(), options);
    case 404:
      return new AmazonError('missing', amazonMessages.AMAZON_SKILL_UNKNOWN(), options);
    case 409:
    case 412:
      return new AmazonError('conflict', amazonMessages.AMAZON_SKILL_BUSY(), options);
    case 429:
      return new AmazonError('throttled', amazonMessages.AMAZON_TOO_OFTEN(), options);
    default:
      return status >= 500
        ? new AmazonError('unavailable', amazonMessages.AMAZON_TROUBLE(), options)
        : new AmazonError('refused', amazonMessages.AMAZON_SKILL_REFUSED({ status }), options);
  }
}
