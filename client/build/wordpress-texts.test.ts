import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { mo, po } from 'gettext-parser';
import { expect, test } from 'vitest';
import { packPlugin } from './build-wordpress.ts';
import { pluginTexts } from './wordpress-texts.ts';

const folder = fileURLToPath(new URL('../wordpress', import.meta.url));
const texts = await pluginTexts(folder);
/** Placeholders of `sprintf`, and the product's own words. */
const placeholders = (text: string): string[] => (text.match(/%(?:\d\$)?[ds]/g) ?? []).sort();

test('texts of PHP, of the header and of the block are found', () => {
  expect(texts.length).toBeGreaterThan(80);
  expect(texts).toContainEqual(
    expect.objectContaining({ context: 'block title', single: 'Parlance player' }),
  );
  expect(texts).toContainEqual(
    expect.objectContaining({
      single: '%d post is being sent to Parlance.',
      plural: '%d posts are being sent to Parlance.',
      comment: '%d: number of posts.',
    }),
  );
});

test.each(['de_DE', 'fr_FR'])('%s has every text and no other, with its placeholders', async (locale) => {
  const { translations } = po.parse(await readFile(`${folder}/languages/parlance-${locale}.po`));
  const translated = Object.entries(translations).flatMap(([context, entries]) =>
    Object.values(entries)
      .filter(({ msgid }) => msgid !== '')
      .map((entry) => ({ ...entry, key: `${context}|${entry.msgid}` })),
  );
  expect(translated.map(({ key }) => key).sort()).toEqual(
    texts.map(({ context, single }) => `${context}|${single}`).sort(),
  );
  for (const { msgid, msgid_plural: plural, msgstr } of translated) {
    expect(msgstr).toHaveLength(plural ? 2 : 1);
    for (const text of msgstr) {
      expect(text).not.toBe('');
      expect(placeholders(text)).toEqual(placeholders(msgid));
      if (locale === 'fr_FR') expect(text).not.toMatch(/[^\u202F][;!?»]|[^\u00A0:]:(?!\/)|«(?!\u202F)/u);
    }
  }
});

test('the archive is one folder, with version, license and compiled translations', async () => {
  const files = unzipSync(await packPlugin());
  const names = Object.keys(files);
  expect(names.filter((name) => !name.startsWith('parlance/'))).toEqual([]);
  const text = (name: string): string => Buffer.from(files[`parlance/${name}`]!).toString();
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(text('parlance.php')).toContain(`Version:           ${version}`);
  expect(text('readme.txt')).toContain(`Stable tag: ${version}`);
  expect(names.some((name) => text(name.replace('parlance/', '')).includes('{{'))).toBe(false);
  expect(text('LICENSE')).toContain('GNU GENERAL PUBLIC LICENSE');
  const german = mo.parse(Buffer.from(files['parlance/languages/parlance-de_DE.mo']!));
  expect(german.translations['']!['Audio ready']!.msgstr).toEqual(['Audio fertig']);
  expect(await packPlugin()).toEqual(await packPlugin());
});

test('every PHP file refuses to run outside of WordPress', async () => {
  const php = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.php'));
  for (const name of php) {
    if (name === 'block/editor.asset.php') continue;
    expect(await readFile(`${folder}/${name}`, 'utf8')).toMatch(
      /defined\( '(?:ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;/,
    );
  }
});
