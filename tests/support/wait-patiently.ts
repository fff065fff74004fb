import { vi } from 'vitest';
import { patience } from '../../scripts/patience.ts';

const { waitFor, waitUntil } = vi;
// Once for all files of a worker. Vitest's own second is over on a busy machine.
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(callback, options = { timeout: patience.condition }) {
    return waitFor(callback, options);
  };
  vi.waitUntil = (callback, options = { timeout: patience.condition }) => waitUntil(callback, options);
}
