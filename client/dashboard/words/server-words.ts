import { language } from './language.ts';
import type { Told } from './told.ts';

type Translation = (told: Told) => string | null;

let german: Translation | null = null;

/**
 * The German texts, which only who reads German needs. They are there before the first failure, as good as
 * always.
 */
function load(): void {
  void import('./server-german.ts').then(
    (module) => {
      german = module.inGerman;
    },
    () => {
      // Not reached: the server's own words are shown.
    },
  );
}

if (language() === 'de') load();

/** What the server says, in the language that is shown; what nobody has translated stays as it is. */
export function told(said: Told | string): string {
  const what = typeof said === 'string' ? { message: said } : said;
  if (language() !== 'de') return what.message;
  if (!german) load();
  return german?.(what) ?? what.message;
}
