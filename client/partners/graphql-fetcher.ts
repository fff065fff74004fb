import type { GraphiQL } from 'graphiql';
import { getOperationAST, parse, type DocumentNode, type OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-ws';
import type { ComponentProps } from 'react';

export type Fetcher = NonNullable<ComponentProps<typeof GraphiQL>['fetcher']>;
type Operation = Parameters<Fetcher>[0];

/** What the explorer calls the query by which it reads the schema. */
const introspection = 'IntrospectionQuery';

/** What an answer looks like that did not come from GraphQL. */
const failed = (message: string) => ({ errors: [{ message }] });

/**
 * Sends the explorer's operations: queries and mutations over HTTP, subscriptions over graphql-ws. Without a
 * token, the session's cookie identifies the user. A header from the explorer overrides the token.
 * @param token returns the token when an operation is sent; null for none
 * @param unreachable returns the response while the server is unreachable
 */
export function createFetcher(token: () => string | null, unreachable: () => string): Fetcher {
  return (sent, options) => {
    const { operation, kind } = settled(sent);
    const headers: Record<string, string> = {};
    const present = token();
    if (present) headers['authorization'] = `Bearer ${present}`;
    for (const [name, value] of Object.entries(options?.headers ?? {}))
      headers[name.toLowerCase()] = String(value);
    // The schema is public: a wrong token must not hide it.
    if (operation.operationName === introspection) delete headers['authorization'];
    return kind === 'subscription'
      ? watch(operation, headers['authorization'], unreachable)
      : ask(operation, headers, unreachable);
  };
}

/**
 * What to run, and its kind (undefined where the text does not parse: the server says why). The explorer
 * learns a moment after the text which operations are in it, so that an operation sent at once may bear the
 * name of the text before.
 */
function settled(operation: Operation): { operation: Operation; kind?: OperationTypeNode } {
  let document: DocumentNode;
  try {
    document = parse(operation.query);
  } catch {
    return { operation };
  }
  const chosen = getOperationAST(document, operation.operationName) ?? getOperationAST(document);
  return chosen
    ? { operation: { ...operation, operationName: chosen.name?.value }, kind: chosen.operation }
    : { operation };
}

async function ask(operation: Operation, headers: Record<string, string>, unreachable: () => string) {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      accept: 'application/graphql-response+json, application/json',
      ...headers,
      'content-type': 'application/json',
    },
    body: JSON.stringify(operation),
  }).catch(() => null);
  if (!response) return failed(unreachable());
  const answer: unknown = await response.json().catch(() => null);
  return typeof answer === 'object' && answer !== null
    ? answer
    : failed(`${response.status} ${response.statusText}`);
}

/**
 * Opens a separate socket for each subscription, because the token may have changed. Browsers send no headers
 * with it, so the token goes in `connection_init`.
 */
function watch(
  operation: Operation,
  authorization: string | undefined,
  unreachable: () => string,
): ReturnType<Fetcher> {
  return {
    subscribe(observer: { next(value: unknown): void; error(error: unknown): void; complete(): void }) {
      const client = createClient({
        url: new URL('/graphql', location.href).href.replace(/^http/, 'ws'),
        retryAttempts: 0,
        ...(authorization !== undefined && { connectionParams: { authorization } }),
      });
      const stop = client.subscribe(operation as { query: string }, {
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          observer.next(failed(reasonOf(error) ?? unreachable()));
          observer.complete();
        },
      });
      return {
        unsubscribe() {
          stop();
          void client.dispose();
        },
      };
    },
  } as unknown as ReturnType<Fetcher>;
}

/** Why a subscription ended: GraphQL's errors, or what the server said when it closed the socket. */
function reasonOf(error: unknown): string | null {
  if (Array.isArray(error)) return error.map(({ message }: { message: string }) => message).join(' ');
  const { reason } = error as { reason?: unknown };
  return typeof reason === 'string' && reason !== '' ? reason : null;
}
