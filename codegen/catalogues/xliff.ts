/**
 * Writes and reads XLIFF 2.0 (OASIS), the format of translation tools: a file element for each part of a
 * catalogue, a unit for each text. Placeholders and tags stay in the text as they are.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes';

const namespace = 'urn:oasis:names:tc:xliff:document:2.0';

/** A text for translators. */
export interface TranslationUnit {
  /** The keys that lead to the text, joined by dots. */
  key: string;
  source: string;
  /** Null: not translated. */
  target: string | null;
  comment?: string;
}

export interface TranslationFile {
  /** BCP 47. */
  sourceLanguage: string;
  targetLanguage: string;
  units: TranslationUnit[];
}

/** A file that is not XLIFF 2.0. The message has the line. */
export class XliffError extends Error {}

/** Returns an XML name token for a key; keys also contain spaces and signs. */
const unitId = (key: string): string =>
  key.replaceAll(/[^\w.-]/g, (sign) => `:${sign.codePointAt(0)!.toString(16)}:`);

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes a text for content and attributes. A carriage return would otherwise be read as a line feed. */
const escape = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => escapes[sign]!).replaceAll('\r', '&#13;');

/** Returns the file as XML. The first key of a unit is the part that it is grouped by. */
export function writeXliff({ sourceLanguage, targetLanguage, units }: TranslationFile): string {
  const parts = Map.groupBy(units, ({ key }) => key.split('.')[0]!);
  const files = [...parts].map(
    ([part, each]) =>
      `  <file id="${escape(unitId(part))}" xml:space="preserve">\n${each.map(unitElement).join('')}  </file>\n`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<xliff xmlns="${namespace}" version="2.0" srcLang="${escape(sourceLanguage)}" trgLang="${escape(targetLanguage)}">\n`,
    ...files,
    '</xliff>\n',
  ].join('');
}

function unitElement({ key, source, target, comment }: TranslationUnit): string {
  const note = comment === undefined ? '' : `      <notes><note>${escape(comment)}</note></notes>\n`;
  const translation = target === null ? '' : `\n        <target>${escape(target)}</target>`;
  return [
    `    <unit id="${escape(unitId(key))}" name="${escape(key)}">\n`,
    note,
    `      <segment state="${target === null ? 'initial' : 'translated'}">\n`,
    `        <source>${escape(source)}</source>${translation}\n`,
    '      </segment>\n    </unit>\n',
  ].join('');
}

/**
 * Returns what a file contains. Segments of a unit, into which tools may split it, are joined. Entities
 * other than XML's own are an error.
 * @throws XliffError
 */
export function readXliff(text: string): TranslationFile {
  const reader = new XliffReader();
  reader.parse(text);
  return reader.finished();
}

class XliffReader {
  readonly #parser = new SaxesParser({ xmlns: true, position: true });
  readonly #units: TranslationUnit[] = [];
  #languages: { source: string; target: string } | null = null;
  #unit: TranslationUnit | null = null;
  /** The text that is being read. */
  #text: 'source' | 'target' | null = null;

  parse(text: string): void {
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw new XliffError(`line ${parser.line} is not well-formed XML: ${error.message}`);
    });
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', (tag) => this.#close(tag));
    parser.on('text', (part) => this.#add(part));
    parser.on('cdata', (part) => this.#add(part));
    parser.write(text).close();
  }

  finished(): TranslationFile {
    if (!this.#languages) throw new XliffError('it is not XLIFF 2.0.');
    return {
      sourceLanguage: this.#languages.source,
      targetLanguage: this.#languages.target,
      units: this.#units,
    };
  }

  #open(tag: SaxesTagNS): void {
    const attribute = (name: string): string => tag.attributes[name]?.value ?? '';
    if (!this.#languages) {
      if (tag.local !== 'xliff' || tag.uri !== namespace) throw new XliffError('it is not XLIFF 2.0.');
      this.#languages = { source: attribute('srcLang'), target: attribute('trgLang') };
      return;
    }
    if (tag.uri !== namespace) return;
    if (this.#text !== null)
      throw new XliffError(
        `line ${this.#parser.line}: “${this.#unit?.key}” contains the element ${tag.name}. Placeholders and tags must stay plain text.`,
      );
    if (tag.local === 'unit') {
      const key = attribute('name');
      if (key === '') throw new XliffError(`line ${this.#parser.line}: a unit has no name.`);
      this.#unit = { key, source: '', target: null };
    }
    if (this.#unit && (tag.local === 'source' || tag.local === 'target')) {
      this.#text = tag.local;
      if (tag.local === 'target') this.#unit.target ??= '';
    }
  }

  #add(part: string): void {
    if (!this.#unit || this.#text === null) return;
    this.#unit[this.#text] = (this.#unit[this.#text] ?? '') + part;
  }

  #close(tag: SaxesTagNS): void {
    if (tag.uri !== namespace) return;
    if (tag.local === this.#text) this.#text = null;
    if (tag.local !== 'unit' || !this.#unit) return;
    this.#units.push(this.#unit);
    this.#unit = null;
  }
}
