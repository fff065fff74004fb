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
    'The page holds no text that could be an article.{nearest, plural, =0 {} one { What comes nearest has 1 character.} other { What comes nearest has {nearest, number, ::group-off} characters.}}',
  PAGE_NEEDS_CONSENT:
    'The page asks its readers for consent before it shows the article.{nearest, plural, =0 {} one { What comes nearest has 1 character.} other { What comes nearest has {nearest, number, ::group-off} characters.}} A feed with whole texts, or an address that asks for nothing, can be read.',
  PAGE_NEEDS_SCRIPTS:
    'The page shows its article only to browsers that run its scripts.{nearest, plural, =0 {} one { What comes nearest has 1 character.} other { What comes nearest has {nearest, number, ::group-off} characters.}} A feed with whole texts, or structured data on the page, can be read.',
  PAGE_TEXT_TOO_LONG:
    "The page's text has {characters, number, ::group-off} characters; at most {limit, number, ::group-off} are allowed.",
  PAGE_IS_FILE_OF_TYPE: 'The address leads to a file of the type {type}, not to a page.',
  PAGE_IS_FILE: 'The address leads to a file, not to a page.',
  PAGE_IS_PDF: 'The address leads to a PDF, not to a page.',
  PAGE_ADDRESS_MISSING: 'The article has no URL to read its text from.',
  PAGE_ROBOTS_TXT_FORBIDS:
    "The site's robots.txt asks programs like this one not to read the page. If this is your site, set the source to ignore robots.txt.",
  PAGE_FORBIDS_USE:
    'The page asks programs not to use it (X-Robots-Tag or robots meta tag). If this is your site, set the source to ignore robots.txt.',
  SITE_ROBOTS_TXT_FORBIDS: "The site's robots.txt asks programs like this one not to read it.",
  SITE_ROBOTS_TXT_FORBIDS_SOURCE:
    "The site's robots.txt asks programs like this one not to read it. If the site is yours, let the source pass over robots.txt.",
  EXTRACTOR_RULE_UNKNOWN: "There is no extractor rule called ''{rule}''.",
  EXTRACTOR_RULE_UNKNOWN_ENCODING:
    "The extractor rule ''charset'' names the unknown encoding ''{encoding}''.",
  EXTRACTOR_RULE_BAD_SELECTOR:
    "The extractor rule ''{rule}'' has a selector that is not valid CSS: ''{selector}''.",
  EXTRACTOR_RULE_STRICT_FAILED: "The extractor rule 'should_strict' matches nothing on this page.",
  EXTRACTOR_RULES_WITHOUT_TEXT: 'What the extractor rules name holds no text.',
});

/** Why something cannot be read as a feed, in sentences for the publisher. */
export const feedMessages = declareMessages({
  FEED_ADDRESS_MISSING: 'The source has no URL.',
  FEED_EMPTY: 'The address answers an empty document.',
  FEED_CHALLENGED:
    "The site's bot protection{service, select, none {} other { ({service})}} answered instead of the feed, so nothing could be read. Ask the site's operator to let requests with the user agent {agent} through.",
  FEED_CHALLENGED_SINCE:
    "The site's bot protection{service, select, none {} other { ({service})}} answered instead of the feed, which last worked on {day}. Ask the site's operator to let requests with the user agent {agent} through.",
  FEED_TOO_MANY_PARTS: 'The feed has too many parts to be read.',
  FEED_TOO_COMPLEX: 'The feed is nested too deeply or has too many elements.',
  FEED_JSON_DAMAGED: 'The address answers JSON that is damaged.',
  FEED_IS_OTHER_JSON: 'The address answers JSON, but not a JSON Feed (jsonfeed.org).',
  FEED_IS_NONE: 'The address answers a document that is neither RSS nor Atom nor JSON Feed.',
  FEED_IS_PAGE: 'This is a web page, not a feed.',
  FEED_IS_PAGE_WITH_FEED: 'This is a web page, not a feed. It advertises the feed {feed}.',
  FEED_WITHOUT_TEXT: 'The feed has no text of this article.',
});

/** What is wrong with rules that replace parts of addresses, in sentences for who wrote them. */
export const urlReplacementMessages = declareMessages({
  URL_REPLACEMENT_WITHOUT_SOURCE: 'The source must not be empty.',
  URL_REPLACEMENT_NOT_WRAPPED: 'A regular expression must be wrapped in slashes: /pattern/.',
  URL_REPLACEMENT_UNKNOWN_FLAG: "The regular expression has the unknown flag ''{flag}''.",
  URL_REPLACEMENT_BAD_PATTERN: 'The regular expression is not valid: {reason}.',
  URL_REPLACEMENT_MAKES_NO_ADDRESS: "The rules make of the address ''{result}'', which is no web address.",
  URL_REPLACEMENT_TOO_LONG: 'The rule makes the address longer than {limit, number, ::group-off} characters.',
  URL_REPLACEMENT_TOO_SLOW: 'The rules take too long: up to here they need more than a second.',
});

/**
 * What has changed on a site, for its source's editors. `articles` says what became of their length: none are
 * found, they are shorter or longer, or the same. `usual` and `now` are characters.
 */
export const siteMessages = declareMessages({
  SITE_HAS_CHANGED:
    "{template, select, NEW {The site's template seems to have changed: } other {Something has changed on the site: }}{articles, select, NONE {no articles are found on its pages any more} SHORTER {its articles have become shorter: about {now, number} characters instead of {usual, number}} LONGER {its articles have become longer: about {now, number} characters instead of {usual, number}} other {}}{certainty, select, LESS {{articles, select, SAME {} other {, and }}it has become less certain what on its pages is the article} other {}}. Please look at the latest articles, and at the extractor rules.",
});
