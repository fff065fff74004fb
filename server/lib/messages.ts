import { declareMessages } from './declare-messages.ts';

/** Why something cannot be fetched, in sentences that a publisher understands. */
export const fetchMessages = declareMessages({
  FETCH_NO_WEB_ADDRESS: 'This is not a complete web address (https://...).',
  FETCH_ONLY_HTTP: 'Only addresses that begin with http:// or https:// can be fetched.',
  FETCH_ADDRESS_WITH_PASSWORD: 'The address must not contain a user name or password.',
  FETCH_ADDRESS_WITHOUT_HOST: 'The address has no host name.',
  FETCH_NOT_FROM_ADDRESS:
    "''{address}'' isn’t an IP address of this server, so it can’t be used for fetching pages.",
  FETCH_NOT_PUBLIC: '{host} is not an address on the public internet.',
  FETCH_UNKNOWN_HOST: 'There is no server called {host}.',
  FETCH_UNREACHABLE: '{host} cannot be reached.',
  FETCH_NOT_SECURE: 'No secure connection to {host}: its certificate or TLS setup is not valid.',
  FETCH_NO_RESPONSE_IN_TIME: '{host} did not respond in time.',
  FETCH_INCOMPLETE_IN_TIME:
    '{host} did not respond completely within {seconds, number, ::group-off} seconds.',
  FETCH_HEADERS_TOO_LARGE: '{host} sent headers that are too large.',
  FETCH_TOO_LARGE: 'The response is larger than {megabytes, number, ::group-off} MB.',
  FETCH_REDIRECTS_TOO_OFTEN: '{host} redirects too often (more than {times, number, ::group-off} times).',
  FETCH_REDIRECTS_IN_CIRCLE: '{host} redirects in a circle.',
  FETCH_REDIRECTS_NOWHERE: '{host} redirects to an invalid web address.',
  FETCH_MALFORMED_REQUEST: 'The request is malformed.',
  FETCH_BAD_RESPONSE: '{host} sent an invalid HTTP response or closed the connection.',
  FETCH_COMPRESSED_TOO_OFTEN: 'The response is compressed too many times.',
  FETCH_DAMAGED_ENCODING: 'The response is not valid {coding} data.',
  FETCH_UNKNOWN_ENCODING: "The response has the unknown content encoding ''{coding}''.",
  FETCH_PASSWORD_ASKED: '{host} asks for a password (HTTP {status, number, ::group-off}).',
  FETCH_PAYMENT_ASKED: '{host} asks for payment (HTTP {status, number, ::group-off}).',
  FETCH_REFUSED: '{host} refuses access (HTTP {status, number, ::group-off}).',
  FETCH_NO_SUCH_PAGE: '{host} doesn’t have this page (HTTP {status, number, ::group-off}).',
  FETCH_PAGE_REMOVED: '{host} has removed the page (HTTP {status, number, ::group-off}).',
  FETCH_TOO_OFTEN: '{host} is limiting our requests (HTTP {status, number, ::group-off}).',
  FETCH_HOST_IN_TROUBLE: '{host} reports a server error (HTTP {status, number, ::group-off}).',
  FETCH_ANSWERED_ERROR: '{host} responds with an error (HTTP {status, number, ::group-off}).',
  FETCH_CANCELLED: 'The fetch was cancelled.',
});

/** Why no thread could be started. */
export const threadMessages = declareMessages({
  THREAD_NO_HANDLES: 'The server can’t start a thread right now: too many files are open (ulimit -n).',
  THREAD_NO_HANDLES_ON_MACHINE:
    'The server can’t start a thread right now: too many files are open on this machine.',
  THREAD_TOO_MANY_PROCESSES:
    'The server can’t start a thread right now: too many processes are running (ulimit -u).',
  THREAD_NO_MEMORY: 'The server can’t start a thread right now: not enough memory.',
});
