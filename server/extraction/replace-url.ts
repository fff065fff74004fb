import type { Message } from '../lib/declare-messages.ts';
import { urlReplacementMessages } from './messages.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { urlMaxCharacters } from '../product.ts';
import { groupTemplate, type GroupTemplate } from '../text/group-template.ts';

/**
 * A rule that rewrites an article's URL before its page is fetched: to a print view, away from AMP, without
 * tracking.
 */
export interface UrlReplacement {
  source: string;
  /** In a regex rule `$1` is the first group and `$0` or `$&` the whole match. */
  destination: string;
  isRegex: boolean;
}

/** A replacement rule that cannot be applied, or whose result is not a URL. */
export class UrlReplacementError extends ExpectedError {
  override readonly name = 'UrlReplacementError';
  readonly onVoicing = 'fail';
  readonly kind:
    'empty-source' | 'not-wrapped' | 'bad-regex' | 'bad-flag' | 'bad-result' | 'too-long' | 'too-slow';
  /** The rule's place in the list, from 0. */
  readonly index: number;
  /** The field at fault, as the specification's call names it. */
  readonly field: 'source' | 'destination';

  constructor(
    kind: UrlReplacementError['kind'],
    index: number,
    field: UrlReplacementError['field'],
    told: Message,
    options: { cause?: unknown } = {},
  ) {
    super(told, options);
    this.kind = kind;
    this.index = index;
    this.field = field;
  }
}

/** What a rule makes of an address, before the next one perhaps shortens it. */
const resultCharacters = 2 * urlMaxCharacters;
/**
 * For all rules together: a fast pattern takes a few microseconds, the slowest one that may be written half a
 * second.
 */
const cpuMs = 1_000;

/**
 * Applies the rules in order, each to what the one before has made. A plain source is replaced wherever it
 * occurs; a regex source is wrapped in slashes, `/pattern/` or `/pattern/i`, and runs in time linear to the
 * URL (RE2: no lookaround, no back-references). Meant for an extraction thread: rules may use up a second of
 * its CPU.
 * @throws UrlReplacementError
 */
export function replaceUrl(url: string, rules: readonly UrlReplacement[]): string {
  const budget = new Budget();
  const replaced = rules.reduce(
    (current, rule, index) => replace(current, compiled(rule, index, budget), index, budget),
    url,
  );
  if (replaced === url) return url;
  const parsed = URL.parse(replaced);
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) {
    throw new UrlReplacementError(
      'bad-result',
      rules.length - 1,
      'destination',
      urlReplacementMessages.URL_REPLACEMENT_MAKES_NO_ADDRESS({ result: replaced.slice(0, 200) }),
    );
  }
  return replaced;
}

/** What is wrong with rules in themselves, the first of each: for the form in which they are saved. */
export function urlReplacementProblems(
  rules: readonly UrlReplacement[],
): Pick<UrlReplacementError, 'index' | 'field' | 'told'>[] {
  const budget = new Budget();
  return rules.flatMap((rule, index) => {
    try {
      compiled(rule, index, budget);
      return [];
    } catch (error) {
      if (error instanceof UrlReplacementError) return [{ index, field: error.field, told: error.told }];
      throw error;
    }
  });
}

/** The CPU that is left to the rules; waiting for a busy machine does not count. */
class Budget {
  readonly #start = process.threadCpuUsage();

  check(index: number): void {
    const { user, system } = process.threadCpuUsage(this.#start);
    if ((user + system) / 1_000 > cpuMs)
      throw new UrlReplacementError(
        'too-slow',
        index,
        'source',
        urlReplacementMessages.URL_REPLACEMENT_TOO_SLOW(),
      );
  }
}

interface Compiled {
  /** The next place at or after one that the rule replaces. */
  find: (url: string) => Generator<{ start: number; end: number; group: (number: number) => string | null }>;
  destination: GroupTemplate;
}

function compiled({ source, destination, isRegex }: UrlReplacement, index: number, budget: Budget): Compiled {
  if (source === '')
    throw new UrlReplacementError(
      'empty-source',
      index,
      'source',
      urlReplacementMessages.URL_REPLACEMENT_WITHOUT_SOURCE(),
    );
  if (!isRegex) return { find: (url) => plainMatches(url, source), destination: [destination] };
  const last = source.lastIndexOf('/');
  if (!source.startsWith('/') || last < 2 || !/^[a-z]*$/.test(source.slice(last + 1))) {
    throw new UrlReplacementError(
      'not-wrapped',
      index,
      'source',
      urlReplacementMessages.URL_REPLACEMENT_NOT_WRAPPED(),
    );
  }
  const pattern = compile(source.slice(1, last), source.slice(last + 1), index);
  budget.check(index);
  return { find: (url) => patternMatches(url, pattern), destination: groupTemplate(destination) };
}

function* plainMatches(url: string, source: string): ReturnType<Compiled['find']> {
  for (let start = url.indexOf(source); start >= 0; start = url.indexOf(source, start + source.length))
    yield { start, end: start + source.length, group: () => null };
}

function* patternMatches(url: string, pattern: RE2JS): ReturnType<Compiled['find']> {
  const matcher = pattern.matcher(url);
  while (matcher.find())
    yield {
      start: matcher.start(),
      end: matcher.end(),
      group: (number) => (number <= matcher.groupCount() ? (matcher.group(number) ?? '') : null),
    };
}

/** @throws UrlReplacementError as soon as the result is too long, however much longer it would have become */
function replace(url: string, { find, destination }: Compiled, index: number, budget: Budget): string {
  let result = '';
  let end = 0;
  const add = (part: string): void => {
    result += part;
    if (result.length > resultCharacters)
      throw new UrlReplacementError(
        'too-long',
        index,
        'destination',
        urlReplacementMessages.URL_REPLACEMENT_TOO_LONG({ limit: resultCharacters }),
      );
  };
  for (const match of find(url)) {
    add(url.slice(end, match.start));
    for (const part of destination)
      add(typeof part === 'string' ? part : (match.group(part.group) ?? part.token));
    end = match.end;
    budget.check(index);
  }
  add(url.slice(end));
  budget.check(index);
  return result;
}

function compile(pattern: string, flags: string, index: number): RE2JS {
  const unknown = /[^imsgu]/.exec(flags)?.[0];
  if (unknown !== undefined)
    throw new UrlReplacementError(
      'bad-flag',
      index,
      'source',
      urlReplacementMessages.URL_REPLACEMENT_UNKNOWN_FLAG({ flag: unknown }),
    );
  const bits =
    (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.includes('m') ? RE2JS.MULTILINE : 0) |
    (flags.includes('s') ? RE2JS.DOTALL : 0);
  try {
    return RE2JS.compile(pattern, bits);
  } catch (cause) {
    const reason = cause instanceof RE2JSSyntaxException ? cause.message : 'it cannot be read';
    throw new UrlReplacementError(
      'bad-regex',
      index,
      'source',
      urlReplacementMessages.URL_REPLACEMENT_BAD_PATTERN({ reason }),
      { cause },
    );
  }
}
