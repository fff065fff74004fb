import { reviewMessages } from '../messages.ts';
import { matches, quoteWord, type Finder } from './finding.ts';

const pattern =
  /(?:https?:\/\/|www\.)[^\s<>"'()]{2,}|(?<![\p{L}\d._%+-])[\p{L}\d._%+-]{1,64}@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+|(?<![\p{L}\d&])#\p{L}[\p{L}\d_]+|(?![\d#*©®™])\p{Extended_Pictographic}/gu;

/** Finds addresses, hashtags and emoji, which should not be read out. */
export const address: Finder = {
  severity: 'warning',
  description: 'A URL, a hashtag or an emoji.',
  find: (article) =>
    matches(
      article,
      () => pattern,
      (found) => {
        const word = quoteWord(found);
        if (found.startsWith('#')) return reviewMessages.FOUND_HASHTAG({ word });
        return /^\p{Extended_Pictographic}/u.test(found)
          ? reviewMessages.FOUND_EMOJI({ word })
          : reviewMessages.FOUND_ADDRESS({ word });
      },
    ),
};
