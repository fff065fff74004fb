import type { Message } from '../lib/declare-messages.ts';
import { ExpectedError, type VoicingConsequence } from '../lib/expected-error.ts';

export type ExtractionErrorKind =
  | 'empty'
  | 'too-complex'
  | 'no-text'
  | 'needs-script'
  | 'needs-consent'
  | 'disallowed'
  | 'not-html'
  | 'bad-selector'
  | 'unknown-rule'
  | 'unknown-charset'
  | 'timeout'
  | 'out-of-memory'
  | 'failed';

/**
 * A page that cannot be made an article, or a rule that cannot be applied. The message is a sentence for the
 * publisher.
 */
export class ExtractionError extends ExpectedError {
  override readonly name = 'ExtractionError';
  readonly kind: ExtractionErrorKind;
  /** The extractor rule at fault, when one is. */
  readonly rule: { rule: string; selector: string } | undefined;

  /** Another address at which the page says that its article can be read without scripts (AMP). */
  readonly alternate: string | null;

  constructor(
    kind: ExtractionErrorKind,
    told: Message,
    options: { cause?: unknown; rule?: { rule: string; selector: string }; alternate?: string | null } = {},
  ) {
    super(told, options.cause === undefined ? {} : { cause: options.cause });
    this.kind = kind;
    this.rule = options.rule;
    this.alternate = options.alternate ?? null;
  }

  get onVoicing(): VoicingConsequence {
    return this.kind === 'timeout' || this.kind === 'failed' || this.kind === 'out-of-memory'
      ? 'retry'
      : 'fail';
  }
}
