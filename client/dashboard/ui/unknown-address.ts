import { uiWords } from '../generated/words/ui.ts';
import { currentWords } from '../words/word-catalogue.ts';
import { notify } from './messages.ts';

/** Milliseconds. */
const shown = 6_000;

/** Who mistyped an address, or follows an old one, is told so where they come out. */
export function notifyUnknownAddress(): void {
  notify(currentWords(uiWords).unknownAddress, shown, 'plain');
}
