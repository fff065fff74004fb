import { expect, it } from 'vitest';
import { documentMegabytes, refusalOf } from './document-file.ts';

it.each([
  ['speech.txt', 10, null],
  ['Speech.DOCX', 10, null],
  ['speech.pdf', 10, null],
  ['notes.md', 10, null],
  ['speech.doc', 10, 'wrongKind'],
  ['speech', 10, 'wrongKind'],
  ['speech.pdf.exe', 10, 'wrongKind'],
  ['speech.txt', 0, 'empty'],
  ['speech.pdf', documentMegabytes * 1_000_000 + 1, 'tooLarge'],
])('%s of %d bytes: %s', (name, size, refusal) => expect(refusalOf({ name, size })).toBe(refusal));
