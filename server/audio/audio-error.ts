import type { Message } from '../lib/declare-messages.ts';
import { ExpectedError } from '../lib/expected-error.ts';

/**
 * What is wrong with a sound, a picture or a request for one; the message is fit for the person who sent it.
 */
export type AudioProblem =
  'unreadable' | 'empty' | 'truncated' | 'unsupported' | 'too-large' | 'bad-cover' | 'bad-setting';

/** Sound (or its cover) that cannot be used. Never temporary: the same bytes fail again. */
export class AudioError extends ExpectedError {
  override name = 'AudioError';
  readonly onVoicing = 'retry';
  readonly problem: AudioProblem;

  constructor(problem: AudioProblem, told: Message) {
    super(told);
    this.problem = problem;
  }
}
