/**
 * What runs in the processes that read the files of others. Parsers are loaded with the first file of their
 * kind: most processes see one kind alone.
 */
import type { DocumentAnswer, DocumentTask } from '../extraction/document-text.ts';
import type { PictureOptions } from '../lib/shrink-picture.ts';
import type { Bounce } from '../mail/read-bounce.ts';
import type { LexiconFormat, ReadLexicon } from './lexicon-file.ts';

export type FileTask =
  | ({ kind: 'document' } & DocumentTask)
  | { kind: 'lexicon'; format: LexiconFormat; bytes: Uint8Array }
  | { kind: 'picture'; bytes: Uint8Array; options: PictureOptions }
  | { kind: 'bounce'; bytes: Uint8Array };
export type FileAnswer = DocumentAnswer | ReadLexicon | Uint8Array | Bounce | null;

export default async function read(task: FileTask): Promise<FileAnswer> {
  switch (task.kind) {
    case 'document':
      return (await import('../extraction/document-text.ts')).readDocumentText(task);
    case 'lexicon':
      return (await import('./lexicon-file.ts')).readLexicon(task.format, task.bytes);
    case 'picture':
      return (await import('../lib/shrink-picture.ts')).shrinkPicture(task.bytes, task.options);
    case 'bounce':
      return (await import('../mail/read-bounce.ts')).readBounce(Buffer.from(task.bytes));
  }
}
