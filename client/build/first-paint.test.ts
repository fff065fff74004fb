import { readFile } from 'node:fs/promises';
import type { HtmlTagDescriptor } from 'vite';
import { expect, it } from 'vitest';
import { inlineFirstPaint } from './first-paint.ts';

const folder = new URL('../dashboard/public', import.meta.url).pathname;

it('nothing before the logo needs to be fetched', async () => {
  const source = await readFile(new URL('../dashboard/index.html', import.meta.url), 'utf8');
  const built = source.replace(
    '  </head>',
    `    <script type="module" crossorigin src="/assets/index-1a.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index-2b.css">
    <link rel="stylesheet" crossorigin href="/assets/other-3c.css">
  </head>`,
  );
  const { handler } = inlineFirstPaint(folder).transformIndexHtml as unknown as {
    handler: (html: string) => Promise<string | HtmlTagDescriptor[]>;
  };
  const page = String(await handler(built));
  const [before, after] = page.split('<svg width="44" height="44" aria-hidden="true"');
  expect(before).not.toContain('<link rel="stylesheet"');
  expect(before).not.toMatch(/<script(?! type="module")[^>]* src=/);
  expect(before).toContain("setAttribute('data-mantine-color-scheme'");
  expect(after!.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
    '<link rel="stylesheet" crossorigin href="/assets/index-2b.css">',
    '<link rel="stylesheet" crossorigin href="/assets/other-3c.css">',
  ]);
  expect(page).not.toContain('src="/favicon.svg"');
});
