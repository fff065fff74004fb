import { language, languages, loadsLanguage, type Language } from './language.ts';
import { formattersIn, type Formatters } from './formatters.ts';
import type { Words } from './word-catalogue.ts';

type Loaders<Texts> = Readonly<Record<Language, () => Promise<{ default: (say: Formatters) => Texts }>>>;

const says = new Map<Language, Formatters>();
/** Loads the words of each part that a loaded module uses; what is there already is no promise. */
const parts: ((wanted: Language) => Promise<void> | undefined)[] = [];
loadsLanguage((wanted) => wordsLoaded(wanted));

/**
 * Declares a part of the catalog. Its words start to load in the current language only. A component that uses
 * words that are not loaded yet suspends until they are (Suspense).
 */
export function wordsPart<Texts>(loaders: Loaders<Texts>): Words<Texts> {
  const texts: Partial<Record<Language, Texts>> = {};
  const loading: Partial<Record<Language, Promise<void>>> = {};
  const load = (wanted: Language): Promise<void> | undefined => {
    if (texts[wanted]) return undefined;
    loading[wanted] ??= loaders[wanted]().then(
      (module) => {
        if (!says.has(wanted)) says.set(wanted, formattersIn(wanted));
        texts[wanted] = module.default(says.get(wanted)!);
      },
      (error: unknown) => {
        // Asked for again, it is fetched again.
        delete loading[wanted];
        throw error;
      },
    );
    return loading[wanted];
  };
  parts.push(load);
  // Components that wait for it get the failure; otherwise it is ignored.
  load(language())?.catch(() => {});
  const words = {};
  for (const each of Object.keys(languages) as Language[])
    Object.defineProperty(words, each, {
      get: () => {
        const missing = load(each);
        if (missing) throw missing;
        return texts[each];
      },
    });
  return words as Words<Texts>;
}

/**
 * Resolves when the words of all modules that are loaded are there; undefined where they are already.
 * @throws TypeError when one of their files cannot be fetched
 */
export function wordsLoaded(wanted: Language = language()): Promise<void> | undefined {
  const missing = parts.map((load) => load(wanted)).filter((loading) => loading !== undefined);
  if (missing.length === 0) return undefined;
  // Another module with its own words may have loaded in the meantime.
  return Promise.all(missing).then(() => wordsLoaded(wanted));
}

/** A module that is loaded when it is needed, together with its words in the language that is shown. */
export async function withWords<Module>(module: Promise<Module>): Promise<Module> {
  const loaded = await module;
  await wordsLoaded();
  return loaded;
}
