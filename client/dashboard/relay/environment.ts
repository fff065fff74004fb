import {
  Environment, Network, Observable, RecordSource, Store,
  type FetchFunction, type GraphQLResponse, type RequestParameters, type SubscribeFunction, type Variables,
} from 'relay-runtime';
import { changeConnection, connectionState, reportUnreachable } from './connection.ts';
import { failureOf, isUnauthenticated, NetworkError } from './failures.ts';

/** A document by its id: the server knows the texts (persisted.json) and takes no others from the dashboard. */
export function requestBody(params: RequestParameters, variables: Variables) {
  return { operationName: params.name, variables, extensions: { persistedQuery: { version: 1, sha256Hash: params.id } } };
}

/**
 * @param signedOut called when the server no longer knows who asks
 */
export function createEnvironment(signedOut: () => void): Environment {
  const answer: FetchFunction = async (params, variables) => {
    changeConnection({ pending: connectionState().pending + 1 });
    try {
      return await post(params, variables);
    } catch (error) {
      if (isUnauthenticated(error)) signedOut();
      throw error;
    } finally {
      changeConnection({ pending: connectionState().pending - 1 });
    }
  };
  return new Environment({
    network: Network.create(answer, subscribe),
    store: new Store(new RecordSource(), { gcReleaseBufferSize: 20 }),
  });
}

async function post(params: RequestParameters, variables: Variables): Promise<GraphQLResponse> {
  let response: Response;
  try {
    response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json', 'x-graphql-yoga-csrf': '1' },
      body: JSON.stringify(requestBody(params, variables)),
    });
  } catch (cause) {
    reportUnreachable();
    throw new NetworkError({ cause });
  }
  changeConnection({ online: true });
  const body = await response.json().catch(() => null);
  const failure = failureOf(response.status, body?.errors);
  if (failure) throw failure;
  if (!body?.data) throw new NetworkError();
  return body;
}

// The socket's code is loaded with the first screen that watches something.
const subscribe: SubscribeFunction = (params, variables) =>
  Observable.create((sink) => {
    let stop: (() => void) | null = null;
    let closed = false;
    import('./socket.ts').then(({ openSubscription }) => {
      if (!closed) stop = openSubscription(requestBody(params, variables), sink);
    }, (error: unknown) => sink.error(error as Error));
    return () => {
      closed = true;
      stop?.();
    };
  });
