import { GateFullError } from '../lib/gate.ts';
import { isDatabaseAbsent, isDatabaseFull, isDatabaseLate } from '../lib/database-errors.ts';
import { StorageError, type StorageTrouble } from '../storage/storage.ts';

/** What will pass by itself, or an operator has to mend: nobody who asked has done anything wrong. */
export interface Unavailable {
  /** A sentence to show to a person. */
  message: string;
  /** Seconds after which it is worth another try. */
  retryAfter: number;
}

const storage: Partial<Record<StorageTrouble, string>> = {
  full: 'The storage of this server is full. Nothing was saved; please tell its administrator.',
  'read-only': 'The storage of this server is read-only. Nothing was saved; please tell its administrator.',
  'no-handles': 'This server has too many files open. Please try again in a moment.',
};

/** Why something cannot be done now, where that is no fault of the program; null for every other error. */
export function whyUnavailable(error: unknown): Unavailable | null {
  if (error instanceof GateFullError)
    return { message: 'The server is busy. Please try again in a moment.', retryAfter: 5 };
  if (isDatabaseFull(error))
    return {
      message:
        "The database's disk is full or cannot be written. Nothing was saved; please tell the administrator.",
      retryAfter: 30,
    };
  if (isDatabaseLate(error))
    return { message: 'The database took too long. Please try again in a moment.', retryAfter: 5 };
  if (isDatabaseAbsent(error))
    return {
      message: 'The database cannot be reached right now. Please try again in a moment.',
      retryAfter: 5,
    };
  if (!(error instanceof StorageError)) return null;
  return {
    message:
      storage[error.trouble] ?? 'The storage cannot be reached right now. Please try again in a moment.',
    retryAfter: error.trouble === 'full' ? 30 : 5,
  };
}
