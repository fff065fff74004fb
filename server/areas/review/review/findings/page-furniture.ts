import { reviewMessages } from '../messages.ts';
import { chunkPlace, quoteWord, type Finder } from './finding.ts';

// Whole lines that pages put between the paragraphs of an article, in the languages of the dashboard.
const toRead =
  'read (?:more|also|next)(?:[: ].{0,80})?|related (?:articles|stories)|(?:lesen sie|mehr) (?:auch|zum thema)(?:[: ].{0,80})?|weiterlesen(?: .{0,40})?|lire (?:aussi|la suite)(?:[: ].{0,80})?|à lire aussi(?:[: ].{0,80})?';
const toShare =
  'share (?:this|on)(?: .{0,40})?|follow us(?: .{0,40})?|print(?: this)?(?: article)?|teilen|artikel (?:teilen|drucken|anhören|merken)|partager(?: .{0,40})?';
const toSubscribe =
  "subscribe(?: (?:now|to .{0,60}))?|sign up (?:for|to) .{0,60}|newsletter|jetzt (?:abonnieren|anmelden|teilen)(?: .{0,40})?|s['’]abonner(?: .{0,40})?";
const advertisements = 'advertisement|anzeige|werbung|publicité';
const places =
  'click here(?: .{0,40})?|skip to .{0,40}|zum (?:newsletter|seitenanfang)(?: .{0,40})?|kommentare(?: \\(\\d{1,9}\\))?';
const obstacles = 'please enable javascript.{0,60}|(?:accept|alle) cookies.{0,40}';
const lines = new RegExp(
  `^(?:${toRead}|${toShare}|${toSubscribe}|${advertisements}|${places}|${obstacles})[ .!:»…]{0,9}$`,
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
        reason: reviewMessages.FOUND_PAGE_FURNITURE({ word: quoteWord(chunk.written.trim()) }),
      })),
};
