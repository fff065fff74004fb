import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from '@playwright/test';
import { pseudoLanguage } from '../../codegen/catalogues/pseudo-catalogue.ts';
import { grounds } from './stage.ts';

const dist = fileURLToPath(new URL('../../client/dist/', import.meta.url));
const entry = /<script type="module"[^>]* src="(\/assets\/[^"]+)"/;

/**
 * Has a browser open the build that speaks the pseudo-language, in that language, on the same server: the
 * product itself has none of it.
 */
export async function showPseudoLanguage(context: BrowserContext): Promise<void> {
  if (!existsSync(`${dist}pseudo/index.html`))
    throw new Error('It is not built: run `node codegen/build.ts --pseudo` first.');
  const [page, product] = await Promise.all(
    ['pseudo', 'dashboard'].map((build) => readFile(`${dist}${build}/index.html`, 'utf8')),
  );
  // A page from another release than the server's reloads, so this one declares the product's release.
  const [, release] = entry.exec(product!)!;
  const body = page!.replace(entry, `<script type="module" src="${release}"></script>$&`);
  const { origin } = new URL(grounds().url);
  await context.addInitScript((code) => localStorage.setItem('parlance.language', code), pseudoLanguage);
  await context.route(
    (url) => url.origin === origin,
    (route, request) => {
      const { pathname } = new URL(request.url());
      if (pathname === release) return route.fulfill({ contentType: 'text/javascript', body: '' });
      if (pathname.startsWith('/assets/')) return route.fulfill({ path: `${dist}pseudo${pathname}` });
      // Every navigation leads to a page of the dashboard.
      return request.isNavigationRequest()
        ? route.fulfill({ contentType: 'text/html; charset=utf-8', body })
        : route.fallback();
    },
  );
}
