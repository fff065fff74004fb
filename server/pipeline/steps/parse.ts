import { checkpoint } from '../article-run.ts';
import type { Step } from '../article-run.ts';

/** The text is final from here on. Rules that change or stop an article belong before. */
export const parse: Step = async (run) => checkpoint(run, ['extracted', 'parsed']);
