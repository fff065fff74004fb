import { expect, test } from 'vitest';
import { build } from './build.ts';

test('names a development dependency that a step needs and that is not installed', async () => {
  const step = {
    title: 'Generating nothing',
    inputs: ['codegen/build.ts'],
    output: 'codegen/never-written',
    commands: [['node', 'codegen/never-run.ts']],
    programs: ['never-installed'],
  };
  await expect(build([step])).rejects.toThrow(
    'Building needs never-installed, which is a development dependency.',
  );
});
