import { uiWords } from '../generated/words/ui.ts';
import { currentWords } from '../words/word-catalogue.ts';
import { showError } from './messages.ts';

/**
 * Puts a text on the clipboard. @returns whether that was allowed; if not, the text is shown to be copied by
 * hand
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    showError({ message: currentWords(uiWords).copyByHand({ text }) });
    return false;
  }
}
