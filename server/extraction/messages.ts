import { declareMessages } from '../lib/declare-messages.ts';

/**
 * Why a page cannot be made an article, in sentences for the publisher. `nearest` counts the characters of
 * what comes nearest to one; 0: nothing does.
 */
export const extractionMessages = declareMessages({
  PAGE_TOO_SLOW: 'Reading the page took too long.',
  PAGE_NEEDS_MEMORY: 'The page needs too much memory to be read.',
  PAGE_NOT_READ: 'The page could not be read.',
  PAGE_EMPTY: 'The page is empty.',
  PAGE_TOO_COMPLEX: 'The page is nested too deeply or has too many elements to be read.',
  PAGE_WITHOUT_ARTICLE:
    'No article was found on the page.{nearest, plural, =0 {} one { The longest text found has 1 character.} other { The longest text found has {nearest, number, ::group-off} characters.}}',
  PAGE_NEEDS_CONSENT:
    'The page asks for consent before it shows the article.{nearest, plural, =0 {} one { The longest text found has 1 character.} other { The longest text found has {nearest, number, ::group-off} characters.}} Use a feed with full texts, or an address that doesn’t ask for consent.',
  PAGE_NEEDS_SCRIPTS:
    'The page shows its article only to browsers that run JavaScript.{nearest, plural, =0 {} one { The longest text found has 1 character.} other { The longest text found has {nearest, number, ::group-off} characters.}} Use a feed with full texts, or a page with structured data.',
  PAGE_TEXT_TOO_LONG:
    'The page’s text has {characters, number, ::group-off} characters. The maximum is {limit, number, ::group-off}.',
  PAGE_IS_FILE_OF_TYPE: 'The address leads to a file of the type {type}, not to a page.',
  PAGE_IS_FILE: 'The address leads to a file, not to a page.',
  PAGE_IS_PDF: 'The address leads to a PDF, not to a page.',
  PAGE_ADDRESS_MISSING: 'The article has no URL to read its text from.',
  PAGE_ROBOTS_TXT_FORBIDS:
    'The site’s robots.txt doesn’t allow automated access to the page. If this is your site, set the source to ignore robots.txt.',
  PAGE_FORBIDS_USE:
    'The page doesn’t allow automated access (X-Robots-Tag or robots meta tag). If this is your site, set the source to ignore robots.txt.',
  SITE_ROBOTS_TXT_FORBIDS: 'The site’s robots.txt doesn’t allow automated access.',
  SITE_ROBOTS_TXT_FORBIDS_SOURCE:
    'The site’s robots.txt doesn’t allow automated access. If this is your site, set the source to ignore robots.txt.',
  EXTRACTOR_RULE_UNKNOWN: "There is no extractor rule called ''{rule}''.",
  EXTRACTOR_RULE_UNKNOWN_ENCODING:
    "The extractor rule ''charset'' names the unknown encoding ''{encoding}''.",
  EXTRACTOR_RULE_BAD_SELECTOR:
    "The extractor rule ''{rule}'' has a selector that is not valid CSS: ''{selector}''.",
  EXTRACTOR_RULE_STRICT_FAILED: "The extractor rule 'should_strict' matches nothing on this page.",
  EXTRACTOR_RULES_WITHOUT_TEXT: 'The elements that the extractor rules select contain no text.',
});

/** Why something cannot be read as a feed, in sentences for the publisher. */
export const feedMessages = declareMessages({
  FEED_ADDRESS_MISSING: 'The source has no URL.',
  FEED_EMPTY: 'The address returns an empty document.',
  FEED_CHALLENGED:
    'The site’s bot protection{service, select, none {} other { ({service})}} blocked our request, so we couldn’t read the feed. Ask the site’s operator to allow requests with the user agent {agent}.',
  FEED_CHALLENGED_SINCE:
    'The site’s bot protection{service, select, none {} other { ({service})}} blocked our request. We last read the feed on {day}. Ask the site’s operator to allow requests with the user agent {agent}.',
  FEED_TOO_MANY_PARTS: 'The feed has too many parts to be read.',
  FEED_TOO_COMPLEX: 'The feed is nested too deeply or has too many elements.',
  FEED_JSON_DAMAGED: 'The address returns damaged JSON.',
  FEED_IS_OTHER_JSON: 'The address returns JSON, but not a JSON Feed (jsonfeed.org).',
  FEED_IS_NONE: 'The address returns a document that isn’t RSS, Atom or JSON Feed.',
  FEED_IS_PAGE: 'This is a web page, not a feed.',
  FEED_IS_PAGE_WITH_FEED: 'This is a web page, not a feed. It links to the feed {feed}.',
  FEED_WITHOUT_TEXT: 'The feed has no text of this article.',
});

/** What is wrong with rules that replace parts of addresses, in sentences for the people who wrote them. */
export const urlReplacementMessages = declareMessages({
  URL_REPLACEMENT_WITHOUT_SOURCE: 'The text to find must not be empty.',
  URL_REPLACEMENT_NOT_WRAPPED: 'A regular expression must be wrapped in slashes: /pattern/.',
  URL_REPLACEMENT_UNKNOWN_FLAG: "The regular expression has the unknown flag ''{flag}''.",
  URL_REPLACEMENT_BAD_PATTERN: 'The regular expression is not valid: {reason}.',
  URL_REPLACEMENT_MAKES_NO_ADDRESS: 'The rules turn the address into “{result}”, which isn’t a web address.',
  URL_REPLACEMENT_TOO_LONG: 'The rule makes the address longer than {limit, number, ::group-off} characters.',
  URL_REPLACEMENT_TOO_SLOW: 'The rules take too long (more than a second).',
});

/**
 * What has changed on a site, for its source's editors. `articles` is the change of their length: none are
 * found, they are shorter or longer, or the same. `usual` and `now` are characters.
 */
export const siteMessages = declareMessages({
  SITE_HAS_CHANGED:
    '{template, select, NEW {The site’s template seems to have changed: } other {Something has changed on the site: }}{articles, select, NONE {no articles are found on its pages any more} SHORTER {its articles have become shorter: about {now, number} characters instead of {usual, number}} LONGER {its articles have become longer: about {now, number} characters instead of {usual, number}} other {}}{certainty, select, LESS {{articles, select, SAME {} other {, and }}its articles are recognized less reliably} other {}}. Check the latest articles and the extractor rules.',
});
