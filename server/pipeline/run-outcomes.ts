import type { Transition } from '../areas/articles/articles/article-states.ts';
import { metrics } from '../lib/metrics.ts';

/** How a run ends, or pauses, by the transition. */
const outcomes = {
  finish: 'ready',
  hold: 'held',
  postpone: 'postponed',
  limit: 'limit_reached',
  reject: 'rejected',
  fail: 'errored',
} as const satisfies Partial<Record<Transition, string>>;

/** Counts in the metrics that a run of an article ended or was postponed, once that is committed. */
export const countRun = (transition: keyof typeof outcomes): void =>
  metrics.articleRuns.inc({ outcome: outcomes[transition] });
