import { rectOfTextArea } from './caret-rect.ts';

/** Text that is selected in an article. */
export interface SelectedText {
  text: string;
  /** In the window. */
  rect: DOMRect;
  /** When it sounds, milliseconds; null: its words have no timings. */
  sounds: { fromMs: number; toMs: number } | null;
}

const longest = 300;

/** Returns what is selected within an element, in its text area or in its words; null: nothing. */
export function selectedText(within: HTMLElement): SelectedText | null {
  const { activeElement: field } = document;
  if (field instanceof HTMLTextAreaElement && within.contains(field)) {
    const { selectionStart: start, selectionEnd: end, value } = field;
    const text = value.slice(start, end).trim();
    return text === ''
      ? null
      : { text: text.slice(0, longest), rect: rectOfTextArea(field, start, end), sounds: null };
  }
  const selection = getSelection();
  if (!selection?.rangeCount || !within.contains(selection.anchorNode)) return null;
  const range = selection.getRangeAt(0);
  const text = selection.toString().trim();
  if (text === '') return null;
  return {
    text: text.slice(0, longest),
    rect: range.getBoundingClientRect(),
    sounds: soundsOf(within, range),
  };
}

function soundsOf(within: HTMLElement, range: Range): SelectedText['sounds'] {
  const words = [...within.querySelectorAll<HTMLElement>('[data-from]')];
  const first = words.findIndex((word) => range.intersectsNode(word));
  if (first === -1) return null;
  const behind = words.findIndex((word, index) => index > first && !range.intersectsNode(word));
  const at = (word: HTMLElement | undefined) => (word ? Number(word.dataset['from']) : Infinity);
  return { fromMs: at(words[first]), toMs: at(behind === -1 ? undefined : words[behind]) };
}
