import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { showError } from '../../ui/messages.ts';
import { useWords } from '../../words/word-catalogue.ts';

/**
 * Makes controls that a viewer may not use look disabled, and explains why on a click.
 * @returns `unless` makes an action show the explanation instead; `look` is for buttons
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
