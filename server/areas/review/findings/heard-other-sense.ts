import type { Finder } from './finding.ts';
import { heardAs } from './heard-kinds.ts';

/** A negation or a number that was heard otherwise: it says something else. */
export const heardOtherSense: Finder = {
  severity: 'fault',
  description: 'A negation or a number that was heard otherwise: it says something else.',
  find: (article) => heardAs('other sense', article),
};
