import { expect, it } from 'vitest';
import { collectModules } from './module-graph.ts';

/** @param files their text, by path; what each imports, the bundler has found */
const bundled = (files: Record<string, [code: string, importedIds: string[]]>) =>
  collectModules({
    getModuleInfo: (id) => {
      const [code, importedIds] = files[id] ?? [null, []];
      return { code, importedIds, isEntry: false, dynamicImporters: [] };
    },
  });
const icons = '/node_modules/icons';

it('includes only the named imports of a library, not its whole index', () => {
  const taken = bundled({
    '/screen.js': [
      `import { Sun as Star, menu } from 'icons'; import './own.js'; export { Star, menu };`,
      [`${icons}/index.js`, '/own.js'],
    ],
    '/own.js': ['export const own = 1;', []],
    [`${icons}/index.js`]: [
      `import { menu } from './menu.js'; export { default as Sun } from './sun.js'; export { Moon } from './moon.js'; export { menu };`,
      [`${icons}/menu.js`, `${icons}/sun.js`, `${icons}/moon.js`],
    ],
    [`${icons}/menu.js`]: [
      `import { make } from './make.js'; export const menu = make();`,
      [`${icons}/make.js`],
    ],
  });
  expect([...taken(['/screen.js'])].sort()).toEqual(
    ['/screen.js', '/own.js', `${icons}/sun.js`, `${icons}/menu.js`, `${icons}/make.js`].sort(),
  );
});

it('includes modules that are imported whole or dynamically', () => {
  const taken = bundled({
    '/screen.js': [`import * as all from 'icons'; all.Sun();`, [`${icons}/index.js`, '/helper.js']],
    [`${icons}/index.js`]: [`import './moon.js'; export const Sun = 1;`, [`${icons}/moon.js`]],
  });
  expect([...taken(['/screen.js'])].sort()).toEqual(
    ['/screen.js', '/helper.js', `${icons}/index.js`, `${icons}/moon.js`].sort(),
  );
});
