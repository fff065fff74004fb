/** What stands in a new entry until somebody writes over it; it is never saved. */
export interface Template {
  readonly source: string;
  readonly replacement: string;
}

export type DraftState = 'untouched' | 'fill in' | 'ready';

/**
 * Whether a new entry can be saved: its source is written, and what is said is no longer the template. Empty
 * it may be: the word is then not said at all, which nobody means who has not come to that cell yet.
 */
export function draftState({ source, replacement }: Template, template: Template): DraftState {
  if (source === template.source && replacement === template.replacement) return 'untouched';
  if (source.trim() === '' || source === template.source) return 'fill in';
  return replacement === template.replacement ? 'untouched' : 'ready';
}

/**
 * Rows of a spreadsheet, or lines of a text, as entries: the first column is the word, the second what is
 * said. Columns stand apart by tabs, else by a semicolon; quotes of a spreadsheet's cells go.
 */
export function pastedEntries(text: string): { source: string; replacement: string }[] {
  return text.split(/\r\n?|\n/).flatMap((line) => {
    const [source = '', replacement = ''] = line.split(line.includes('\t') ? '\t' : ';').map(cellText);
    return source === '' ? [] : [{ source, replacement }];
  });
}

const cellText = (cell: string): string => {
  const trimmed = cell.trim();
  return /^".*"$/.test(trimmed) ? trimmed.slice(1, -1).replaceAll('""', '"').trim() : trimmed;
};

/** What of an entry others of its dictionary have too: its source, or what is said instead. */
export function duplicateFields(
  entry: Template,
  others: readonly Template[],
): { source: boolean; replacement: boolean } {
  const same = (name: keyof Template) =>
    entry[name] !== '' && others.some((other) => other[name] === entry[name]);
  return { source: same('source'), replacement: same('replacement') };
}
