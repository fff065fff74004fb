import { formatStored } from '../../../words/server-words.ts';

/** Why a word may be mispronounced, as the server tells it. */
export interface DoubtReason {
  readonly code: string;
  readonly message?: string | null | undefined;
  readonly parameters: unknown;
}

/** In the language that is shown. */
export const doubtText = ({ code, message, parameters }: DoubtReason): string =>
  formatStored(message ?? code, [{ code, parameters }]);
