import { test } from 'vitest';
import { designedProject, dieAtEachPoint } from './crash-points.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline({ worker: false });

/** A paywall needs a second file. Articles with music are in a file of their own, beside this one. */
test.each([
  ['plain', () => offlineProject(pipeline)],
  [
    'with a logo, louder, behind a paywall',
    () => designedProject(pipeline, { volume_boost: ['20'], audio_logo: ['tone'] }),
  ],
] as const)(
  'killed at each thing that it does, an article %s ends ready, voiced and charged once',
  { timeout: 240_000 },
  async (_, make) => dieAtEachPoint(pipeline, await make()),
);
