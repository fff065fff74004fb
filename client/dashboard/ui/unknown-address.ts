import { uiWords } from '../generated/words/ui.ts';
import { wordsNow } from '../words/word-catalogue.ts';
import { notify } from './messages.ts';

/** Milliseconds. */
const shown = 6_000;

/** Who mistyped an address, or follows an old one, is told so where they come out. */
export function tellUnknownAddress(): void {
  notify(wordsNow(uiWords).unknownAddress, shown, 'plain');
}
