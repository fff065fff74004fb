/**
 * Exchanges catalogues with translators. A language that is not complete is kept in catalogues/drafts/, where
 * the build does not find it, and moves to catalogues/ with its last text.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { plainModule } from './print-words.ts';
import {
  catalogueOf,
  compareCatalogues,
  compareTexts,
  listenersParts,
  mailPart,
  serverPart,
  sourceLanguage,
  type Catalogue,
} from './read-catalogues.ts';
import { readXliff, writeXliff, XliffError, type TranslationUnit } from './xliff.ts';

/** A catalogue as JSON: texts, or objects of texts. */
interface Tree {
  [key: string]: string | Tree;
}

export interface ImportResult {
  /** Texts that are new or different. */
  changed: number;
  /** Keys whose English differs from the file's: their translations are of an older text and are left out. */
  outdated: string[];
  /** Number of texts without a translation. */
  missing: number;
  /** The file that was written, relative to the folder of catalogues. */
  file: string;
}

/** Reasons why a file was not imported. */
export class TranslationError extends Error {}

const read = async (file: URL): Promise<Tree | null> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as Tree);
};

/** Returns each text with its keys joined by dots, in the order of the file. */
export const textsOf = (tree: Tree, under = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([name, inner]): [string, string][] =>
    typeof inner === 'string' ? [[under + name, inner]] : textsOf(inner, `${under}${name}.`),
  );

/** Comments for translators by key. A key may also be that of an object, for all texts in it. */
export const readComments = async (folder: URL): Promise<Record<string, string>> =>
  ((await read(new URL('translators/comments.json', folder))) ?? {}) as Record<string, string>;

/** Returns the comment of the text, or of the closest object around it. */
function commentOf(key: string, comments: Readonly<Record<string, string>>): string | undefined {
  const keys = key.split('.');
  for (let length = keys.length; length > 0; length--) {
    const comment = comments[keys.slice(0, length).join('.')];
    if (comment !== undefined) return comment;
  }
  return undefined;
}

/** Returns the source language's texts, with those of the server. */
async function readSource(folder: URL, serverMessages: ReadonlyMap<string, string>): Promise<Tree> {
  const source = (await read(new URL(`${sourceLanguage}.json`, folder)))!;
  source[serverPart] = { ...(source[serverPart] as Tree), ...Object.fromEntries(serverMessages) };
  return source;
}

/** Returns the catalogue of a language, and where it is; a new language has none. */
async function readTarget(language: string, folder: URL): Promise<{ tree: Tree; isDraft: boolean }> {
  const complete = await read(new URL(`${language}.json`, folder));
  if (complete) return { tree: complete, isDraft: false };
  return { tree: (await read(new URL(`drafts/${language}.json`, folder))) ?? {}, isDraft: true };
}

/** @throws TranslationError unless it is a language that can be translated into */
function checkLanguage(language: string): void {
  let canonical: string | undefined;
  try {
    [canonical] = Intl.getCanonicalLocales(language);
  } catch {
    // Not a language tag; reported below.
  }
  if (canonical !== language)
    throw new TranslationError(`“${language}” is not a language tag such as es or pt-BR.`);
  if (language === sourceLanguage)
    throw new TranslationError(`“${language}” is the source language. Edit ${language}.json itself.`);
}

/**
 * Returns all texts of the source language with their translations, as XLIFF 2.0.
 * @param folder of the catalogues
 * @throws TranslationError for a language that cannot be translated into
 */
export async function exportTranslations(
  language: string,
  folder: URL,
  serverMessages: ReadonlyMap<string, string>,
): Promise<string> {
  checkLanguage(language);
  const source = await readSource(folder, serverMessages);
  const targets = new Map(textsOf((await readTarget(language, folder)).tree));
  const comments = await readComments(folder);
  const units = textsOf(source)
    .map(([key, text]): TranslationUnit => {
      const comment = commentOf(key, comments);
      const target = targets.get(key) ?? null;
      return { key, source: text, target, ...(comment !== undefined && { comment }) };
    })
    .filter(({ source: text, target }) => text !== '' || target);
  return writeXliff({ sourceLanguage, targetLanguage: language, units });
}

/**
 * Writes the translations of a file into the language's catalogue, whose keys keep their order.
 * @param xliff the file's text
 * @param folder of the catalogues
 * @throws TranslationError with a line for each mistake; then nothing is written
 */
export async function importTranslations(
  language: string,
  xliff: string,
  folder: URL,
  serverMessages: ReadonlyMap<string, string>,
): Promise<ImportResult> {
  checkLanguage(language);
  const source = await readSource(folder, serverMessages);
  const texts = new Map(textsOf(source));
  const { fresh, outdated } = translationsOf(unitsOf(language, xliff), texts);
  checkTexts(language, fresh, texts);
  const target = await readTarget(language, folder);
  const before = new Map(textsOf(target.tree));
  const after = new Map([...before, ...fresh]);
  if (!after.has('language')) after.set('language', nameOf(language));
  addEmptyTexts(after, texts);
  const tree = merge(source, target.tree, after);
  const isDraft = target.isDraft && !isComplete(language, source, tree);
  const file = isDraft ? `drafts/${language}.json` : `${language}.json`;
  await mkdir(new URL('.', new URL(file, folder)), { recursive: true });
  await writeFile(new URL(file, folder), `${JSON.stringify(tree, null, 2)}\n`);
  if (target.isDraft && !isDraft) await rm(new URL(`drafts/${language}.json`, folder), { force: true });
  const changed = [...fresh].filter(([key, text]) => before.get(key) !== text).length;
  const missing = [...texts.keys()].filter((key) => !after.has(key)).length;
  return { changed, outdated, missing, file };
}

