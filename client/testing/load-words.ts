import { beforeAll } from 'vitest';
import { languages, type Language } from '../dashboard/words/language.ts';
import { wordsLoaded } from '../dashboard/words/words-part.ts';

// The words of what a test file imports, in every language: there before the first of its tests.
beforeAll(async () => {
  for (const language of Object.keys(languages) as Language[]) await wordsLoaded(language);
});
