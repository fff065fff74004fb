/**
 * Reads catalogues/*.json, one file for each language, and holds what they promise: each message is ICU
 * MessageFormat, each language has the same keys with the same parameters, and each plural has the forms
 * that its language distinguishes (CLDR, as Intl.PluralRules knows them).
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** Language whose catalogue defines the set of messages. */
export const sourceLanguage = 'en';
/**
 * Catalog parts for listeners: the player, its features, a podcast's page, a skill. A language may have some
 * of these parts without the rest, because there are more languages of listeners than of editors.
 */
export const listenersParts = ['player', 'playerFeatures', 'podcastPage', 'skill'] as const;
/** Of these, what each language has. */
const requiredParts: readonly string[] = ['player', 'playerFeatures'];
const isForListeners = (part: string): boolean => listenersParts.some((each) => each === part);
/** What mails say, in the dashboard's languages. The server writes them. */
export const mailPart = 'mail';
/**
 * Server messages by code. Their source text is beside the codes (server/messages.ts). The source language's
 * catalog contains only what the dashboard shows when the server doesn't respond.
 */
export const serverPart = 'server';

/** What a message is made of; of a select the values that it knows, where there are no others. */
export type Parameter = 'text' | 'number' | 'moment' | 'boolean' | 'choice' | 'tag';

export interface Message {
  elements: MessageFormatElement[];
  parameters: ReadonlyMap<string, Parameter>;
}

/** A message, or messages under keys. */
export type Texts = Message | ReadonlyMap<string, Texts>;

export interface Catalogue {
  /** BCP 47: the file's name. */
  language: string;
  /** What the language calls itself. */
  name: string;
  /** By the name of the part: what loads together. */
  parts: ReadonlyMap<string, ReadonlyMap<string, Texts>>;
}

export const isMessage = (texts: Texts): texts is Message => 'elements' in texts;

/**
 * Every catalogue of a folder, the source language first.
 * @param serverMessages the source of what the server says, by code
 * @throws Error with a line for each mistake
 */
export async function readCatalogues(
  folder: URL,
  serverMessages: ReadonlyMap<string, string>,
): Promise<Catalogue[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  const mistakes: string[] = [];
  const read = await Promise.all(
    files.map(async (file) => {
      const language = basename(file, '.json');
      const texts = JSON.parse(await readFile(new URL(file, folder), 'utf8')) as Record<string, unknown>;
      if (language === sourceLanguage)
        texts[serverPart] = { ...(texts[serverPart] as object), ...Object.fromEntries(serverMessages) };
      return catalogueOf(language, texts, mistakes);
    }),
  );
  const source = read.find(({ language }) => language === sourceLanguage);
  if (!source) throw new Error(`${folder.pathname} has no ${sourceLanguage}.json.`);
  const others = read.filter((catalogue) => catalogue !== source);
  for (const other of others) compareCatalogues(source, other, mistakes);
  if (mistakes.length) throw new Error(mistakes.join('\n'));
  return [source, ...others];
}

/** One language's catalogue; what is wrong with it is added to the mistakes, each as a sentence. */
export function catalogueOf(language: string, texts: Record<string, unknown>, mistakes: string[]): Catalogue {
  const { language: name, ...parts } = texts;
  if (typeof name !== 'string')
    mistakes.push(`${language}.json: "language" has to say what the language calls itself.`);
  return {
    language,
    name: String(name),
    parts: new Map(
      Object.entries(parts).map(([part, texts]) => {
        const read = textsOf(texts, language, part, mistakes);
        if (isMessage(read)) throw new Error(`${language}.json: ${part} has to be an object of messages.`);
        return [part, read];
      }),
    ),
  };
}

function textsOf(texts: unknown, language: string, path: string, mistakes: string[]): Texts {
  if (typeof texts === 'string') return messageOf(texts, language, path, mistakes);
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) {
    mistakes.push(`${language}.json: ${path} is neither a message nor an object of messages.`);
    return { elements: [], parameters: new Map() };
  }
  return new Map(
    Object.entries(texts).map(([key, inner]) => [key, textsOf(inner, language, `${path}.${key}`, mistakes)]),
  );
}

function messageOf(text: string, language: string, path: string, mistakes: string[]): Message {
  const parameters = new Map<string, Parameter>();
  let elements: MessageFormatElement[] = [];
  try {
    elements = parse(text, {
      captureLocation: false,
      requiresOtherClause: true,
      shouldParseSkeletons: true,
      // What the server says is text alone: a tag in it is one of a voice, and said as it is.
      ignoreTag: path.startsWith(`${serverPart}.`),
    });
    collect(elements, parameters, language);
  } catch (error) {
    mistakes.push(`${language}.json: ${path}: ${(error as Error).message} in “${text}”`);
  }
  return { elements, parameters };
}

