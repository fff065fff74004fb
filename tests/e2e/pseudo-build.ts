import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from '@playwright/test';
import { pseudoLanguage } from '../../codegen/catalogues/pseudo-language.ts';
import { grounds } from './stage.ts';

const folder = fileURLToPath(new URL('../../client/dist/pseudo', import.meta.url));

/**
 * Has a browser open the build that speaks the pseudo-language, in that language, on the same server: the
 * product itself has none of it.
 */
export async function showPseudoLanguage(context: BrowserContext): Promise<void> {
  if (!existsSync(`${folder}/index.html`))
    throw new Error('It is not built: run `node codegen/build.ts --pseudo` first.');
  const { origin } = new URL(grounds().url);
  await context.addInitScript((code) => localStorage.setItem('parlance.language', code), pseudoLanguage);
  await context.route(
    (url) => url.origin === origin && /^\/($|projects(\/|$)|assets\/)/.test(url.pathname),
    (route, request) => {
      const { pathname } = new URL(request.url());
      return route.fulfill({ path: folder + (pathname.startsWith('/assets/') ? pathname : '/index.html') });
    },
  );
}
