/**
 * Asks four times a second at first, later every two seconds, until it is there; what throws is not. Returns
 * what ends the asking.
 */
export function retry(page: Window, isThere: () => boolean): () => void {
  let timer = 0;
  let tries = 0;
  const attempt = (): void => {
    let isDone = false;
    try {
      isDone = isThere();
    } catch {
      // A platform that is not ready, or none that can be used.
    }
    if (!isDone) timer = page.setTimeout(attempt, tries++ < 40 ? 250 : 2000);
  };
  attempt();
  return () => page.clearTimeout(timer);
}
