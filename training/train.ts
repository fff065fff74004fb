/**
 * Trains what tells an article from what surrounds it on its page, on the pages of the corpus, and writes
 * `server/extraction/article-model.bin`.
 * Prints how well models do on sites that they have not seen; takes some minutes. The same corpus and seed
 * make the same file. What it has trained it keeps in the folder that is given, from where it resumes:
 *   node training/train.ts [folder]
 */
import { writeFileSync } from 'node:fs';
import { writeModel } from '../server/extraction/article-model.ts';
import { corpusPages, readPage } from './annotated-pages.ts';
import { fitConfidence, judged, reliability } from './calibrate.ts';
import {
  createFirstStages,
  crossValidate,
  noStore,
  storeIn,
  train,
  trainingPages,
  trainOptions,
} from './cross-validate.ts';
import { bestThreshold, heardOfAll, heardTable } from './evaluate.ts';

console.log(`Seed ${trainOptions.seed}.`);
const pages = trainingPages(corpusPages().map(readPage), trainOptions);
const store = process.argv[2] ? storeIn(process.argv[2], pages, trainOptions) : noStore;
const firstStages = createFirstStages(pages, trainOptions, store);
const chances = crossValidate(pages, trainOptions, firstStages, (line) => console.log(line), store);
const heard = heardOfAll(pages, chances);
console.table(heardTable(heard));
const threshold = bestThreshold(pages, chances);
const told = judged(pages, chances, heard, threshold);
console.table(reliability(told));
const model = {
  ...train(pages, trainOptions, firstStages, [], store),
  threshold,
  confidence: fitConfidence(told),
};
const file = writeModel(model);
writeFileSync(new URL('../server/extraction/article-model.bin', import.meta.url), file);
console.log(`Threshold ${threshold}; ${file.length} bytes.`);
