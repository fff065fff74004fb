import type { EntryProblem } from './check-entry.ts';

/** What is wrong with a file of entries, or with one line of it. */
export type FileProblem =
  | EntryProblem
  | 'unreadable'
  | 'binary'
  | 'too-many'
  | 'unknown-kind'
  | 'unknown-alphabet'
  | 'bad-phonemes'
  | 'empty';

export interface LineProblem {
  /** Counted from 1. */
  line: number;
  problem: FileProblem;
  /** What of the line it is about. */
  found: string;
}

/** Entries of one file. */
export const fileMaxEntries = 100_000;
/** Maximum number of reported problems; a file is rejected as a whole. */
export const reportedProblemsMax = 100;

/** A file of entries that cannot be taken as it is: none of it is. */
export class DictionaryFileError extends Error {
  override readonly name = 'DictionaryFileError';
  readonly problems: readonly LineProblem[];

  constructor(problems: readonly LineProblem[], options?: ErrorOptions) {
    const [first] = problems;
    super(`The file cannot be read: ${first?.problem ?? 'unreadable'} in line ${first?.line ?? 1}`, options);
    this.problems = problems.slice(0, reportedProblemsMax);
  }
}