/** @throws Error when a parameter is used in two ways, or a plural lacks a form of the language */
function collect(elements: MessageFormatElement[], into: Map<string, Parameter>, language: string): void {
  const add = (name: string, kind: Parameter) => into.set(name, joined(name, into.get(name), kind));
  for (const element of elements) {
    if (element.type === TYPE.argument) add(element.value, 'text');
    if (element.type === TYPE.number) add(element.value, 'number');
    if (element.type === TYPE.date || element.type === TYPE.time) add(element.value, 'moment');
    if (element.type === TYPE.tag) {
      add(element.value, 'tag');
      collect(element.children, into, language);
    }
    if (element.type === TYPE.select) {
      add(element.value, isOfBoolean(Object.keys(element.options)) ? 'boolean' : 'choice');
      for (const { value } of Object.values(element.options)) collect(value, into, language);
    }
    if (element.type === TYPE.plural) {
      add(element.value, 'number');
      const type = element.pluralType ?? 'cardinal';
      const lacking = new Intl.PluralRules(language, { type })
        .resolvedOptions()
        .pluralCategories.filter((form) => !(form in element.options));
      if (lacking.length)
        throw new Error(
          `the plural of {${element.value}} lacks ${lacking.join(', ')}, which “${language}” has,`,
        );
      for (const { value } of Object.values(element.options)) collect(value, into, language);
    }
  }
}

const isOfBoolean = (keys: string[]): boolean =>
  keys.includes('true') && keys.every((key) => ['true', 'false', 'other'].includes(key));

/** Returns the type of a parameter that is used in two ways: a number may also be inserted as it is. */
function joined(name: string, one: Parameter | undefined, other: Parameter): Parameter {
  if (!one || one === other || other === 'text') return one ?? other;
  if (one === 'text') return other;
  throw new Error(`{${name}} is a ${one} in one place and a ${other} in another,`);
}

/** The parts that screens say; none where a language is there for listeners alone. */
export const screensParts = ({ parts }: Catalogue): string[] =>
  [...parts.keys()].filter((part) => !isForListeners(part) && part !== mailPart);

/** Adds what a language lacks, has too much, or makes of other parameters than the source does. */
export function compareCatalogues(source: Catalogue, other: Catalogue, mistakes: string[]): void {
  const expected = screensParts(other).length
    ? source.parts
    : new Map(
        [...source.parts].filter(
          ([part]) => requiredParts.includes(part) || (isForListeners(part) && other.parts.has(part)),
        ),
      );
  compareTexts(expected, other.parts, other.language, '', mistakes);
}

/** Adds how texts of a language differ from those of the source in keys, parameters and tags. */
export function compareTexts(
  source: ReadonlyMap<string, Texts>,
  other: ReadonlyMap<string, Texts>,
  language: string,
  path: string,
  mistakes: string[],
): void {
  for (const key of other.keys())
    if (!source.has(key))
      mistakes.push(`${language}.json: ${path}${key} does not exist in ${sourceLanguage}.json.`);
  for (const [key, texts] of source) {
    const theirs = other.get(key);
    if (!theirs) mistakes.push(`${language}.json: ${path}${key} is missing.`);
    else if (isMessage(texts) !== isMessage(theirs))
      mistakes.push(
        `${language}.json: ${path}${key} is ${isMessage(theirs) ? 'a message' : 'an object'}, unlike in ${sourceLanguage}.json.`,
      );
    else if (isMessage(texts)) compareMessages(texts, theirs as Message, language, path + key, mistakes);
    else compareTexts(texts, theirs as ReadonlyMap<string, Texts>, language, `${path}${key}.`, mistakes);
  }
}

function compareMessages(
  source: Message,
  other: Message,
  language: string,
  path: string,
  mistakes: string[],
) {
  const names = (message: Message) => [...message.parameters.keys()].sort().join(', ') || 'no parameter';
  if (names(source) !== names(other)) {
    mistakes.push(
      `${language}.json: ${path} is made of ${names(other)}; in ${sourceLanguage}.json of ${names(source)}.`,
    );
    return;
  }
  for (const [name, kind] of source.parameters) {
    try {
      joined(name, kind, other.parameters.get(name)!);
    } catch (error) {
      mistakes.push(
        `${language}.json: ${path}: ${(error as Error).message} unlike in ${sourceLanguage}.json.`,
      );
    }
  }
}
