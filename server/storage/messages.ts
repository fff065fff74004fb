import { declareMessages } from '../lib/declare-messages.ts';

/** Why files cannot be read or written: `what` was tried, `why` it failed, both for operators. */
export const storageMessages = declareMessages({
  STORAGE_DISK_FAILED: 'Cannot {what}: {why}.',
  STORAGE_SERVICE_FAILED: 'Cannot {what}: {why}',
});
