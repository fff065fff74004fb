import type { PlayerQuestion } from '../areas/player/question.ts';

/** A query string, read. */
export type Query = Record<string, string | string[] | undefined>;

/** The last of what was given under one name. */
export const last = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.at(-1) : value;

/** What a page asks for; what makes no sense is as if it was not asked. */
export function questionOf(query: Query): PlayerQuestion {
  const article = last(query['article']) ?? '';
  const question = {
    url: last(query['url']),
    timestamp: last(query['timestamp']),
    signature: last(query['signature']),
  };
  const id = /^[1-9]\d{0,9}$/.test(article) && Number(article) <= 2_147_483_647 ? Number(article) : undefined;
  return {
    ...(id !== undefined && { article: id }),
    ...(article === '' && question.url !== undefined && { url: question.url }),
    ...(question.timestamp !== undefined && { timestamp: question.timestamp }),
    ...(question.signature !== undefined && { signature: question.signature }),
  };
}
