/** Turns parsed messages into TypeScript: a type for each part, and a module for each part and language. */
import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { isMessage, type Catalogue, type Message, type Parameter, type Texts } from './read-catalogues.ts';

const made = '// Made by codegen/catalogues from catalogues/*.json.\n';
const types: Record<Parameter, string> = {
  text: 'string | number',
  number: 'number',
  moment: 'Date | number',
  boolean: 'boolean',
  choice: 'string',
  tag: '(text: ReactNode) => ReactNode',
};

const keyOf = (key: string): string => (/^[a-zA-Z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));
const isRich = (message: Message): boolean => [...message.parameters.values()].includes('tag');
const typeName = (part: string): string => `${part[0]!.toUpperCase()}${part.slice(1)}Words`;

/**
 * The module of a part that screens import: its type, and where each language's words are.
 * @param catalogues of the languages that have it, the source first
 */
export function partModule(part: string, catalogues: readonly Catalogue[]): string {
  const type = typeOf(
    catalogues[0]!.parts.get(part)!,
    catalogues.map(({ parts }) => parts.get(part)!),
  );
  const loaders = catalogues
    .map(({ language }) => `  ${keyOf(language)}: () => import('./${language}/${part}.ts'),\n`)
    .join('');
  return [
    made,
    type.includes('ReactNode') ? `import type { ReactNode } from 'react';\n` : '',
    `import { wordsPart } from '../../words/words-part.ts';\n\n`,
    `export type ${typeName(part)} = ${type};\n\n`,
    `export const ${part}Words = wordsPart<${typeName(part)}>({\n${loaders}});\n`,
  ].join('');
}

/** The words of a part in one language. They import nothing that runs, so that they load on their own. */
export function wordsModule(part: string, { parts }: Catalogue): string {
  const printed = printTexts(parts.get(part)!);
  const type = typeName(part);
  return [
    made,
    `import type { Formatters } from '../../../words/formatters.ts';\n`,
    `import type { ${type} } from '../${part}.ts';\n\n`,
    `const words = (${/\bsay\./.test(printed) ? 'say' : '_say'}: Formatters): ${type} => (${printed});\n`,
    'export default words;\n',
  ].join('');
}

/**
 * Prints texts for listeners or emails in all languages as a module without imports, for the server.
 * @throws Error for messages that need more than their parameters
 */
export function plainModule(catalogues: readonly Catalogue[], part: string): string {
  const all = catalogues.map(({ parts }) => parts.get(part)!);
  const texts = catalogues.map(({ language, parts }) => {
    const printed = printTexts(parts.get(part)!);
    if (/\bsay\./.test(printed)) throw notPlain(language, part);
    return `${keyOf(language)}: ${printed},\n`;
  });
  return [
    made,
    `export interface ${typeName(part)} ${typeOf(all[0]!, all)}\n\n`,
    `export const ${part}Words = {\n${texts.join('')}} satisfies Record<string, ${typeName(part)}>;\n`,
  ].join('');
}

/**
 * Prints texts in all languages as templates, `{time} of {duration}`, which the server sends as they are.
 * @throws Error for messages that need more than their parameters
 */
export function templatesModule(catalogues: readonly Catalogue[], part: string): string {
  const texts = catalogues.map(
    ({ language, parts }) =>
      `${keyOf(language)}: ${JSON.stringify(templatesOf(parts.get(part)!, language, part), null, 1)},\n`,
  );
  return `${made}export const ${part}Words = {\n${texts.join('')}};\n`;
}

/** Prints such a part in the source language alone, for a player whose server sends none. */
export const sourceTemplates = ({ language, parts }: Catalogue, part: string): string =>
  [
    made,
    `import type { ${typeName(part)} } from './${part}-words.ts';\n\n`,
    `export const englishWords: ${typeName(part)} = `,
    `${JSON.stringify(templatesOf(parts.get(part)!, language, part), null, 1)};\n`,
  ].join('');

/** Prints the types of such parts, and the languages that have them, for the player. */
export function templateTypes(catalogues: readonly Catalogue[], parts: readonly string[]): string {
  const languages = catalogues.map(({ language }) => JSON.stringify(language)).join(' | ');
  const source = catalogues[0]!;
  return [
    made,
    `export type PlayerLanguage = ${languages};\n`,
    ...parts.map((part) => {
      const keys = [...source.parts.get(part)!.keys()].map((key) => `${keyOf(key)}: string;\n`);
      return `\nexport interface ${typeName(part)} {\n${keys.join('')}}\n`;
    }),
  ].join('');
}

function templatesOf(texts: Texts, language: string, part: string): Record<string, string> {
  if (isMessage(texts)) throw notPlain(language, part);
  return Object.fromEntries(
    [...texts].map(([key, message]) => {
      if (!isMessage(message)) throw notPlain(language, part);
      const pieces = message.elements.map((element) => {
        if (element.type === TYPE.literal) return element.value;
        if (element.type === TYPE.argument) return `{${element.value}}`;
        throw notPlain(language, part);
      });
      return [key, pieces.join('')];
    }),
  );
}

