import { GateFullError } from '../lib/threads/gate.ts';
import {
  isDatabaseAbsent,
  isDatabaseFull,
  isDatabaseReadOnly,
  isDatabaseTimeout,
} from '../lib/database/database-errors.ts';
import { StorageError, type StorageTrouble } from '../storage/storage.ts';
import { kernelMessages } from './messages.ts';
import type { Message } from '../lib/declare-messages.ts';

/** A temporary problem, or one that an operator must fix: the caller has made no mistake. */
export interface Unavailable extends Message {
  /** Seconds after which it is worth another try. */
  retryAfter: number;
}

const storage: Partial<Record<StorageTrouble, Message>> = {
  full: kernelMessages.STORAGE_FULL(),
  'read-only': kernelMessages.STORAGE_READ_ONLY(),
  'no-handles': kernelMessages.STORAGE_TOO_MANY_FILES(),
};

/** Why something cannot be done now, where that is no fault of the program; null for every other error. */
export function toUnavailable(error: unknown): Unavailable | null {
  if (error instanceof GateFullError) return { ...kernelMessages.SERVER_BUSY(), retryAfter: 5 };
  if (isDatabaseReadOnly(error)) return { ...kernelMessages.DATABASE_READ_ONLY(), retryAfter: 5 };
  if (isDatabaseFull(error)) return { ...kernelMessages.DATABASE_FULL(), retryAfter: 30 };
  if (isDatabaseTimeout(error)) return { ...kernelMessages.DATABASE_LATE(), retryAfter: 5 };
  if (isDatabaseAbsent(error)) return { ...kernelMessages.DATABASE_UNREACHABLE(), retryAfter: 5 };
  if (!(error instanceof StorageError)) return null;
  return {
    ...(storage[error.trouble] ?? kernelMessages.STORAGE_UNREACHABLE()),
    retryAfter: error.trouble === 'full' ? 30 : 5,
  };
}

/** What else is logged of an error that makes something unavailable: many of one outage are one line. */
export const outageOf = ({ code }: Unavailable): { outage?: string } =>
  code === 'SERVER_BUSY' || code === 'DATABASE_LATE' ? {} : { outage: code };
