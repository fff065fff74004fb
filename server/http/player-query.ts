import type { IncomingHttpHeaders } from 'node:http';
import { isProgram } from '../areas/listening/listening/bots.ts';
import { isLookAhead } from '../lib/requests/look-ahead.ts';
import type { PlayerRequest } from '../areas/channels/player/player-request.ts';

/** A query string, read. */
export type Query = Record<string, string | string[] | undefined>;

/** A route of a channel's player. */
export interface ChannelRoute {
  Params: { channel: string };
  Querystring: Query;
}

/** The last of what was given under one name. */
export const lastValue = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.at(-1) : value;

/** What a page asks for; what makes no sense is as if it was not asked. */
export function playerQueryOf(query: Query): PlayerRequest {
  const article = lastValue(query['article']) ?? '';
  const question = {
    externalId: lastValue(query['externalId']),
    url: lastValue(query['url']),
    timestamp: lastValue(query['timestamp']),
    signature: lastValue(query['signature']),
  };
  const id = /^[1-9]\d{0,9}$/.test(article) && Number(article) <= 2_147_483_647 ? Number(article) : undefined;
  return {
    ...(id !== undefined && { article: id }),
    ...(article === '' && question.externalId && { externalId: question.externalId }),
    ...(article === '' && question.url !== undefined && { url: question.url }),
    ...(question.timestamp !== undefined && { timestamp: question.timestamp }),
    ...(question.signature !== undefined && { signature: question.signature }),
  };
}

/** Whether a reader's browser makes a request for a page that is looked at, by its headers. */
export const isReader = (headers: IncomingHttpHeaders): boolean =>
  !isLookAhead(headers) && !isProgram(headers['user-agent']);
