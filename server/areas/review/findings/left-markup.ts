import { reviewMessages } from '../messages.ts';
import { matches, quoted, type Finder } from './finding.ts';

/** Tags, entities, shortcodes, templates and Markdown. Every repetition excludes what begins it: linear. */
const pattern =
  /<\/?[a-z][a-z0-9-]*(?:\s[^<>]{0,200})?\/?>|<!--|-->|&(?:[a-z]{2,8}|#\d{2,6}|#x[\da-f]{2,6});|\[\/?[a-z_]+(?: [^[\]]{0,200})?\](?![(\p{L}])|\{\{[^{}]{0,200}\}\}|\{%[^{}]{0,200}%\}|\$\{[^{}]{0,200}\}|\]\([^()\s]{0,200}\)|\*\*[^*\s]|(?<=^|\n)#{1,6} |\bfunction\s*\([^()]{0,100}\)\s*\{/gu;

/** What is left of HTML, shortcodes, templates or Markdown. */
export const markup: Finder = {
  severity: 'fault',
  description: 'What is left of markup.',
  find: (article) =>
    matches(
      article,
      () => pattern,
      (word) => reviewMessages.FOUND_MARKUP({ word: quoted(word.trim()) }),
    ),
};
