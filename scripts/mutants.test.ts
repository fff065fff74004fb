import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { plantedFaults } from './mutants/planted-faults.ts';
import { withFault } from './mutants.ts';

const inRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

describe('planted faults', () => {
  test('are five per area, with unique names', () => {
    const areas = Map.groupBy(plantedFaults, ({ area }) => area);
    expect([...areas.values()].map((faults) => faults.length)).toEqual([5, 5, 5, 5, 5, 5]);
    expect(new Set(plantedFaults.map(({ name }) => name)).size).toBe(plantedFaults.length);
  });

  test.each(plantedFaults.map((fault) => [fault.name, fault] as const))('%s can be planted', (_, fault) => {
    const text = readFileSync(inRoot(fault.file), 'utf8');
    expect(withFault(text, fault)).not.toBe(text);
    expect(
      Object.values(fault.tests)
        .flat()
        .filter((file) => !existsSync(inRoot(file))),
    ).toEqual([]);
  });

  test('are refused if the place is ambiguous', () => {
    const fault = { ...plantedFaults[0]!, find: 'a < b', replace: 'a <= $& b' };
    expect(withFault('if (a <\n  b)', fault)).toBe('if (a <= $& b)');
    expect(() => withFault('a < b || a < b', fault)).toThrow('2 places');
    expect(() => withFault('a > b', fault)).toThrow('0 places');
  });
});
