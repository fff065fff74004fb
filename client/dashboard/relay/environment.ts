import {
  Environment,
  Network,
  Observable,
  RecordSource,
  Store,
  type FetchFunction,
  type GraphQLResponse,
  type RequestParameters,
  type SubscribeFunction,
  type UploadableMap,
  type Variables,
} from 'relay-runtime';
import { changeConnection, connectionState, reportUnreachable } from './connection.ts';
import {
  failureOf,
  isRedirectingRefusal,
  isUnauthenticated,
  NetworkError,
  type AnswerError,
} from './failures.ts';
import { takePreloadedResponse } from './preloaded-queries.ts';
import { requestBody } from './persisted-request.ts';
import { noteRelease, releaseHeader } from './release.ts';
import type { UploadProgress } from './send-files.ts';

/**
 * @param signedOut called when the session has ended
 * @param noVoices called when the caller lacks access to voices or statistics (specification, section 8)
 */
export function createEnvironment(signedOut: () => void, noVoices: () => void): Environment {
  const answer: FetchFunction = async (params, variables, cacheConfig, uploadables) => {
    changeConnection({ pending: connectionState().pending + 1 });
    try {
      const files = uploadables && Object.keys(uploadables).length > 0 ? uploadables : null;
      return await readAnswer(
        files
          ? upload(
              params,
              variables,
              files,
              cacheConfig.metadata?.['onProgress'] as UploadProgress | undefined,
            )
          : post(params, variables),
        noVoices,
      );
    } catch (error) {
      if (isUnauthenticated(error)) signedOut();
      throw error;
    } finally {
      changeConnection({ pending: connectionState().pending - 1 });
    }
  };
  return new Environment({
    network: Network.create(answer, subscribing(signedOut)),
    store: new Store(new RecordSource(), { gcReleaseBufferSize: 20 }),
  });
}

const accept = 'application/graphql-response+json, application/json';
interface Answer {
  status: number;
  body: (GraphQLResponse & { data?: unknown; errors?: AnswerError[] }) | null;
}

type Arrangement = (
  name: string,
  body: string,
  send: (keepalive?: boolean) => Promise<Answer>,
) => Promise<Answer>;

let arranged: Arrangement = (_name, _body, send) => send();

/** Has all mutations without files sent by this, from now on; before, they go out at once. */
export function arrangeMutations(by: Arrangement): void {
  arranged = by;
}

function post(params: RequestParameters, variables: Variables): Promise<Answer> {
  const body = JSON.stringify(requestBody(params, variables));
  const send = async (keepalive = false): Promise<Answer> => {
    const response = await (takePreloadedResponse(body) ??
      fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body,
        keepalive,
      }));
    noteRelease(response.headers.get(releaseHeader));
    return { status: response.status, body: await response.json().catch(() => null) };
  };
  return params.operationKind === 'mutation' ? arranged(params.name, body, send) : send();
}

// A form of another site can't send a custom header. The header proves to the server that the dashboard sent
// the files.
async function upload(
  params: RequestParameters,
  variables: Variables,
  files: UploadableMap,
  onProgress?: UploadProgress,
): Promise<Answer> {
  const { multipartForm, sendForm } = await import('./send-files.ts');
  return sendForm(
    multipartForm(requestBody(params, variables), files),
    { accept, 'x-parlance-upload': '1' },
    onProgress,
  );
}

async function readAnswer(answer: Promise<Answer>, noVoices: () => void): Promise<GraphQLResponse> {
  const { status, body } = await answer.catch((cause: unknown) => {
    reportUnreachable();
    throw new NetworkError({ cause });
  });
  changeConnection({ online: true });
  const failure = failureOf(status, body?.errors);
  if (body?.errors?.some(isRedirectingRefusal)) noVoices();
  // A field that failed breaks the part of the screen that shows it: where there is data beside it, that is
  // shown.
  if (failure && (!body?.data || isUnauthenticated(failure))) throw failure;
  if (!body?.data) throw new NetworkError();
  return body;
}

// The socket's code is loaded with the first screen that watches something.
const subscribing =
  (signedOut: () => void): SubscribeFunction =>
  (params, variables) =>
    Observable.create((sink) => {
      let stop: (() => void) | null = null;
      let closed = false;
      import('./socket.ts').then(
        ({ openSubscription }) => {
          if (!closed) stop = openSubscription(requestBody(params, variables), sink, signedOut);
        },
        (error: unknown) => sink.error(error as Error),
      );
      return () => {
        closed = true;
        stop?.();
      };
    });
