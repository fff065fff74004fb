/** What of the player a page's content security policy blocks (CSP Level 3, https://www.w3.org/TR/CSP3/). */

/** What the player needs of a policy, by the directive that allows it. */
export type NeededDirective = 'script-src' | 'connect-src' | 'media-src' | 'img-src';

const needed = ['script-src', 'connect-src', 'media-src', 'img-src'] as const;

export interface PolicyQuestion {
  /** Address of the page. */
  page: string;
  /** Address of the player's script, which is on the server that answers everything else. */
  loader: string;
  /** Nonce of the script; null: it has none. Undefined: it is not known how the script gets into the page. */
  nonce: string | null | undefined;
}

/**
 * Returns the directives that block the player, of one or more policies that all apply. A policy allows the
 * rest of the player's files if it allows its script: they are imported by it, with its nonce.
 * @param policies values of headers or `meta` elements; several in one header are separated by commas
 */
export function blockedBy(policies: readonly string[], question: PolicyQuestion): NeededDirective[] {
  const parsed = policies.flatMap((value) => value.split(',')).map(directivesOf);
  return needed.filter((directive) => parsed.some((policy) => isBlocked(policy, directive, question)));
}

/** Sources by directive; of one given twice the first counts. */
function directivesOf(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>();
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    const key = name.toLowerCase();
    if (key !== '' && !directives.has(key)) directives.set(key, sources);
  }
  return directives;
}

function isBlocked(
  policy: ReadonlyMap<string, string[]>,
  directive: NeededDirective,
  { page, loader, nonce }: PolicyQuestion,
): boolean {
  if (
    directive === 'script-src' &&
    policy.has('sandbox') &&
    !policy.get('sandbox')!.includes('allow-scripts')
  )
    return true;
  const sources =
    (directive === 'script-src' ? policy.get('script-src-elem') : undefined) ??
    policy.get(directive) ??
    policy.get('default-src');
  if (sources === undefined) return false;
  if (directive !== 'script-src') return !sources.some((source) => allows(source, loader, page));
  const hasNonces = sources.some((source) => /^'nonce-/i.test(source));
  const isStrict = sources.some((source) => source.toLowerCase() === "'strict-dynamic'");
  // A trusted script may add the player's: that is not seen in the page.
  if (nonce === undefined && (hasNonces || isStrict)) return false;
  if (nonce && sources.includes(`'nonce-${nonce}'`)) return false;
  return isStrict || !sources.some((source) => allows(source, loader, page));
}

/** Whether one source of a list allows an address. */
function allows(source: string, address: string, page: string): boolean {
  const [url, own] = [URL.parse(address), URL.parse(page)];
  if (!url || !own) return false;
  const expression = source.toLowerCase();
  if (expression === '*') return /^https?:$/.test(url.protocol) || url.protocol === own.protocol;
  if (expression === "'self'") return url.origin === own.origin;
  if (/^[a-z][a-z0-9+.-]*:$/.test(expression)) return isScheme(expression, url.protocol);
  const [, scheme, host, port, path] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?(\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::(\d+|\*))?(\/\S*)?$/.exec(
      expression,
    ) ?? [];
  if (host === undefined || !isScheme(scheme ?? own.protocol, url.protocol)) return false;
  if (!isHost(host, url.hostname) || !isPort(port, url)) return false;
  if (path === undefined || path === '/') return true;
  const asked = url.pathname.toLowerCase();
  return path.endsWith('/') ? asked.startsWith(path) : asked === path;
}

/** Whether a scheme in a list allows another: what allows http allows https, too. */
const isScheme = (listed: string, asked: string): boolean =>
  listed === asked || (listed === 'http:' && asked === 'https:');

const isHost = (listed: string, asked: string): boolean =>
  listed === '*' || (listed.startsWith('*.') ? asked.endsWith(listed.slice(1)) : listed === asked);

function isPort(listed: string | undefined, { port, protocol }: URL): boolean {
  const usual = protocol === 'https:' ? '443' : '80';
  return listed === '*' || (listed ?? usual) === (port || usual);
}
