/** Placeholder content of a new entry, which is never saved. */
export interface Template {
  readonly source: string;
  readonly replacement: string;
}

export type DraftState = 'untouched' | 'fill in' | 'ready';

/**
 * Returns whether a new entry can be saved: its source is filled in, and its replacement differs from the
 * template. An empty replacement is allowed and silences the word, but a template that is still there only
 * means that the user has not reached that cell.
 */
export function draftState({ source, replacement }: Template, template: Template): DraftState {
  if (source === template.source && replacement === template.replacement) return 'untouched';
  if (source.trim() === '' || source === template.source) return 'fill in';
  return replacement === template.replacement ? 'untouched' : 'ready';
}

/**
 * Parses rows of a spreadsheet or lines of a text into entries: the first column is the word, the second its
 * pronunciation. Columns are separated by tabs, otherwise by a semicolon. Quotes of a spreadsheet's cells are
 * removed.
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

/**
 * Returns the fields of an entry that other entries of its dictionary share: its source or its replacement.
 */
export function duplicateFields(
  entry: Template,
  others: readonly Template[],
): { source: boolean; replacement: boolean } {
  const same = (name: keyof Template) =>
    entry[name] !== '' && others.some((other) => other[name] === entry[name]);
  return { source: same('source'), replacement: same('replacement') };
}
