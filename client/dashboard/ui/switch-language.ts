import { chooseLanguage, type Language } from '../words/language.ts';
import { uiWords } from '../generated/words/ui.ts';
import { currentWords } from '../words/word-catalogue.ts';
import { showError } from './messages.ts';

/** Shows the dashboard in another language, or says that its words could not be fetched. */
export function switchLanguage(chosen: Language): void {
  chooseLanguage(chosen).catch(() => showError({ message: currentWords(uiWords).tryLater }));
}
