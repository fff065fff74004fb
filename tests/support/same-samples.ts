import fc from 'fast-check';
import { isFull } from './full.ts';

// What is generated is the same in every run, so that a failure is of the change at hand; the full suite
// looks for new ones.
if (!isFull) fc.configureGlobal({ seed: 20_261_123 });
