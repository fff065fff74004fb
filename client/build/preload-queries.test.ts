import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import articlesQuery from '../dashboard/__generated__/ArticlesTableQuery$parameters.ts';
import dashboardQuery from '../dashboard/__generated__/DashboardScreenQuery$parameters.ts';
import projectQuery from '../dashboard/__generated__/ProjectScreenQuery$parameters.ts';
import shellQuery from '../dashboard/__generated__/ShellQuery$parameters.ts';
import { requestBody } from '../dashboard/relay/persisted-request.ts';
import { articleVariables } from '../dashboard/screens/project/articles/article-variables.ts';
import { preloadQueries } from './preload-queries.ts';

const page = '<html>\n  <body>\n    <p>Parlance</p>\n  </body>\n</html>';
const artifacts = new URL('../dashboard/__generated__', import.meta.url).pathname;

/** Returns the bodies of the requests that the page itself sends at an address. */
function askedAt(address: string): string[] {
  const transform = preloadQueries(artifacts).transformIndexHtml as (html: string) => string;
  const [, script] = /<script>([\s\S]+?)<\/script>/.exec(transform(page))!;
  const asked: string[] = [];
  const fetch = (path: string, { body }: { body: string }) => {
    expect(path).toBe('/graphql');
    asked.push(body);
    return Promise.resolve();
  };
  const window: { early?: Map<string, unknown> } = {};
  const { pathname, search } = new URL(address, 'https://a.example');
  runInNewContext(script!, { window, location: { pathname, search }, fetch });
  expect([...window.early!.keys()]).toEqual(asked);
  return asked;
}
const bodyOf = ({ params }: Pick<typeof shellQuery, 'params'>, variables: object) =>
  JSON.stringify(requestBody(params as never, variables));

it('preloads exactly the queries of the first screens', () => {
  expect(askedAt('/projects/dashboard')).toEqual([bodyOf(shellQuery, {}), bodyOf(dashboardQuery, {})]);
  expect(askedAt('/projects/17')).toEqual([
    bodyOf(shellQuery, {}),
    bodyOf(projectQuery as never, { id: '17' }),
    bodyOf(articlesQuery as never, articleVariables('17', undefined, new URLSearchParams())),
  ]);
});

it.each(['/', '/projects/17?query=tram', '/projects/17/2_none_none_none', '/projects/17/settings'])(
  'preloads nothing at %s, where the screen may send another query',
  (address) => {
    expect(askedAt(address)).toEqual([]);
  },
);
