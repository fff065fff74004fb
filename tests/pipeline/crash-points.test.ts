import { expect, test } from 'vitest';
import { designedProject, dieAtEachPoint, dieBesideAnother } from './crash-points.ts';
import { stride } from './mortal.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline({ worker: false });

/** A paywall needs a second file. Articles with music have a separate test file beside this one. */
test.each([
  ['plain', 1, () => offlineProject(pipeline)],
  [
    'with a logo, louder, behind a paywall',
    stride,
    () => designedProject(pipeline, { volume_boost: ['20'], audio_logo: ['tone'] }),
  ],
] as const)('an article %s, killed at every step, is generated and charged once', async (_, every, make) =>
  dieAtEachPoint(pipeline, await make(), every),
);

test('two articles with the same text, killed at every step, share audio that is charged once', async () => {
  const project = await designedProject(pipeline, { volume_boost: ['20'], audio_logo: ['tone'] });
  expect(await dieBesideAnother(pipeline, project)).toBeGreaterThan(40);
});
