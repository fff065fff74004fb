/** What runs in the thread that indexes the words of dictionaries. */
import { indexWords, type WordIndex } from '../text/pronunciation/compile-dictionary.ts';

/** Sources that are empty are no words. */
export type LexiconTask = readonly string[];

const work = (sources: LexiconTask): WordIndex =>
  indexWords(sources.map((source) => ({ source, isPattern: false })));
export default work;
