import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { visitorBounds } from '../../../product.ts';

/** A browser's name for itself has some hundred characters, and a release of one is shared by millions. */
const known = new LRUCache<string, boolean>({ max: visitorBounds.rememberedAgents });

/** Programs that the list does not know: `compatible;` is in no browser's name but Internet Explorer's. */
const unlisted = /compatible;(?! MSIE)|gtmetrix/i;

/**
 * Whether a User-Agent is a program's, by the public list of package isbot; one that says nothing is no
 * browser.
 */
export function isProgram(userAgent: string | undefined): boolean {
  if (!userAgent || userAgent.length > 1_024) return true;
  let program = known.get(userAgent);
  if (program === undefined) {
    known.set(userAgent, (program = isbot(userAgent) || unlisted.test(userAgent)));
  }
  return program;
}
