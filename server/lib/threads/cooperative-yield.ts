/** Milliseconds of work after which others have their turn. */
const longest = 8;

const waiting: (() => void)[] = [];

/** Resumes one stretch at a time; in between the process answers other requests. */
function goOn(): void {
  waiting.shift()!();
  if (waiting.length > 0) setImmediate(goOn);
}

/**
 * Splits long work of this thread into stretches. However many such tasks run at once, other work never waits
 * for longer than one stretch.
 */
export class CooperativeYield {
  #since = performance.now();

  /** Waits for the next turn, where this one has been long enough. */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < longest) return;
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(goOn);
    });
    this.#since = performance.now();
  }
}
