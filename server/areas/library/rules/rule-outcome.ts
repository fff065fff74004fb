import { z } from 'zod';
import { effects } from './actions/registry.ts';

export interface Predicate {
  operator: string;
  subject: string;
  value: string;
}

export interface RuleAction {
  action: string;
  values: string[];
}

/** What is done with articles that meet all conditions. */
export interface ProcessingRule {
  id: number;
  name: string;
  /** All must hold; a rule without any applies to nothing. */
  predicates: Predicate[];
  actions: RuleAction[];
}

/** What is known of an article when rules are applied to it. */
export interface RuleFacts {
  title: string;
  text: string;
  url: string | null;
  labels: readonly string[];
  /** `provider:name` */
  voice: string;
  /** `parsed`: its text is final and nothing is voiced yet. */
  status: 'parsed' | 'ready' | 'errored';
}

/**
 * What rules make of an article: what their actions decide, and the names of those that applied. What the
 * column `ruling` holds.
 */
export const ruleOutcome = z.object({ ...effects, applied: z.array(z.string()) });

export type RuleOutcome = z.infer<typeof ruleOutcome>;

/** Outcome for an article that no rule applies to. */
export const emptyOutcome = (): RuleOutcome => ruleOutcome.parse({ applied: [] });
