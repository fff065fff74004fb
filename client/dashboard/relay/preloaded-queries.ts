declare global {
  interface Window {
    /** What the page itself asked before this code was there, by the request's body (preload-queries.ts). */
    early?: Map<string, Promise<Response>>;
  }
}

/** Maximum age of a preloaded response, milliseconds. A later query needs fresh data. */
const freshFor = 30_000;

/**
 * The answer that is on the way already to a question that the page itself asked; once only.
 * @param body the request's
 * @returns undefined where it was not asked
 */
export function takePreloadedResponse(body: string): Promise<Response> | undefined {
  const answer = window.early?.get(body);
  window.early?.delete(body);
  if (performance.now() < freshFor) return answer;
  // A connection is held until an answer has been read.
  answer?.then(({ body: unread }) => unread?.cancel()).catch(() => {});
  return undefined;
}
