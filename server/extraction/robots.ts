import robotsParser from 'robots-parser';
import { product } from '../product.ts';

// Its types say that it is an ES module, which it is not.
const parse = robotsParser as unknown as typeof robotsParser.default;

/** RFC 9309 asks for 500 KiB; but patterns of many wildcards take their time, and sites that mean us say so far earlier. */
const maxCharacters = 100_000;
const maxUrlCharacters = 600;

/** Whether a site's robots.txt (RFC 9309) lets us read a page. */
export function robotsAllow(robots: string, robotsUrl: string, url: string): boolean {
  return parse(robotsUrl, robots.slice(0, maxCharacters)).isAllowed(url.slice(0, maxUrlCharacters), product.name) !== false;
}

/** What pages forbid programs that make something of them: to be kept in an index, to be used at all, to be learnt from. */
const forbidding: ReadonlySet<string> = new Set(['none', 'noindex', 'noai']);

/** Whether a page's X-Robots-Tag or `<meta name="robots">` forbids us. Directives for another program (`otherbot: noindex`) do not count. */
export function robotsForbid(header: string | null, directives: readonly string[]): boolean {
  if (directives.some((directive) => forbidding.has(directive))) return true;
  let isForUs = true;
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [, agent, directive] = /^\s*(?:([a-z][\w-]*)\s*:\s*)?([\w-]+)/.exec(part) ?? [];
    // `unavailable_after: date` names no program.
    if (agent !== undefined && agent !== 'unavailable_after' && !agent.startsWith('max-')) isForUs = agent === product.name.toLowerCase();
    if (isForUs && directive !== undefined && forbidding.has(directive)) return true;
  }
  return false;
}
