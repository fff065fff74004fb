/** As a file input takes them. */
export const documentKinds = '.txt,.md,.docx,.pdf';

const bytesPerMegabyte = 1_000_000;
/** What the server reads of a document at most. */
export const documentMegabytes = 10;

/** Why a document is not sent to be read; null: it is. An empty one has no text. */
export function refusalOf({
  name,
  size,
}: Pick<File, 'name' | 'size'>): 'wrongKind' | 'tooLarge' | 'empty' | null {
  const extension = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? '';
  if (!documentKinds.split(',').includes(extension)) return 'wrongKind';
  if (size === 0) return 'empty';
  return size > documentMegabytes * bytesPerMegabyte ? 'tooLarge' : null;
}
