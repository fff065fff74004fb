import { RE2JS, RE2JSSyntaxException, RE2Set } from 're2js';
import { groupTemplate, type GroupTemplate } from '../group-template.ts';
import { entryMaxCharacters, type Entry } from './dictionary.ts';

/** Patterns of a dictionary: each is as much work as a thousand words. */
export const patternsMax = 1_000;
/** Patterns that are looked for at once: few enough that their common automaton stays small. */
const groupSize = 100;
/** Bytes for the common automaton of a group. */
const groupMemory = 4 * 1024 * 1024;

/** A pattern, ready to find. */
export interface Pattern {
  entry: number;
  expression: RE2JS;
  replacement: GroupTemplate;
}

/** Patterns with what says at once which of them occur at all. */
export interface PatternGroup {
  patterns: Pattern[];
  any: RE2Set;
}

/** What is wrong with a pattern, in a sentence; null: it can be used. */
export function patternProblem(source: string): string | null {
  try {
    const expression = RE2JS.compile(source);
    return expression.matches('') ? 'It finds nothing at all, everywhere.' : null;
  } catch (error) {
    return error instanceof RE2JSSyntaxException ? error.message : 'It cannot be read.';
  }
}

/**
 * The patterns among entries, compiled some at a time: each group takes milliseconds, between which others
 * have their turn. One that RE2 cannot read, which was refused when it was saved, is left out.
 */
export function* compilePatterns(entries: readonly Entry[]): Generator<PatternGroup> {
  let patterns: Pattern[] = [];
  let any = new RE2Set(RE2Set.UNANCHORED, 0, groupMemory);
  for (const [index, { source, replacement, matchCase, isPattern }] of entries.entries()) {
    if (!isPattern || patternProblem(source) !== null) continue;
    const written = matchCase ? source : `(?i:${source})`;
    patterns.push({
      entry: index,
      expression: RE2JS.compile(written),
      replacement: groupTemplate(replacement),
    });
    any.add(written);
    if (patterns.length < groupSize) continue;
    any.compile();
    yield { patterns, any };
    patterns = [];
    any = new RE2Set(RE2Set.UNANCHORED, 0, groupMemory);
  }
  if (patterns.length === 0) return;
  any.compile();
  yield { patterns, any };
}

export interface PatternMatch {
  start: number;
  end: number;
  /** Pronunciation, its groups filled in. */
  replacement: string;
}

/** Where a pattern finds something, from left to right; in time linear to the text. */
export function* patternMatches({ expression, replacement }: Pattern, text: string): Generator<PatternMatch> {
  const matcher = expression.matcher(text);
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (start === end || end - start > entryMaxCharacters) continue;
    const parts = replacement.map((part) =>
      typeof part === 'string'
        ? part
        : part.group <= matcher.groupCount()
          ? (matcher.group(part.group) ?? '')
          : part.token,
    );
    yield { start, end, replacement: parts.join('').slice(0, entryMaxCharacters) };
  }
}
