import { z } from 'zod';
import type { ChunkStrategy } from '../../text/chunk-text.ts';

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

export type RuleStatus = 'ready' | 'waiting' | 'processing' | 'errored' | 'rejected';

/** What rules make of an article. */
export interface RuleOutcome {
  skipTitle: boolean;
  skipText: boolean;
  /** `provider:name`; an article is read by one of them. Empty: the project's voice. */
  voices: string[];
  /** To be added: none that the article has. */
  labels: string[];
  /** And the name of the rule that said so. */
  status: { to: RuleStatus; rule: string } | null;
  /** Base names of sound files; an article gets one of them. */
  music: string[];
  /** Base name of a sound file, heard before everything else. */
  logo: string | null;
  /** -100 to 100 */
  volumeBoost: number;
  chunkStrategy: ChunkStrategy;
  /** Names of the rules that applied. */
  applied: string[];
}

const strategies = ['sentences', 'paragraphs', 'voice_tag_sentences', 'voice_tag_paragraphs'] as const satisfies ChunkStrategy[];

/** What the column `ruling` holds. */
export const ruleOutcome: z.ZodType<RuleOutcome> = z.object({
  skipTitle: z.boolean(),
  skipText: z.boolean(),
  voices: z.array(z.string()),
  labels: z.array(z.string()),
  status: z.object({ to: z.enum(['ready', 'waiting', 'processing', 'errored', 'rejected']), rule: z.string() }).nullable(),
  music: z.array(z.string()),
  logo: z.string().nullable(),
  volumeBoost: z.number(),
  chunkStrategy: z.enum(strategies),
  applied: z.array(z.string()),
});

/** What becomes of an article that no rule applies to. */
export function plainOutcome(): RuleOutcome {
  return { skipTitle: false, skipText: false, voices: [], labels: [], status: null, music: [], logo: null, volumeBoost: 0, chunkStrategy: 'sentences', applied: [] };
}
