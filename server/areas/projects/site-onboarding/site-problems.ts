import { ExtractionError, type ExtractionErrorKind } from '../../../extraction/extraction-error.ts';
import { FeedError } from '../../../extraction/feed/feed.ts';
import { FetchError, type FetchErrorKind } from '../../../lib/outbound/safe-fetch-error.ts';
import { product } from '../../../product.ts';

/** Problems that prevent reading a site, and what the user can do about each. */
export const problemKinds = {
  private_address: {
    description: 'The address is in a private network.',
    advice:
      'Paste an address that can be reached from the internet, or ask the administrator to allow this one.',
  },
  unreachable: {
    description: 'No server responds at the address.',
    advice: 'Check the spelling of the address, and whether the site opens in a browser.',
  },
  slow: {
    description: 'The site takes too long to respond.',
    advice: 'Try again in a moment, or paste the address of the feed.',
  },
  too_large: {
    description: 'The response is larger than any page should be.',
    advice: 'Paste the address of the front page, of an article or of a feed.',
  },
  redirects: {
    description: 'The address redirects in a loop, or too often.',
    advice: 'Open the address in a browser and paste the one at which it ends.',
  },
  not_a_page: {
    description: 'The address is that of a file, such as a PDF or a picture.',
    advice: 'Paste the address of a web page or of a feed.',
  },
  broken: {
    description: 'The response cannot be read: it is empty, damaged, or not in the declared format.',
    advice: 'Check the page in a browser, or paste the address of a feed.',
  },
  missing: {
    description: 'There is no page at the address.',
    advice: 'Check the address, or paste that of the front page.',
  },
  refused: {
    description: 'The site refuses automated requests.',
    advice: `If the site is yours, let ${product.name} through, or use its feed or the API.`,
  },
  failing: {
    description: 'The site has an internal error.',
    advice: 'Try again later, or paste the address of the feed.',
  },
  disallowed: {
    description: "The site's robots.txt or the page itself forbids automated access.",
    advice: `If the site is yours, allow "${product.name}" in its robots.txt, or create the project by hand: sources can pass over robots.txt.`,
  },
  sign_in: {
    description: 'The page requires signing in.',
    advice: 'Paste an address that readers see without signing in, or the address of a feed.',
  },
  consent: {
    description: 'The page requires consent before it shows anything.',
    advice: 'Paste the address of a feed with whole texts.',
  },
  needs_script: {
    description: 'The page shows its articles only in browsers that run its scripts.',
    advice: 'Paste the address of a feed, or send articles through the API.',
  },
  no_articles: {
    description: 'No articles were found.',
    advice: 'Paste the address of an article or of a feed, or create the project and add articles by hand.',
  },
} as const satisfies Record<string, { description: string; advice: string }>;

export type SiteProblemKind = keyof typeof problemKinds;

/** Why reading failed, for the user who entered the address. */
export interface SiteProblem {
  kind: SiteProblemKind;
  /** A sentence. */
  message: string;
  /** What to do, in a sentence. */
  advice: string;
}

const ofFetch: Record<Exclude<FetchErrorKind, 'status'>, SiteProblemKind> = {
  'invalid-url': 'redirects',
  'forbidden-scheme': 'redirects',
  credentials: 'redirects',
  'private-address': 'private_address',
  'unknown-host': 'unreachable',
  unreachable: 'unreachable',
  tls: 'unreachable',
  timeout: 'slow',
  aborted: 'slow',
  'too-large': 'too_large',
  'too-many-redirects': 'redirects',
  'redirect-loop': 'redirects',
  'bad-redirect': 'redirects',
  'bad-encoding': 'broken',
  'bad-response': 'broken',
};

const ofExtraction: Record<ExtractionErrorKind, SiteProblemKind> = {
  empty: 'broken',
  'too-complex': 'broken',
  'no-text': 'no_articles',
  'needs-script': 'needs_script',
  'needs-consent': 'consent',
  disallowed: 'disallowed',
  'not-html': 'not_a_page',
  'bad-selector': 'broken',
  'unknown-rule': 'broken',
  'unknown-charset': 'broken',
  timeout: 'slow',
  'out-of-memory': 'broken',
  failed: 'broken',
};

export const siteProblem = (
  kind: SiteProblemKind,
  message: string = problemKinds[kind].description,
): SiteProblem => ({ kind, message, advice: problemKinds[kind].advice });

/**
 * Translates an error of fetching or reading for the user who entered the address.
 * @throws the error if it is of another kind
 */
export function problemOf(error: unknown): SiteProblem {
  if (error instanceof FetchError)
    return siteProblem(
      error.kind === 'status' ? ofStatus(error.status ?? 0) : ofFetch[error.kind],
      error.kind === 'aborted' ? undefined : error.message,
    );
  if (error instanceof ExtractionError) return siteProblem(ofExtraction[error.kind], error.message);
  if (error instanceof FeedError) return siteProblem('broken', error.message);
  throw error;
}

function ofStatus(status: number): SiteProblemKind {
  if (status === 401 || status === 402 || status === 407) return 'sign_in';
  if (status === 404 || status === 410) return 'missing';
  if (status === 403 || status === 429 || status === 451) return 'refused';
  return status >= 500 ? 'failing' : 'missing';
}
