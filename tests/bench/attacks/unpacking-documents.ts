import { setTimeout as sleep } from 'node:timers/promises';
import { emptyParagraphs, mislabeledWordDocument, twicePackedPdf } from '../../support/document-bombs.ts';
import { upload } from '../../support/server.ts';
import { measured, type Measure } from '../figure.ts';
import { residentOf } from '../process-tree.ts';
import type { Attack } from './attack.ts';

const mutation = `mutation ($file: File!) { readStudioDocument(input: { file: $file }) { __typename } }`;
/** Milliseconds within which the memory of the API process is back. */
const backWithin = 60_000;

const left: Measure = {
  name: 'memory that document bombs leave in the API process',
  unit: 'MB',
  bar: 150,
  better: 'lower',
  plausible: [-500, Infinity],
};
const wait: Measure = {
  name: "another person's text file beside document bombs",
  unit: 'ms',
  bar: 5_000,
  better: 'lower',
  plausible: [1, Infinity],
};

/** Documents of a few hundred kilobytes that unpack to gigabytes, sent by one person as fast as may be. */
export const attack: Attack = {
  name: 'twelve documents that unpack to gigabytes',
  async run({ url, attacker, other, server, scale }) {
    const size = Math.ceil(800 * scale);
    const bombs = [
      mislabeledWordDocument(size),
      twicePackedPdf(size),
      emptyParagraphs(10_000_000 * scale),
    ].flatMap((bytes, kind) =>
      Array.from({ length: 4 }, () => ({ bytes, name: kind === 1 ? 'a.pdf' : 'a.docx' })),
    );
    const send = (name: string, bytes: Uint8Array<ArrayBuffer> | string, token: string) =>
      upload(url, mutation, {}, new File([bytes], name), token);
    const pid = server.child.pid!;
    // What is loaded when the first document comes is no part of it.
    await send('a.txt', 'Some words.', other.tokens.editor);
    const before = await residentOf(pid);
    const attacked = Promise.allSettled(
      bombs.map(({ bytes, name }) => send(name, bytes, attacker.tokens.editor)),
    );
    await sleep(1_000);
    const waits: number[] = [];
    for (let time = 0; time < 3; time++) {
      const start = performance.now();
      await send('a.txt', 'Some words.', other.tokens.editor);
      waits.push(performance.now() - start);
    }
    await attacked;
    const end = performance.now() + backWithin * scale;
    let after = await residentOf(pid);
    while (after - before > left.bar! && performance.now() < end) {
      await sleep(1_000);
      after = await residentOf(pid);
    }
    return [
      measured(left, [after - before], `${Math.round(before)} MB before, at most a minute later`),
      measured(wait, [Math.max(...waits)], 'the longest of three, one after the other'),
    ];
  },
};
