import { chooseLanguage, type Language } from '../words/language.ts';
import { uiWords } from '../generated/words/ui.ts';
import { currentWords } from '../words/word-catalogue.ts';
import { showError } from './messages.ts';

/** Changes the language of the dashboard, or reports that its catalogue could not be loaded. */
export function switchLanguage(chosen: Language): void {
  chooseLanguage(chosen).catch(() => showError({ message: currentWords(uiWords).tryLater }));
}
