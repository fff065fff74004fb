import { RE2JS, RE2JSSyntaxException } from 're2js';

/** A rule that rewrites an article's URL before its page is fetched: to a print view, away from AMP, without tracking. */
export interface UrlReplacement {
  source: string;
  /** In a regex rule `$1` is the first group and `$0` or `$&` the whole match. */
  destination: string;
  isRegex: boolean;
}

/** A replacement rule that cannot be applied, or that makes of a URL something that is none. */
export class UrlReplacementError extends Error {
  override readonly name = 'UrlReplacementError';
  readonly kind: 'empty-source' | 'not-wrapped' | 'bad-regex' | 'bad-flag' | 'bad-result';
  /** The rule's place in the list, from 0. */
  readonly index: number;
  /** The field at fault, as the specification's call names it. */
  readonly field: 'source' | 'destination';

  constructor(kind: UrlReplacementError['kind'], index: number, field: UrlReplacementError['field'], message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.kind = kind;
    this.index = index;
    this.field = field;
  }
}

/**
 * Applies the rules in order, each to what the one before has made. A plain source is replaced wherever it occurs; a regex source is
 * wrapped in slashes, `/pattern/` or `/pattern/i`, and runs in time linear to the URL (RE2: no lookaround, no back-references).
 * @throws UrlReplacementError
 */
export function replaceUrl(url: string, rules: readonly UrlReplacement[]): string {
  const replaced = rules.reduce((current, rule, index) => apply(current, rule, index), url);
  if (replaced === url) return url;
  const parsed = URL.parse(replaced);
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) {
    throw new UrlReplacementError('bad-result', rules.length - 1, 'destination', `The rules make of the address '${replaced.slice(0, 200)}', which is no web address.`);
  }
  return replaced;
}

/**
 * Checks rules as they are saved, without a URL.
 * @throws UrlReplacementError for the first that cannot be applied
 */
export function checkUrlReplacements(rules: readonly UrlReplacement[]): void {
  rules.forEach((rule, index) => apply('', rule, index));
}

function apply(url: string, { source, destination, isRegex }: UrlReplacement, index: number): string {
  if (source === '') throw new UrlReplacementError('empty-source', index, 'source', 'The source must not be empty.');
  if (!isRegex) return url.replaceAll(source, () => destination);
  const wrapped = /^\/(.+)\/([a-z]*)$/s.exec(source);
  if (!wrapped?.[1]) throw new UrlReplacementError('not-wrapped', index, 'source', 'A regular expression must be wrapped in slashes: /pattern/.');
  const pattern = compile(wrapped[1], wrapped[2] ?? '', index);
  const matcher = pattern.matcher(url);
  let result = '';
  let end = 0;
  while (matcher.find()) {
    result += url.slice(end, matcher.start()) + expand(destination, (group) => (group <= matcher.groupCount() ? (matcher.group(group) ?? '') : null));
    end = matcher.end();
  }
  return result + url.slice(end);
}

function compile(pattern: string, flags: string, index: number): RE2JS {
  const unknown = /[^imsgu]/.exec(flags)?.[0];
  if (unknown !== undefined) throw new UrlReplacementError('bad-flag', index, 'source', `The regular expression has the unknown flag '${unknown}'.`);
  const bits = (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) | (flags.includes('m') ? RE2JS.MULTILINE : 0) | (flags.includes('s') ? RE2JS.DOTALL : 0);
  try {
    return RE2JS.compile(pattern, bits);
  } catch (cause) {
    const reason = cause instanceof RE2JSSyntaxException ? cause.message : 'it cannot be read';
    throw new UrlReplacementError('bad-regex', index, 'source', `The regular expression is not valid: ${reason}.`, { cause });
  }
}

/** `$1`, `$0`, `$&`, `\1` stand for groups, `$$` for a dollar; a group that the pattern does not have stays as written. */
function expand(destination: string, groupOf: (group: number) => string | null): string {
  return destination.replace(/\$\$|\$&|[$\\](\d{1,2})/g, (token, digits: string | undefined) => {
    if (token === '$$') return '$';
    return groupOf(token === '$&' ? 0 : Number(digits)) ?? token;
  });
}
