import { reviewMessages } from '../messages.ts';
import { matches, quoteWord, type Finder } from './finding.ts';

const elements =
  'a|abbr|article|aside|b|blockquote|br|button|caption|center|cite|code|div|em|embed|figcaption|figure|font|footer|form|h[1-6]|header|hr|i|iframe|img|input|li|main|nav|noscript|object|ol|p|picture|pre|script|section|small|span|strong|style|sub|sup|svg|table|tbody|td|th|thead|tr|u|ul|video';
/** Others only with an attribute: in angle brackets people write what is to be filled in, too. */
const tag = String.raw`<\/?(?:${elements})(?:\s[^<>]{0,200})?\/?>|<\/?[a-z][a-z0-9-]*\s[^<>=]{0,100}=["'][^<>]{0,200}>`;
const shortcodes =
  'audio|button|caption|code|color|column|contact-form|embed|gallery|img|playlist|quote|row|size|spoiler|url|video|youtube';
/** Words in square brackets are an editor's; shortcodes are known, end, have attributes or underscores. */
const shortcode = String.raw`\[(?:\/[a-z_-]+|(?:${shortcodes})(?:[= ][^[\]]{0,200})?|[a-z]+(?:_[a-z]+)+(?: [^[\]]{0,200})?|[a-z-]+ [a-z_-]+=[^[\]]{0,200})\](?![(\p{L}])`;
const rest = String.raw`<!--|-->|&(?:[a-z]{2,8}|#\d{2,6}|#x[\da-f]{2,6});|\{\{[^{}]{0,200}\}\}|\{%[^{}]{0,200}%\}|\$\{[^{}]{0,200}\}|\]\([^()\s]{0,200}\)|\*\*[^*\s]|(?<=^|\n)#{1,6} |\bfunction\s*\([^()]{0,100}\)\s*\{`;
/** Tags, entities, shortcodes, templates and Markdown. Every repetition excludes what begins it: linear. */
const pattern = new RegExp(`${tag}|${shortcode}|${rest}`, 'gu');

/** What is left of HTML, shortcodes, templates or Markdown. */
export const markup: Finder = {
  severity: 'fault',
  description: 'Leftover markup.',
  find: (article) =>
    matches(
      article,
      () => pattern,
      (word) => reviewMessages.FOUND_MARKUP({ word: quoteWord(word.trim()) }),
    ),
};
