import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Texts that the specification quotes, by document, section and key of the English catalogue. */
type QuotedTexts = Record<string, Record<string, Record<string, string>>>;

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const quoted = JSON.parse(read('quoted-texts.json')) as QuotedTexts;
const catalogue = JSON.parse(read('../../catalogues/en.json')) as Record<string, unknown>;
const documents = new URL('../../../shared/spec/', import.meta.url);
const hasDocuments = existsSync(documents);

const textOf = (key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], catalogue);

/** Returns a text without markup and names of placeholders, and with plain quotation marks and dots. */
const plain = (text: string): string =>
  text
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/[“”]/g, '"')
    .replaceAll('’', "'")
    .replaceAll('…', '...')
    .replaceAll('"..."', '"{}"')
    .replaceAll(/\{[^{}]*\}/g, '{}');

for (const [name, sections] of Object.entries(quoted))
  describe(name, () => {
    const rows = Object.entries(sections).flatMap(([section, texts]) =>
      Object.entries(texts).map(([key, text]) => ({ section, key, text })),
    );

    it.each(rows)('$section: $key', ({ key, text }) => expect(plain(String(textOf(key)))).toBe(plain(text)));

    it.skipIf(!hasDocuments)(
      `are quoted from the documents${hasDocuments ? '' : ' (skipped: no ../shared/spec)'}`,
      () => {
        const document = readFileSync(new URL(name, documents), 'utf8');
        expect(rows.filter(({ text }) => !document.includes(`'${text}'`))).toEqual([]);
      },
    );
  });
