import type { BuiltInSound } from '../../../audio/built-in-sounds.ts';
import type { RuleValueShape } from '../rule-values.ts';
import type { RuleOutcome } from '../outcome.ts';

/** A kind of action: one file each, and a line in the registry. */
export interface Action extends RuleValueShape {
  action: string;
  /** What a person reads. */
  title: string;
  /** What it does, in a sentence. */
  description: string;
  /** Whether several values can be given. */
  multiple: boolean;
  /** Kinds of the built-in sounds that suit it. */
  soundKinds?: readonly BuiltInSound['kind'][];
  /** Of a new action. */
  defaultValues: readonly string[];
  /** Whether it means something for an article that is ready or errored; every action does for one whose text has just become final. */
  afterVoicing: boolean;
  /** Changes the outcome. @param values tidied and without a problem @param rule its name */
  apply(outcome: RuleOutcome, values: readonly string[], rule: string): void;
}
