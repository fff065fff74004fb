/** Milliseconds of work after which others have their turn. */
const longest = 8;

const waiting: (() => void)[] = [];

/** One at a time: between any two the process answers whoever else asks for something. */
function goOn(): void {
  waiting.shift()!();
  if (waiting.length > 0) setImmediate(goOn);
}

/**
 * Long work that this thread does a stretch at a time. However many do such work at once, nobody else waits
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
