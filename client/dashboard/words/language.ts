import { useSyncExternalStore } from 'react';
import { languages } from '../generated/words/languages.ts';

/** The languages that the dashboard speaks, each by its own name: those of catalogues/. */
export { languages };
export type Language = keyof typeof languages;
/** The language of the server's sentences, and of who speaks none of the others. */
export const sourceLanguage: Language = 'en';

const storageKey = 'parlance.language';
const listeners = new Set<() => void>();
const isLanguage = (code: string | null): code is Language => code !== null && Object.hasOwn(languages, code);

/**
 * Returns the language stored in this browser, otherwise the first of the browser's languages that is
 * available.
 */
function atFirst(): Language {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem(storageKey);
  } catch {
    // A browser that keeps nothing: its language still counts.
  }
  const wanted = [chosen, ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  return wanted.find(isLanguage) ?? sourceLanguage;
}

let current = atFirst();
tellPage();

/** Screen readers pronounce the page, and browsers hyphenate it, by this. */
function tellPage(): void {
  // Tests of what is no component have no page.
  if (typeof document !== 'undefined') document.documentElement.lang = current;
}

/** The language that is shown now, for what is no component. */
export const language = (): Language => current;

/** Returns the current language. Rerenders the caller when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, language);
}

let wanted = current;
let load: (wanted: Language) => Promise<void> | undefined = () => undefined;

/** Tells what has to be there before another language is shown. */
export const loadsLanguage = (loading: typeof load): void => {
  load = loading;
};

/**
 * Shows the dashboard in a language, now and the next time, as soon as its words are there. What is being
 * typed stays.
 * @throws TypeError when the words cannot be fetched; the language is then the one before
 */
export function chooseLanguage(chosen: Language): Promise<void> {
  wanted = chosen;
  const missing = load(chosen);
  if (missing) return missing.then(() => (wanted === chosen ? show(chosen) : undefined));
  show(chosen);
  return Promise.resolve();
}

function show(chosen: Language): void {
  current = chosen;
  try {
    localStorage.setItem(storageKey, chosen);
    // The server sends the words of the first screen along with the page (server/http/static.ts).
    document.cookie = `${storageKey}=${chosen}; path=/; max-age=31536000; samesite=lax`;
  } catch {
    // It then lasts until the page is closed.
  }
  tellPage();
  for (const listener of listeners) listener();
}

/** What is made once for each language, such as a formatter, which costs more than what it formats. */
export function perLanguage<Format>(make: (language: Language) => Format): () => Format {
  const made = new Map<Language, Format>();
  return () => {
    const shown = language();
    if (!made.has(shown)) made.set(shown, make(shown));
    return made.get(shown)!;
  };
}
