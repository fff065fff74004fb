import type { z } from 'zod';
import type { BuiltInSound } from '../../../../audio/built-in-sounds.ts';
import type { RuleValueShape } from '../rule-values.ts';

/** Decisions of an action about an article, by name. Each has a default for when no rule decides it. */
export type Effect = Readonly<Record<string, z.ZodDefault>>;

/** What is decided, as the pipeline reads it. */
export type RuleDecision<Of extends Effect> = { -readonly [Name in keyof Of]: z.output<Of[Name]> };

/** A kind of action: one file each, and its place in the registry. */
export interface Action<Of extends Effect = Effect> extends RuleValueShape {
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
  /**
   * Whether it means something for an article that is ready or errored; every action does for one whose text
   * has just become final.
   */
  afterVoicing: boolean;
  /** What it decides; kept with the article until its run ends. */
  effect: Of;
  /** Changes what was decided so far. @param values tidied and without a problem */
  apply(decided: RuleDecision<Of>, values: readonly string[], rule: { id: number; name: string }): void;
}

/** Declares a kind of action. */
export const action = <Of extends Effect>(declared: Action<Of>): Action<Of> => declared;
