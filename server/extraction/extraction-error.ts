import { ForeseenError, type Voicing } from '../lib/foreseen-error.ts';

export type ExtractionErrorKind = 'empty' | 'too-complex' | 'no-text' | 'not-html' | 'bad-selector' | 'unknown-rule' | 'unknown-charset' | 'timeout' | 'out-of-memory' | 'failed';

/** A page that cannot be made an article, or a rule that cannot be applied. The message is a sentence for the publisher. */
export class ExtractionError extends ForeseenError {
  override readonly name = 'ExtractionError';
  readonly kind: ExtractionErrorKind;
  /** The extractor rule at fault, when one is. */
  readonly rule: { rule: string; selector: string } | undefined;

  constructor(kind: ExtractionErrorKind, message: string, options: { cause?: unknown; rule?: { rule: string; selector: string } } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.kind = kind;
    this.rule = options.rule;
  }

  get voicing(): Voicing {
    return this.kind === 'timeout' || this.kind === 'failed' || this.kind === 'out-of-memory' ? 'retry' : 'fail';
  }
}
