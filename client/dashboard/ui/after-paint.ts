/** Maximum wait in milliseconds for a browser that is busy after a paint. */
const waitMax = 500;

/** Does something once the next frame has been painted and there is nothing more urgent. */
export function afterPaint(what: () => void): void {
  // Safari cannot say when it is idle.
  if (!window.requestIdleCallback) return what();
  requestAnimationFrame(() => requestIdleCallback(what, { timeout: waitMax }));
}
