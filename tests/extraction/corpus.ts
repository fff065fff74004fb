import { existsSync } from 'node:fs';
import { corpus } from '../../training/annotated-pages.ts';

export { corpus };
/** Real pages and feeds for measuring are no part of the project. */
export const hasCorpus = existsSync(corpus);

/** Why corpus tests were not run, for their titles. */
export const withoutCorpus = hasCorpus
  ? ''
  : ' (skipped: ../shared/corpus is absent, the fixtures cover the same ground)';
