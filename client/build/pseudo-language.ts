import type { Plugin } from 'vite';
import { pseudoLanguage } from '../../codegen/catalogues/pseudo-catalogue.ts';

/** The mode of Vite in which a build speaks the pseudo-language, too. */
export const pseudoMode = 'pseudo';

/**
 * Offers the pseudo-language beside the others while one develops, and in the build that tests look at
 * (`vite build --mode pseudo`). No other build has any of it.
 */
export const pseudoLanguagePlugin = (): Plugin => ({
  name: 'pseudo-language',
  enforce: 'pre',
  apply: (_, { command, mode }) => command === 'serve' || mode === pseudoMode,
  transform(code, id) {
    const [, part] = /\/generated\/words\/([\w-]+)\.ts$/.exec(id) ?? [];
    if (!part) return null;
    const added =
      part === 'languages'
        ? code.replace('} as const', `, "${pseudoLanguage}": "[${pseudoLanguage}]" } as const`)
        : code.replace(/^ {2}en: (.+'\.\/)en(\/.+)$/m, `$&\n  '${pseudoLanguage}': $1${pseudoLanguage}$2`);
    if (added === code) throw new Error(`There is no place for ${pseudoLanguage} in ${id}.`);
    return { code: added, map: null };
  },
});
