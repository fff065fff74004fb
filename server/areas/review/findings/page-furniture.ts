import { reviewMessages } from '../messages.ts';
import { chunkPlace, quoted, type Finder } from './finding.ts';

/** Whole lines that pages put between the paragraphs of an article, in the languages of the dashboard. */
const lines = new RegExp(
  `^(?:${[
    'read (?:more|also|next)(?:[: ].{0,80})?',
    'advertisement',
    'share (?:this|on)(?: .{0,40})?',
    'subscribe(?: (?:now|to .{0,60}))?',
    'sign up (?:for|to) .{0,60}',
    'related (?:articles|stories)',
    'follow us(?: .{0,40})?',
    'click here(?: .{0,40})?',
    'skip to .{0,40}',
    'print(?: this)?(?: article)?',
    'anzeige',
    'werbung',
    'weiterlesen(?: .{0,40})?',
    '(?:lesen sie|mehr) (?:auch|zum thema)(?:[: ].{0,80})?',
    'artikel (?:teilen|drucken|anhören|merken)',
    'jetzt (?:abonnieren|anmelden|teilen)(?: .{0,40})?',
    'zum (?:newsletter|seitenanfang)(?: .{0,40})?',
    'newsletter',
    'teilen',
    'kommentare(?: \\(\\d+\\))?',
    'lire (?:aussi|la suite)(?:[: ].{0,80})?',
    'publicité',
    'partager(?: .{0,40})?',
    "s['’]abonner(?: .{0,40})?",
    'à lire aussi(?:[: ].{0,80})?',
    'please enable javascript.{0,60}',
    '(?:accept|alle) cookies.{0,40}',
  ].join('|')})[ .!:»…]*$`,
  'iu',
);

/** A line of the page around the article: an invitation to read, share or subscribe, an ad's heading. */
export const pageFurniture: Finder = {
  severity: 'warning',
  description: 'A line that belongs to the page, not to the article.',
  find: ({ chunks }) =>
    chunks
      .filter(({ written }) => lines.test(written.trim()))
      .map((chunk) => ({
        ...chunkPlace(chunk),
        reason: reviewMessages.FOUND_PAGE_FURNITURE({ word: quoted(chunk.written.trim()) }),
      })),
};
