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
 * What the first screens ask, by their address: the variables as their routes write them, in that order. What
 * stands for an `id` is the address's first part in brackets.
 */
export const preloadedQueries: readonly (readonly [address: RegExp, asked: Record<string, object>])[] = [
  [/^\/projects\/dashboard$/, { ShellQuery: {}, DashboardScreenQuery: {} }],
  [
    /^\/projects\/(\d+)$/,
    { ShellQuery: {}, ProjectScreenQuery: { id: '$1' }, ArticlesTableQuery: { id: '$1', ...firstPage } },
  ],
];

/**
 * Lets the page itself ask what its screen will, while the screen's code is still on the way: a phone waits
 * for neither twice. The answers wait in `window.early`, by what was asked
 * (dashboard/relay/preloaded-queries.ts).
 * @param artifacts Relay's, which know the documents' numbers
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
