/** Returns two texts in columns, with a mark where they differ. @param width of both, in characters */
export function sideBySide(written: string, spoken: string, width: number): string {
  const column = Math.floor((width - 3) / 2);
  const mark = written === spoken ? '│' : '≠';
  const [left, right] = [wrapped(written, column), wrapped(spoken, column)];
  return Array.from(
    { length: Math.max(left.length, right.length) },
    (_, at) => `${(left[at] ?? '').padEnd(column)} ${mark} ${right[at] ?? ''}`,
  ).join('\n');
}

/** Lines of at most so many characters, broken between words; longer words are cut. */
function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((part) => part.match(new RegExp(`.{1,${most}}`, 'gsu')) ?? [])) {
    if (line !== '' && line.length + 1 + word.length > most) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
