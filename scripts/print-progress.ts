import type { Progress } from '../server/transfer/database-target.ts';

/** Between two lines about the same step where no terminal can show it, milliseconds. */
const stepMs = 5_000;

/**
 * Prints lines, and what is being done: at a terminal in one line that changes, elsewhere every five seconds.
 */
export function printProgress(): Progress & { end(): void } {
  const { stdout } = process;
  let last = performance.now();
  const clear = (): void => void (stdout.isTTY && stdout.write('\r\x1b[2K'));
  return {
    line(text) {
      clear();
      console.log(text);
    },
    step(text) {
      if (performance.now() - last < (stdout.isTTY ? 100 : stepMs)) return;
      last = performance.now();
      if (stdout.isTTY) stdout.write(`\r\x1b[2K${text.slice(0, stdout.columns - 1)}`);
      else console.log(`… ${text}`);
    },
    end: clear,
  };
}
