import type { Document } from 'domhandler';
import { firstOf, select, textOf } from './dom.ts';

/** Programs that make forums, by how they sign their pages. */
const forums =
  /\b(?:phpbb|vbulletin|discourse|xenforo|simple machines|mybb|woltlab|burning board|invision|vanilla)\b/i;
/** What holds a post, or tells of who wrote it, in the templates of forums. */
const posts = '.postprofile, .postbody, .message-userDetails, .topic-post, .post_body';
const discussionTypes = /"@type"\s?:\s?"(?:DiscussionForumPosting|QAPage)"/;

/**
 * Returns whether a page declares itself a discussion, where the answers are its content. Elsewhere, comments
 * follow an article, however many there are.
 */
export function isDiscussion(document: Document): boolean {
  const generator = firstOf(document, 'meta[name="generator" i]')?.attribs['content'] ?? '';
  const body = firstOf(document, 'body')?.attribs;
  return (
    select(document, posts, 2).length === 2 ||
    forums.test(`${generator} ${body?.['id'] ?? ''} ${body?.['class'] ?? ''}`) ||
    firstOf(document, '[itemtype$="/QAPage"], [itemtype$="/DiscussionForumPosting"]') !== null ||
    select(document, 'script[type*="ld+json" i]').some((script) => discussionTypes.test(textOf(script)))
  );
}
