import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const dashboard = new URL('..', import.meta.url).pathname;
const styles = new URL('../../../node_modules/@mantine/core/styles/', import.meta.url).pathname;
const imported = (text: string): string[] =>
  [...text.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(([, name]) => name!);
/** Components that look as they should without their stylesheet. */
const plain = new Set(['Anchor']);

test('every file that uses a Mantine component imports its stylesheet', () => {
  const shared = ['base.css', 'forms/forms.css'].flatMap((name) =>
    imported(readFileSync(`${dashboard}ui/${name}`, 'utf8')),
  );
  const bare = globSync('**/*.tsx', { cwd: dashboard }).flatMap((file) => {
    const text = readFileSync(dashboard + file, 'utf8');
    const used =
      /import \{([^}]*)\} from '@mantine\/core'/
        .exec(text)?.[1]
        ?.split(',')
        .map((name) => name.trim()) ?? [];
    return used
      .filter(
        (name) =>
          existsSync(`${styles}${name}.layer.css`) &&
          !plain.has(name) &&
          ![...shared, ...imported(text)].includes(name),
      )
      .map((name) => `${file}: ${name}`);
  });
  expect(bare).toEqual([]);
});
