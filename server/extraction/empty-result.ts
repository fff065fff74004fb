import type { Message } from '../lib/declare-messages.ts';
import { extractionMessages } from './messages.ts';
import type { Document } from 'domhandler';
import { firstOf, select, textOf } from './dom.ts';
import type { ExtractionErrorKind } from './extraction-error.ts';

const consentNames =
  '[id*="consent" i], [class*="consent" i], [id*="cookie" i], [class*="cookie" i], [id*="privacy" i], [id*="sp_message" i], ' +
  '[id*="usercentrics" i], [id*="didomi" i], iframe[src*="consent" i], iframe[src*="privacy" i], script[src*="consent" i], ' +
  'script[src*="cmp." i]';
const consentWords =
  /\b(?:cookies?|einwilligung|zustimm\w+|werbung und tracking|consent|tracking|privacy|datenschutz|consentement|traceurs|consentimiento)\b/i;
const appRoots =
  '#root, #app, #__next, #__nuxt, #___gatsby, app-root, [data-reactroot], [ng-app], [data-server-rendered]';
const scriptWords = /\b(?:java ?script|scripts?)\b/i;
const sampleCharacters = 4_000;

/** Why a page holds nothing worth reading, in a sentence for the publisher. */
export function emptyResultReason(
  document: Document,
  found: number,
): { kind: ExtractionErrorKind; told: Message } {
  const body = firstOf(document, 'body');
  const text = body ? shownText(body).slice(0, sampleCharacters) : '';
  if (text.length < 2_500 && consentWords.test(text) && firstOf(document, consentNames)) {
    return { kind: 'needs-consent', told: extractionMessages.PAGE_NEEDS_CONSENT({ nearest: found }) };
  }
  const asksForScripts = select(document, 'noscript').some((noscript) => scriptWords.test(textOf(noscript)));
  if (text.length < 600 && (asksForScripts || firstOf(document, appRoots)) && firstOf(document, 'script')) {
    return { kind: 'needs-script', told: extractionMessages.PAGE_NEEDS_SCRIPTS({ nearest: found }) };
  }
  return { kind: 'no-text', told: extractionMessages.PAGE_WITHOUT_ARTICLE({ nearest: found }) };
}

function shownText(body: Parameters<typeof textOf>[0]): string {
  const silent = new Set(['script', 'style', 'noscript', 'template']);
  let text = '';
  const walk = (node: typeof body): void => {
    if (text.length > sampleCharacters) return;
    if (node.type === 'text') text += `${node.data} `;
    else if ('children' in node && !('name' in node && silent.has(node.name))) node.children.forEach(walk);
  };
  walk(body);
  return text.replace(/\s+/g, ' ').trim();
}
