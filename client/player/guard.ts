const complain = (error: unknown): void => {
  try {
    console.warn('Audio player:', error);
  } catch {
    // The error is then dropped.
  }
};

/**
 * The same work, which never throws and never leaves a rejection behind: what goes wrong in the player is not
 * the page's business.
 */
export const guard =
  <Arguments extends unknown[]>(work: (...args: Arguments) => unknown) =>
  (...args: Arguments): void => {
    try {
      const result = work(...args) as Promise<unknown> | undefined;
      if (typeof result?.then === 'function') result.then(undefined, complain);
    } catch (error) {
      complain(error);
    }
  };
