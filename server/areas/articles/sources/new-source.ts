import type { Selectable } from 'kysely';
import type { SourceType } from '../../../../prisma/generated/client/enums.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import { createSecret } from '../../../lib/security/crypto.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import { sourcePollJob } from './jobs.ts';
import type { App } from '../../../kernel/app.ts';
import { webAddressProblem } from '../../../text/web-address.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import type { Message } from '../../../lib/declare-messages.ts';

export interface SourceInput {
  type: SourceType;
  /** The feed (rss) or main page (parser; absent: the project's main URL); the others have none. */
  url?: string | null | undefined;
}

export interface NewSource {
  source: Selectable<Tables['Source']>;
  /** Credential of an api or api_readonly source, which can't be read again; null for the others. */
  apiKey: string | null;
}

export const sourcesMax = 20;

export const hasKey = (type: SourceType): boolean => type === 'api' || type === 'api_readonly';
export const isPolled = (type: SourceType): boolean => type === 'rss' || type === 'parser';

/** The address of a source as it is stored: none for those that are not read. */
export const tidyUrl = ({ type, url }: SourceInput): string | null => (isPolled(type) && url?.trim()) || null;

/** Why a source's address is wrong, or null. @param mainUrl of its project */
export function sourceUrlProblem(input: SourceInput, mainUrl: string | null | undefined): Message | null {
  const url = tidyUrl(input);
  if (url) return webAddressProblem(url);
  return input.type === 'rss' || (input.type === 'parser' && !mainUrl)
    ? kernelMessages.FIELD_REQUIRED()
    : null;
}

/** Inserts a source that was checked, within the caller's transaction, and asks for its first poll. */
export async function insertSource(
  app: Pick<App, 'queue'>,
  tx: Sql,
  projectId: number,
  input: SourceInput,
): Promise<NewSource> {
  const key = hasKey(input.type) ? createSecret('pk') : null;
  const polled = isPolled(input.type);
  const source = await tx
    .insertInto('Source')
    .values({
      projectId,
      type: input.type,
      url: tidyUrl(input),
      apiKeyHash: key?.hash ?? null,
      apiKeyPrefix: key?.prefix ?? null,
      nextPollAt: polled ? now() : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (polled) await app.queue.send(tx, sourcePollJob, { sourceId: source.id });
  return { source, apiKey: key?.secret ?? null };
}

/** How long sources may import more than usual after a request for older articles, seconds. */
const catchUpSeconds = 86_400;

/**
 * Has feeds or websites of a project read now, whether they changed or not, within the caller's transaction.
 * @param options.catchUp whether articles are wanted that were not before: then they may be many
 * @returns how many there are
 */
export async function wakeSources(
  app: Pick<App, 'queue'>,
  tx: Sql,
  projectId: number,
  types: readonly SourceType[],
  { catchUp = false } = {},
): Promise<number> {
  const woken = await tx
    .updateTable('Source')
    .set({
      nextPollAt: now(),
      etag: null,
      lastModified: null,
      failures: 0,
      ...(catchUp && { catchUpUntil: fromNow(catchUpSeconds) }),
    })
    .where('projectId', '=', projectId)
    .where('type', 'in', types)
    .returning('id')
    .execute();
  for (const { id } of woken) await app.queue.send(tx, sourcePollJob, { sourceId: id });
  return woken.length;
}
