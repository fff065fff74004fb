import { expect, it } from 'vitest';
import { fileNameIn } from './file-name.ts';

it.each([
  [`attachment; filename="a_.csv"; filename*=UTF-8''a%C3%A4.csv`, 'aä.csv'],
  [`attachment; filename="a.csv"; filename*=UTF-8''%E0%A4%A`, 'a.csv'],
  ['attachment; filename="Plays 2026.csv"', 'Plays 2026.csv'],
  ['inline', null],
  [null, null],
])('%s', (header, name) => expect(fileNameIn(header)).toBe(name));
