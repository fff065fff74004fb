/** Texts of the WordPress plugin, as its translations name them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GetTextTranslations } from 'gettext-parser';

export interface PluginText {
  context: string;
  single: string;
  /** Empty: it does not depend on a number. */
  plural: string;
  /** What translators need to know. */
  comment: string;
  file: string;
}

const literal = String.raw`'((?:[^'\\]|\\.)*)'`;
const simple = new RegExp(String.raw`(?:esc_html|esc_attr)?_(?:_|e)\(\s*${literal},\s*'parlance'\s*\)`, 'g');
const counted = new RegExp(String.raw`\b_n\(\s*${literal},\s*${literal},[^;]{1,120}?'parlance'\s*\)`, 'g');
const comment = /\/\* translators: (.*?) \*\//;

/** Reads the texts of PHP files, of the plugin's header and of block.json. @param folder of the plugin */
export async function pluginTexts(folder: string): Promise<PluginText[]> {
  const texts = new Map<string, PluginText>();
  const add = (text: PluginText): void => {
    const key = `${text.context}\0${text.single}`;
    if (!texts.has(key)) texts.set(key, text);
  };
  for (const path of (await readdir(folder, { recursive: true })).sort()) {
    const content = /\.(?:php|json)$/.test(path) ? await readFile(join(folder, path), 'utf8') : '';
    if (path.endsWith('.php')) for (const text of textsOfPhp(content, path)) add(text);
    if (path.endsWith('block.json')) for (const text of textsOfBlock(content, path)) add(text);
  }
  const [, description = ''] =
    /^ \* Description:\s+(.+)$/m.exec(await readFile(join(folder, 'parlance.php'), 'utf8')) ?? [];
  add({
    context: '',
    single: description,
    plural: '',
    comment: 'Description of the plugin',
    file: 'parlance.php',
  });
  return [...texts.values()];
}

function textsOfPhp(content: string, file: string): PluginText[] {
  const plain = (text: string): string => text.replace(/\\(['\\])/g, '$1');
  return [...content.matchAll(simple), ...content.matchAll(counted)].map((match) => {
    const [, single = '', plural = ''] = match;
    // The comment is in the line above the call.
    const [, note = ''] = comment.exec(content.slice(0, match.index).split('\n').slice(-3).join('\n')) ?? [];
    return { context: '', single: plain(single), plural: plain(plural), comment: note, file };
  });
}

function textsOfBlock(content: string, file: string): PluginText[] {
  const { title, description, keywords } = JSON.parse(content) as {
    title: string;
    description: string;
    keywords: string[];
  };
  const text = (context: string, single: string): PluginText => ({
    context,
    single,
    plural: '',
    comment: '',
    file,
  });
  return [
    text('block title', title),
    text('block description', description),
    ...keywords.map((keyword) => text('block keyword', keyword)),
  ];
}

/** The template that translators begin with. */
export function potFile(texts: readonly PluginText[], version: string): GetTextTranslations {
  const translations: GetTextTranslations['translations'] = { '': {} };
  for (const { context, single, plural, comment: extracted, file } of texts)
    (translations[context] ??= {})[single] = {
      ...(context && { msgctxt: context }),
      msgid: single,
      ...(plural && { msgid_plural: plural }),
      msgstr: plural ? ['', ''] : [''],
      comments: { reference: file, ...(extracted && { extracted: `translators: ${extracted}` }) },
      // The types ask for fields that only a read file has.
    } as never;
  return {
    charset: 'utf-8',
    headers: {
      'Project-Id-Version': `Parlance Audio ${version}`,
      'Content-Type': 'text/plain; charset=UTF-8',
      'Content-Transfer-Encoding': '8bit',
      'Plural-Forms': 'nplurals=2; plural=(n != 1);',
      'X-Domain': 'parlance',
    },
    translations,
  };
}
