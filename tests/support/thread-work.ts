/** What the tests of task pools have done in threads. */
import { setTimeout as sleep } from 'node:timers/promises';

export type Work =
  | { kind: 'echo'; value: unknown }
  | { kind: 'throw' }
  | { kind: 'sleep'; ms: number }
  | { kind: 'spin' }
  | { kind: 'exit' }
  /** Answers 1 as the first task of its thread, and ends the thread as a later one. */
  | { kind: 'die unless fresh' }
  /** Throws an uncaught error after the response. */
  | { kind: 'throw later' }
  /**
   * Memory in many small pieces; in one piece that is larger than all there is, which V8 ends the process
   * for.
   */
  | { kind: 'fill' | 'grow' }
  /** Memory outside of V8's heap, as decoders take it. */
  | { kind: 'buffers' };

let tasks = 0;

export default async function work(task: Work): Promise<unknown> {
  tasks++;
  if (task.kind === 'die unless fresh') return tasks === 1 ? 1 : process.exit(7);
  if (task.kind === 'echo') return task.value;
  if (task.kind === 'throw') throw new RangeError('out of range');
  if (task.kind === 'sleep') return sleep(task.ms, 'slept');
  if (task.kind === 'exit') process.exit(7);
  if (task.kind === 'throw later')
    return void setTimeout(() => {
      throw new Error('unheard');
    });
  // One refers to the one before: an array that grows would be a large piece itself.
  let kept: unknown;
  if (task.kind === 'buffers')
    for (const buffers: Buffer[] = []; ;) buffers.push(Buffer.alloc(4 * 2 ** 20, buffers.length + 1));
  const map = new Map<number, number>();
  for (let index = 0; ; index++) {
    if (task.kind === 'fill') kept = { index, before: kept };
    if (task.kind === 'grow') map.set(index, index);
  }
}
