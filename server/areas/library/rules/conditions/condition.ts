import type { SearchableText } from '../rule-text.ts';
import type { RuleValueShape } from '../rule-values.ts';
import type { RuleFacts } from '../rule-outcome.ts';

/** What conditions look at: texts are prepared once for all of them. */
export interface ArticleFacts extends Omit<RuleFacts, 'title' | 'text'> {
  title: SearchableText;
  text: SearchableText;
}

/** A kind of condition: one file each, and a line in the registry. */
export interface Condition extends RuleValueShape {
  operator: string;
  subject: string;
  /** What a person reads before the value. */
  title: string;
  /** Of a new condition. */
  defaultValue: string;
  /** Whether it fits an article. @param value tidied and without a problem */
  holds(facts: ArticleFacts, value: string): boolean;
}
