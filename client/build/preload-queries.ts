import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The list of articles as it is opened: what `articleVariables()` asks of an address without more in it. */
const firstPage = {
  first: 20,
  offset: 0,
  query: null,
  label: null,
  qaStatus: null,
  sort: 'ADDED',
  descending: true,
  dateFrom: null,
  dateTo: null,
  status: null,
};

/**
 * Queries of the first screens by address, with the variables in the order in which their routes write them.
 * The address's first capture group replaces an `id`.
 */
export const preloadedQueries: readonly (readonly [address: RegExp, asked: Record<string, object>])[] = [
  [/^\/projects\/dashboard$/, { ShellQuery: {}, DashboardScreenQuery: {} }],
  [
    /^\/projects\/(\d+)$/,
    { ShellQuery: {}, ProjectScreenQuery: { id: '$1' }, ArticlesTableQuery: { id: '$1', ...firstPage } },
  ],
];

/**
 * Lets the page send its screen's queries while the screen's code is still loading, so that a phone doesn't
 * wait for one after the other. The responses wait in `window.early`, keyed by query
 * (dashboard/relay/preloaded-queries.ts).
 * @param artifacts Relay's artifacts, which contain the documents' ids
 */
export function preloadQueries(artifacts: string): Plugin {
  const bodyOf = (name: string, variables: object) => {
    const [, id] = /"id": "(\w+)"/.exec(readFileSync(`${artifacts}/${name}$parameters.ts`, 'utf8')) ?? [];
    if (!id) throw new Error(`${name} has no number.`);
    return JSON.stringify({
      operationName: name,
      variables,
      extensions: { persistedQuery: { version: 1, sha256Hash: id } },
    });
  };
  return {
    name: 'preload-queries',
    apply: 'build',
    transformIndexHtml: (html) => {
      const rows = preloadedQueries.map(
        ([address, asked]) =>
          `[${address}, ${JSON.stringify(Object.entries(asked).map(([name, variables]) => bodyOf(name, variables)))}]`,
      );
      const script = `(() => {
  const early = (window.early = new Map());
  if (location.search) return;
  for (const [address, bodies] of [${rows.join(',')}]) {
    const found = address.exec(location.pathname);
    if (!found) continue;
    for (const each of bodies) {
      const body = each.replace('$1', found[1]);
      const answer = fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' },
        body,
      });
      answer.catch(() => {});
      early.set(body, answer);
    }
  }
})();`;
      // Behind the mark, whose paint need not wait for it, and before the style sheets, which a script behind
      // them waits for.
      return html.replace('  </body>', (end) => `    <script>${script}</script>\n${end}`);
    },
  };
}