/** Adds texts that are empty in the source, and not exported, to parts that have others. */
function addEmptyTexts(translations: Map<string, string>, texts: ReadonlyMap<string, string>): void {
  const partOf = (key: string): string => key.split('.')[0]!;
  const parts = new Set([...translations.keys()].map(partOf));
  for (const [key, text] of texts)
    if (text === '' && parts.has(partOf(key)) && !translations.has(key)) translations.set(key, '');
}

/** @throws TranslationError for a file that is not of the language */
function unitsOf(language: string, xliff: string): TranslationUnit[] {
  try {
    const file = readXliff(xliff);
    if (file.sourceLanguage !== sourceLanguage)
      throw new TranslationError(
        `The file translates from “${file.sourceLanguage}”, not from “${sourceLanguage}”.`,
      );
    if (file.targetLanguage !== language)
      throw new TranslationError(
        `The file translates into “${file.targetLanguage}”, not into “${language}”.`,
      );
    return file.units;
  } catch (error) {
    if (error instanceof XliffError) throw new TranslationError(`The file cannot be read: ${error.message}`);
    throw error;
  }
}

/**
 * Returns the translations of texts that have not changed since the export. A text without a target, or with
 * an empty one, is not translated.
 * @throws TranslationError for keys that the source language does not have
 */
function translationsOf(
  units: readonly TranslationUnit[],
  texts: ReadonlyMap<string, string>,
): { fresh: Map<string, string>; outdated: string[] } {
  const unknown = units.filter(({ key }) => !texts.has(key));
  if (unknown.length)
    throw new TranslationError(
      unknown
        .map(({ key }) => `“${key}” is not a text of ${sourceLanguage}.json. Export the file again.`)
        .join('\n'),
    );
  const translated = units.filter(
    (unit): unit is TranslationUnit & { target: string } => unit.target !== null && unit.target !== '',
  );
  const isFresh = ({ key, source }: TranslationUnit): boolean => texts.get(key) === source;
  return {
    fresh: new Map(translated.filter(isFresh).map(({ key, target }) => [key, target])),
    outdated: translated.filter((unit) => !isFresh(unit)).map(({ key }) => key),
  };
}

/** @throws TranslationError for texts with other placeholders, tags or plural forms than they need */
function checkTexts(
  language: string,
  translations: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
): void {
  const mistakes: string[] = [];
  const catalogue = (code: string, of: ReadonlyMap<string, string>): Catalogue => {
    const tree: Tree = { language: code };
    for (const key of translations.keys()) if (key !== 'language') set(tree, key.split('.'), of.get(key)!);
    return catalogueOf(code, tree, mistakes);
  };
  const translated = catalogue(language, translations);
  compareTexts(catalogue(sourceLanguage, texts).parts, translated.parts, language, '', mistakes);
  if (mistakes.length === 0) mistakes.push(...plainMistakes(translated));
  if (mistakes.length) throw new TranslationError(mistakes.join('\n'));
}

/** Returns what is wrong in parts whose texts may contain plain parameters only. */
const plainMistakes = (catalogue: Catalogue): string[] =>
  [...listenersParts, mailPart]
    .filter((part) => catalogue.parts.has(part))
    .flatMap((part) => {
      try {
        plainModule([catalogue], part);
        return [];
      } catch (error) {
        return [(error as Error).message];
      }
    });

function set(tree: Tree, [first, ...rest]: string[], text: string): void {
  if (rest.length === 0) tree[first!] = text;
  else set((tree[first!] ??= {}) as Tree, rest, text);
}

/** Returns whether a language has all texts of the dashboard, or all of those for listeners. */
function isComplete(language: string, source: Tree, tree: Tree): boolean {
  const mistakes: string[] = [];
  const catalogue = (code: string, texts: Tree) => catalogueOf(code, texts, mistakes);
  compareCatalogues(catalogue(sourceLanguage, source), catalogue(language, tree), mistakes);
  return mistakes.length === 0;
}

/** Returns what a language calls itself, such as “Español”. */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language)!;
  return name[0]!.toLocaleUpperCase(language) + name.slice(1);
}

/** Returns the texts as a tree. Keys of the target keep their order; new ones follow the key before them. */
function merge(source: Tree, target: Tree, texts: ReadonlyMap<string, string>, under = ''): Tree {
  const names = Object.keys(target);
  for (const [place, name] of Object.keys(source).entries())
    if (!names.includes(name)) names.splice(names.indexOf(Object.keys(source)[place - 1] ?? '') + 1, 0, name);
  const tree: Tree = {};
  for (const name of names) {
    const [theirs, ours] = [source[name], target[name]];
    if (typeof (theirs ?? ours) === 'string') {
      const text = texts.get(under + name);
      if (text !== undefined) tree[name] = text;
      continue;
    }
    const inner = merge((theirs ?? {}) as Tree, (ours ?? {}) as Tree, texts, `${under}${name}.`);
    if (Object.keys(inner).length > 0) tree[name] = inner;
  }
  return tree;
}
