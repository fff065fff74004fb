import { declareMessages } from '../lib/declare-messages.ts';

/** Why files cannot be read or written, for operators: `what` was tried, `why` it failed. */
export const storageMessages = declareMessages({
  STORAGE_DISK_FAILED: 'Cannot {what}: {why}.',
  STORAGE_SERVICE_FAILED: 'Cannot {what}: {why}',
  STORAGE_KEY_INVALID: '“{key}” is not a storage key.',
  STORAGE_URL_INVALID: 'STORAGE_URL must be s3://bucket?endpoint=…&region=….',
  STORAGE_URL_UNKNOWN_PARAMETER:
    'STORAGE_URL has the unknown parameter {parameter}; only endpoint and region are supported.',
  STORAGE_URL_ENDPOINT_INVALID: 'STORAGE_URL: endpoint must begin with http:// or https://.',
});
