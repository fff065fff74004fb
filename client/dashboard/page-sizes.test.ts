import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageSizes } from './generated/limits.ts';

/** Numbers that are not pages: one row that is looked at, and lists that are read whole. */
const others: Readonly<Record<string, number>> = {
  'screens/dictionaries/Suggestions.tsx': 50,
  'screens/draft-preview/PreviewProjectSelect.tsx': 200,
};

test('documents request the standard page sizes', () => {
  const sizes = new Set<number>([...Object.values(pageSizes), 1]);
  const unknown = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname, exclude: ['__generated__/**'] })
    .filter((path) => !path.includes('.test.'))
    .flatMap((path) =>
      [
        ...readFileSync(`${import.meta.dirname}/${path}`, 'utf8').matchAll(
          /\(first: (\d+)|[ ,]first: (\d+)[,)]|count: \{ type: "Int", defaultValue: (\d+)/g,
        ),
      ].map(([, ...found]) => ({ path, size: Number(found.find(Boolean)) })),
    )
    .filter(({ path, size }) => !sizes.has(size) && others[path] !== size);
  expect(unknown).toEqual([]);
});
