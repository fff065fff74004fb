import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Document, Element } from 'domhandler';
import { decodeText } from '../server/extraction/charset.ts';
import { isDiscussion } from '../server/extraction/discussion.ts';
import { linkedArticle } from '../server/extraction/json-ld.ts';
import { metadataOf } from '../server/extraction/metadata.ts';
import { parsePage } from '../server/extraction/page.ts';
import { paragraphsOfPage } from '../server/extraction/page-paragraphs.ts';
import { describe } from '../server/extraction/paragraph-features.ts';
import type { Paragraph } from '../server/extraction/paragraphs.ts';

/**
 * Real pages with what their articles must hold and must not; they lie beside the project, or where `CORPUS`
 * says.
 */
export const corpus = process.env['CORPUS']
  ? pathToFileURL(`${process.env['CORPUS']}/`)
  : new URL('../../shared/corpus/', import.meta.url);

export interface CorpusPage {
  url: string;
  file: string;
  must: string[];
  mustNot: string[];
  title?: string;
  date?: string;
  author?: string;
}

export function corpusPages(): CorpusPage[] {
  return ['pages.json', 'more-pages.json']
    .flatMap((file) => JSON.parse(readFileSync(new URL(file, corpus), 'utf8')) as CorpusPage[])
    .map((page) => ({ ...page, must: page.must.filter((segment) => !ofListings.has(segment)) }));
}

/** Segments that stand in programs: an article is wanted with them, but they are not spoken. */
const ofListings: ReadonlySet<string> = new Set([
  'set-option -s set',
  '0.0.0-YYYYmmddHHMMSS-abcdefabcdef',
  '(addr, ctypes.',
  'from django.conf import settings',
  'Clear the cache versions',
  '<config files>',
  'poetry add yapapi',
]);

export function bytesOf({ file }: CorpusPage): Buffer {
  return readFileSync(new URL(`pages/${file}`, corpus));
}

/** With one space wherever there is white space: what the corpus' segments are compared in. */
export const singleSpaced = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ');

/**
 * A page's site: its host without what hosts of one site differ in, from within the archive's address where
 * an archive has it.
 */
export function siteOf({ url, file }: CorpusPage): string {
  const address =
    /^https?:\/\/web\.archive\.org\/web\/[^/]+\/(?:https?:\/\/)?(.+)$/.exec(url)?.[1] ??
    url.replace(/^https?:\/\//, '');
  const host = (address || file).split(/[/?#]/)[0]?.toLowerCase() ?? file;
  const parts = host.split('.');
  const count = /^(?:co|com|org|gv|ac|gov|net|or)$/.test(parts.at(-2) ?? '') && parts.length > 2 ? 3 : 2;
  return parts.slice(-count).join('.');
}

/** By which sites are dealt out to folds: another number deals them otherwise. */
const deal = 1;

/** The fold of five that a site belongs to, by its name. */
export function foldOf(page: CorpusPage): number {
  let hash = 2_166_136_261 ^ deal;
  for (const letter of siteOf(page)) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  hash ^= hash >>> 15;
  return (Math.imul(hash, 0x2c1b3c6d) >>> 4) % 5;
}

export interface ReadPage {
  page: CorpusPage;
  title: string;
  author: string | null;
  paragraphs: Paragraph[];
  rows: Float32Array[];
  /** Whether the page says itself that it is a discussion. */
  isDiscussion: boolean;
  /** What was put below its article: see `grafts.ts`. */
  grafts?: ReadonlySet<Element>;
}

export function readPage(page: CorpusPage): ReadPage {
  return readDocument(page, parsePage(decodeText(bytesOf(page)).text));
}

export function readDocument(page: CorpusPage, document: Document): ReadPage {
  const linked = linkedArticle(document);
  const metadata = metadataOf(document, linked, page.url);
  const paragraphs = paragraphsOfPage(document);
  const { rows } = describe(paragraphs, { ...metadata, body: linked?.body ?? null });
  return {
    page,
    title: metadata.title ?? '',
    author: metadata.author,
    paragraphs,
    rows,
    isDiscussion: isDiscussion(document),
  };
}
