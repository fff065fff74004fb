import { existsSync } from 'node:fs';

/** Real pages and feeds for measuring; they lie beside the project and are no part of it. */
export const corpus = new URL('../../../shared/corpus/', import.meta.url);
export const hasCorpus = existsSync(corpus);

/** Why corpus tests were not run, for their titles. */
export const withoutCorpus = hasCorpus
  ? ''
  : ' (skipped: ../shared/corpus is absent, the fixtures cover the same ground)';
