import { uiWords } from '../generated/words/ui.ts';
import { currentWords } from '../words/word-catalogue.ts';
import { notify } from './messages.ts';

/** Milliseconds. */
const shown = 6_000;

/** Notifies users who reach the dashboard by a mistyped or outdated address. */
export function notifyUnknownAddress(): void {
  notify(currentWords(uiWords).unknownAddress, shown, 'plain');
}