const notPlain = (language: string, part: string): Error =>
  new Error(`${language}.json: ${part} is made of plain texts and parameters only, to stay small.`);

/** @param all the same texts in each language: a parameter that one of them counts with is a number */
function typeOf(texts: Texts, all: readonly Texts[]): string {
  if (!isMessage(texts)) {
    const members = [...texts].map(
      ([key, inner]) =>
        `${keyOf(key)}: ${typeOf(
          inner,
          all.map((other) => (other as ReadonlyMap<string, Texts>).get(key)!),
        )};`,
    );
    return `{\n${members.join('\n')}\n}`;
  }
  if (texts.parameters.size === 0) return 'string';
  const rich = isRich(texts);
  const members = [...texts.parameters.keys()].map((name) => {
    const kinds = all.map((other) => (other as Message).parameters.get(name)!);
    const kind = kinds.find((each) => each !== 'text') ?? 'text';
    return `${keyOf(name)}: ${rich && kind === 'text' ? 'ReactNode' : types[kind]}`;
  });
  return `(of: { ${members.join('; ')} }) => ${rich ? 'ReactNode' : 'string'}`;
}

function printTexts(texts: Texts): string {
  if (isMessage(texts)) return printMessage(texts);
  return `{\n${[...texts].map(([key, inner]) => `${keyOf(key)}: ${printTexts(inner)},`).join('\n')}\n}`;
}

function printMessage(message: Message): string {
  const body = isRich(message) ? richly(message.elements) : plainly(message.elements);
  return message.parameters.size ? `(of) => ${body}` : body;
}

const of = (name: string): string =>
  /^[a-zA-Z_$][\w$]*$/.test(name) ? `of.${name}` : `of[${JSON.stringify(name)}]`;
const quoted = (text: string): string => text.replaceAll(/[\\`]|\$\{/g, '\\$&');

type Print = (elements: MessageFormatElement[], counted?: string) => string;

/** As a string. */
const plainly: Print = (elements, counted) => {
  if (elements.every(({ type }) => type === TYPE.literal))
    return JSON.stringify(elements.map((element) => (element as { value: string }).value).join(''));
  const only = elements.length === 1 && elements[0]!.type !== TYPE.argument;
  if (only) return printElement(elements[0]!, plainly, counted);
  return `\`${elements
    .map((element) =>
      element.type === TYPE.literal
        ? quoted(element.value)
        : `\${${printElement(element, plainly, counted)}}`,
    )
    .join('')}\``;
};

/** As React's nodes. */
const richly: Print = (elements, counted) => {
  if (elements.every(({ type }) => type === TYPE.literal)) return plainly(elements, counted);
  return `say.together(${elements
    .map((element) =>
      element.type === TYPE.literal ? JSON.stringify(element.value) : printElement(element, richly, counted),
    )
    .join(', ')})`;
};

/** @param counted expression that replaces "#": the number of the enclosing plural */
function printElement(element: MessageFormatElement, print: Print, counted?: string): string {
  switch (element.type) {
    case TYPE.literal:
      return JSON.stringify(element.value);
    case TYPE.pound:
      return `say.number(${counted})`;
    case TYPE.argument:
      return of(element.value);
    case TYPE.number:
      return `say.number(${of(element.value)}${optionsOf(element.style, { percent: { style: 'percent' }, integer: { maximumFractionDigits: 0 } })})`;
    case TYPE.date:
      return `say.moment(${of(element.value)}${optionsOf(element.style, styles('dateStyle'), { dateStyle: 'medium' })})`;
    case TYPE.time:
      return `say.moment(${of(element.value)}${optionsOf(element.style, styles('timeStyle'), { timeStyle: 'short' })})`;
    case TYPE.tag:
      return `${of(element.value)}(${richly(element.children, counted)})`;
    case TYPE.select:
      return `say.select(String(${of(element.value)}), ${printOptions(element.options, print, counted)})`;
    case TYPE.plural: {
      const number = of(element.value);
      const rest = element.offset ? `${number} - ${element.offset}` : number;
      const ordinal = element.pluralType === 'ordinal' ? ", 'ordinal'" : '';
      const options = printOptions(element.options, print, rest);
      return `say.plural(${number}, ${rest}, ${options}${ordinal})`;
    }
  }
}

const printOptions = (
  options: Record<string, { value: MessageFormatElement[] }>,
  print: Print,
  counted?: string,
): string =>
  `{ ${Object.entries(options)
    .map(([key, { value }]) => `${keyOf(key)}: ${print(value, counted)}`)
    .join(', ')} }`;

const styles = (name: string): Record<string, object> =>
  Object.fromEntries(['short', 'medium', 'long', 'full'].map((style) => [style, { [name]: style }]));

/** Returns the Intl options of a style: a skeleton's (`::yMMMd`), or those of a name. */
function optionsOf(
  style: string | null | undefined | { parsedOptions: object },
  named: Record<string, object>,
  fallback?: object,
): string {
  const options = typeof style === 'object' && style ? style.parsedOptions : style ? named[style] : fallback;
  if (style && !options) throw new Error(`There is no style “${String(style)}”; write a skeleton (::…).`);
  return options ? `, ${JSON.stringify(options)}` : '';
}
