/**
 * The text of a Markdown document as it is read aloud: without addresses, pictures, code and signs, but
 * for those that begin headings and items of lists, which voicing knows.
 */
export function markdownText(source: string): string {
  return (
    source
      .replace(/\r\n?/g, '\n')
      // What some tools put before the text.
      .replace(/^---\n[^]*?\n---\n/, '')
      .replace(/^(```|~~~)[^]*?^\1[^\n]*$/gm, '')
      .replace(/<!--[^]*?-->/g, '')
      .replace(/!\[[^\]\n]*\]\([^)\n]*\)/g, '')
      .replace(/\[([^\]\n]+)\]\([^)\n]*\)/g, '$1')
      .replace(/\[([^\]\n]+)\]\[[^\]\n]*\]/g, '$1')
      .replace(/^ {0,3}\[[^\]\n]+\]:[^\n]*$/gm, '')
      .replace(/<(https?:[^>\s]+)>/g, '')
      .replace(/<\/?(?!voice\b)[a-z][^>\n]*>/gi, '')
      // Signs of headings stay: they part what follows, and nobody hears them.
      .replace(/^([^\n]+)\n(?:=+|-{2,})[ \t]*$/gm, '\n# $1\n')
      .replace(/^ {0,3}(?:[-*_][ \t]*){3,}$/gm, '')
      .replace(/^ {0,3}>[ \t]?/gm, '')
      .replace(/^\|?[ \t]*:?-{2,}:?[ \t]*(\|[ \t]*:?-{2,}:?[ \t]*)*\|?$/gm, '')
      .replace(/(\*\*|__)(?=\S)([^\n]*?\S)\1/g, '$2')
      .replace(/(?<![\p{L}\p{N}*_])([*_])(?=\S)([^\n]*?\S)\1(?![\p{L}\p{N}])/gu, '$2')
      .replace(/~~(?=\S)([^\n]*?\S)~~/g, '$1')
      .replace(/`+([^`\n]+)`+/g, '$1')
      .replace(/\\([\\`*_{}[\]()#+\-.!|>~])/g, '$1')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  );
}
