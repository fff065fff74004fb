import { hash, randomUUID } from 'node:crypto';
import { actions, type EventRefusal, type PlayerAction } from './event-actions.ts';
import { visitorBounds } from '../../../product.ts';

/** An event as a player reports it, read and found possible; what it is about is not looked up yet. */
export interface ReportedEvent {
  /** Hexadecimal digits of a UUID. */
  id: string;
  action: PlayerAction;
  /** Slug or database id; empty: none was named. */
  channel: string;
  /** Zero: none was named. */
  article: number;
  /** Base name of the audio file; empty: none was named. */
  audio: string;
  /** Milliseconds since it happened. */
  age: number;
  /** The listener's id; null: no consent to being identified. */
  u: string | null;
  percent: number | null;
  positionMs: number | null;
  durationMs: number | null;
  heardMs: number;
  /** From, to, from, to…, milliseconds. */
  heard: number[];
  x: number | null;
  y: number | null;
  rate: number | null;
  status: string | null;
  page: string | null;
}

/** How long a player keeps what it could not send, milliseconds; what is older is not counted. */
export const latestMs = 7 * 86_400_000;
/** Longer than any article, seconds. */
const secondsMax = 86_400;
/**
 * Seconds by which a position may lie beyond the duration: players round, and files are estimated before they
 * are loaded.
 */
const beyond = 5;

const listenerId = /^[A-Za-z0-9_-]{0,64}$/;
const eventId = /^[A-Za-z0-9_-]{8,64}$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const channelName = /^[a-z0-9][a-z0-9-]{0,99}$/i;
/** A base name, as it is (which is tried first: players send that) or as the end of the file's address. */
const audioName = /^(?:[^?#]*\/)??([A-Za-z0-9][A-Za-z0-9_-]{0,79})(?:\.(?:mp3|wav))?$/;
const word = /^[A-Za-z]{1,16}$/;
const address = /^https?:\/\/[^\s?#\p{Cc}]+/iu;

/**
 * Parses an event's fields (document 2, section 3: ac, au, u, v, ct, d, res, x, y, status; and the player's
 * own: id, age, c, a, h, rate).
 * @param fields of a JSON object or a query; values are untrusted
 * @returns the event, or the reason for refusing an implausible one
 */
export function readEvent(fields: Readonly<Record<string, unknown>>): ReportedEvent | EventRefusal {
  const { ac, u } = fields;
  if (typeof ac !== 'string' || !actions.has(ac)) return 'malformed';
  const age = numberIn(fields['age'], 0, Number.MAX_SAFE_INTEGER) ?? 0;
  const percent = numberIn(fields['v'], 0, 100);
  const position = numberIn(fields['ct'], 0, secondsMax);
  const duration = numberIn(fields['d'], 0, secondsMax);
  const x = numberIn(fields['x'], 0, 100);
  const y = numberIn(fields['y'], 0, 100);
  const rate = numberIn(fields['rate'], 0.1, 16);
  const article = numberIn(fields['a'], 0, 2_147_483_647) ?? 0;
  // One that is not a number makes the sum none.
  if (Number.isNaN(age + percent! + position! + duration! + x! + y! + rate! + article)) return 'absurd';
  if (duration && position && position > duration + beyond) return 'absurd';
  if (!Number.isInteger(article)) return 'absurd';
  if (age > latestMs) return 'late';
  if (u !== undefined && u !== null && (typeof u !== 'string' || !listenerId.test(u))) return 'absurd';
  const id = idOf(fields['id']);
  const channel = nameOf(fields['c'], channelName);
  const audio = nameOf(fields['au'], audioName);
  if (id === null || channel === null || audio === null) return 'absurd';
  const heard = stretches(fields['h'], duration ? duration + beyond : secondsMax);
  if (!heard) return 'absurd';
  let heardMs = 0;
  for (let at = 0; at < heard.length; at += 2) heardMs += heard[at + 1]! - heard[at]!;
  return {
    id,
    action: ac as PlayerAction,
    channel,
    article,
    audio,
    age,
    u: u ?? null,
    percent: percent === null ? null : Math.round(percent),
    positionMs: milliseconds(position),
    durationMs: milliseconds(duration),
    heardMs,
    heard,
    x,
    y,
    rate,
    status: typeof fields['status'] === 'string' && word.test(fields['status']) ? fields['status'] : null,
    page: pageOf(fields['res']),
  };
}

/**
 * A number, also as text, as the form in the address has it; null: none was sent; NaN: none, or none within
 * the bounds.
 */
export function numberIn(value: unknown, least: number, most: number): number | null {
  if (value === undefined || value === null || value === '') return null;
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value.length <= 32 ? Number(value) : NaN;
  return number >= least && number <= most ? number : NaN;
}

const milliseconds = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds * 1000);

/**
 * Returns the hexadecimal digits of an event's id: those of a 128-bit id, the hash of anything else, new ones
 * if absent; null: absurd.
 */
export function idOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return randomUUID().replaceAll('-', '');
  if (typeof value !== 'string' || !eventId.test(value)) return null;
  if (value.length === 22) return Buffer.from(value, 'base64url').toString('hex');
  return uuid.test(value) ? value.replaceAll('-', '').toLowerCase() : hash('sha256', value).slice(0, 32);
}

/** Empty: none was sent; null: it is no name. A pattern's group is the part that is meant. */
function nameOf(value: unknown, pattern: typeof channelName): string | null {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'number') value = String(value);
  if (typeof value !== 'string' || value.length > 2_048) return null;
  const match = pattern.exec(value);
  return match ? (match[1] ?? match[0]) : null;
}

export const channelNameOf = (value: unknown): string | null => nameOf(value, channelName);
export const audioNameOf = (value: unknown): string | null => nameOf(value, audioName);

/** Stretches of the audio in order, none over another, milliseconds; null: they are not. */
function stretches(value: unknown, end: number): number[] | null {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > visitorBounds.playedPartsInEvent) return null;
  const flat: number[] = [];
  let before = 0;
  for (const one of value as unknown[]) {
    if (!Array.isArray(one) || one.length !== 2) return null;
    const [from, to] = one as [unknown, unknown];
    if (typeof from !== 'number' || typeof to !== 'number' || !(from >= before && to >= from && to <= end))
      return null;
    flat.push(Math.round(from * 1000), Math.round(to * 1000));
    before = to;
  }
  return flat;
}

/** Origin and path: what follows may name a person. */
export function pageOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const found = address.exec(
    value.length > visitorBounds.pageCharacters ? value.slice(0, visitorBounds.pageCharacters) : value,
  )?.[0];
  return found === undefined ? null : found.toWellFormed();
}
