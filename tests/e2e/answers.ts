import { randomUUID } from 'node:crypto';
import type { BrowserContext, Request, Route } from '@playwright/test';
import type { State } from './scenes.ts';

/** Queries of the shell around a screen, and for the signed-in user. */
const ofShell = /ShellQuery$|^routesViewerQuery$/;
/** What a screen asks before it is shown. */
const ofScreen = /ScreenQuery$/;

/** Handling of responses by state: how, and for which operations. */
const kept: Partial<Record<State, [how: 'held' | 'failed', which: (operation: string) => boolean]>> = {
  loading: ['held', (operation) => !ofShell.test(operation)],
  slow: ['held', (operation) => !ofShell.test(operation)],
  parts: ['held', (operation) => !ofShell.test(operation) && !ofScreen.test(operation)],
  error: ['failed', (operation) => !ofShell.test(operation)],
  'parts-error': ['failed', (operation) => !ofShell.test(operation) && !ofScreen.test(operation)],
};

/** What a server answers that has failed, and has noted why. */
const failure = {
  status: 200,
  contentType: 'application/graphql-response+json',
  body: JSON.stringify({
    data: null,
    errors: [
      {
        message: 'Internal server error',
        extensions: { code: 'INTERNAL_SERVER_ERROR', reason: 'INTERNAL_ERROR', errorId: randomUUID() },
      },
    ],
  }),
};

/**
 * Keeps from the dashboard what it does not get in a state.
 * @returns the operations that were kept from it until now, and what ends that
 */
export async function keepAnswers(context: BrowserContext, state: State) {
  const operations: string[] = [];
  const [how, which] = kept[state] ?? [];
  const keep = (route: Route, request: Request) => {
    const { operationName } = (request.postDataJSON() ?? {}) as { operationName?: string };
    if (!operationName || !which!(operationName)) return route.fallback();
    operations.push(operationName);
    return how === 'failed' ? route.fulfill(failure) : undefined;
  };
  const address = '**/graphql';
  if (how) await context.route(address, keep);
  return { operations, keepsSome: how !== undefined, end: () => context.unroute(address, keep) };
}
