import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { showError } from '../../ui/messages.ts';
import { useWords } from '../../words/word-catalogue.ts';

/**
 * What somebody who only reads may not do looks so, and says on a click why nothing happens.
 * @returns `unless` makes an action say that instead; `look` is for buttons
 */
export function useReadOnlyNotice(mayWrite: boolean) {
  const { noRights } = useWords(dictionariesWords);
  const refuse = () => showError({ message: noRights });
  return {
    refuse,
    unless: (act: () => void) => (mayWrite ? act : refuse),
    look: mayWrite ? {} : { 'data-disabled': true, 'aria-disabled': true },
  };
}
