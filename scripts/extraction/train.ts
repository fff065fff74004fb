/**
 * Trains what tells an article from what surrounds it on its page, on the pages of the corpus, and writes
 * `server/extraction/article-model.bin`.
 * Prints how well models do on sites that they have not seen; takes some minutes. The same corpus and seed
 * make the same file.
 */
import { writeFileSync } from 'node:fs';
import { writeModel } from '../../server/extraction/article-model.ts';
import { corpusPages, readPage } from './annotated-pages.ts';
import { createFirstStages, crossValidate, train, trainingPages, trainOptions } from './cross-validate.ts';
import { bestThreshold, tableOf } from './evaluate.ts';

console.log(`Seed ${trainOptions.seed}.`);
const pages = trainingPages(corpusPages().map(readPage));
const firstStages = createFirstStages(pages, trainOptions);
const chances = crossValidate(pages, trainOptions, firstStages, (line) => console.log(line));
console.table(tableOf(pages, chances));
const threshold = bestThreshold(pages, chances);
const model = { ...train(pages, trainOptions, firstStages), threshold };
const file = writeModel(model);
writeFileSync(new URL('../../server/extraction/article-model.bin', import.meta.url), file);
console.log(`Threshold ${threshold}; ${file.length} bytes.`);
