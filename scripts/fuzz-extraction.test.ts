import { expect, it } from 'vitest';
import { fuzz, fuzzDocuments } from './fuzz-extraction.ts';
import { runs } from '../tests/support/full.ts';

const options = {
  seed: 20_261_121,
  maxBytes: 40_000,
  maxCpuMs: 3_000,
  documents: fuzzDocuments().filter((bytes) => bytes.length < 20_000),
};

it('mutated documents are read or refused in bounded time', () => {
  const { slowest, failures } = fuzz({ ...options, runs: runs(120, 600) });
  console.log(
    `seed ${options.seed}, slowest: ${slowest
      .slice(0, 3)
      .map(({ index, reader, cpuMs }) => `run ${index} (${reader}) ${Math.round(cpuMs)} ms`)
      .join(', ')}`,
  );
  expect(
    failures.map(({ index, reader, cpuMs, error }) => ({ index, reader, cpuMs, error: String(error) })),
  ).toEqual([]);
});

it('the same seed makes the same documents', () => {
  const documents = (): string[] =>
    fuzz({ ...options, runs: 10 })
      .slowest.sort((a, b) => a.index - b.index)
      .map(({ reader, bytes }) => `${reader} ${Buffer.from(bytes).toString('base64')}`);
  expect(documents()).toEqual(documents());
});
