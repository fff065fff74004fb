import type { Page } from '@playwright/test';
import { pseudoLanguage } from '../../codegen/catalogues/pseudo-catalogue.ts';
import type { ShownText } from './texts-on-page.ts';

/** Schema fields whose texts are user data or names, and are shown as they are. */
const ofData = [
  // What people call themselves, their things, and what they have written.
  'name fullname email contactEmail title titles text labels slug sentence word said heard spokenText',
  // Addresses, files, codes of languages and time zones, identifiers.
  'url uri file publicUrl loaderUrl language timezone timeZone id key',
  // What a device says of itself, and what the security log says of a thing.
  'device value',
  // Names of what a check of the installation examined.
  'examined',
];
const isData = new Set(ofData.flatMap((fields) => fields.split(' ')));

/** Names that are the same in each language, wherever they occur; each with its reason. */
const names: RegExp[] = [
  // Language names in their own languages: people who look for theirs may not read the current one.
  /English|Deutsch|Français/g,
  // The product.
  /Parlance/g,
  // Addresses and what is written in code.
  /https?:\/\/\S*|\S+@\S+|\S*\/\S+\/\S*/g,
  // A failure that was kept before failures had codes: it stays as it was written.
  /The page answered 404\./g,
  // What the system says of a host that it does not find.
  /getaddrinfo [A-Z_]+ [\w.-]+/g,
  // User texts in the stage's rules, whose parts are shown separately.
  /liveblog|sport|weather|obituary/g,
  // The voices of the offline engine.
  /\b(?:Ada|Emil|Iris|Otto)\b/g,
  // Names of variables that the server is configured with.
  /[A-Z]+(?:_[A-Z]+)+/g,
  // What Intl writes, which has no pseudo-language: days, months, distances in time, countries, lists.
  /\b(?:this|\d+) (?:second|minute|hour|day)s?(?: ago)?\b|\bnow\b|\((?:United States|United Kingdom)\)/g,
  /(?<=\],) and (?=\[)|^or$/g,
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|\b[AP]M\b/g,
];

/**
 * Records the texts of data in a page's responses from now on, to tell them from its own texts.
 * @returns a function that returns them once all requests so far have responses
 */
export function recordData(page: Page): () => Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  const read: Promise<void>[] = [];
  const keep = (value: unknown, field: string): void => {
    if (typeof value === 'string' && isData.has(field) && value.trim()) known.add(value.trim());
    else if (Array.isArray(value)) for (const each of value) keep(each, field);
    else if (value && typeof value === 'object')
      for (const [name, inner] of Object.entries(value)) {
        // What rules are made of is called something in the catalogue.
        if (name !== 'ruleCatalogue') keep(inner, name);
      }
  };
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql')) return;
    read.push(
      request
        .response()
        .then((response) => response?.json())
        .then(
          (answer) => keep(answer, ''),
          () => {
            // The page was left in the meantime.
          },
        ),
    );
  });
  return async () => {
    // An answer may lead to another question.
    for (let asked = -1; asked !== read.length;) {
      asked = read.length;
      await Promise.all(read);
    }
    return known;
  };
}

/**
 * The words of a text that are neither data nor names nor from the catalogue, whose letters are all accented
 * in the pseudo-language; empty where there is none.
 */
export function ownWords({ text, of }: ShownText, data: ReadonlySet<string>): string {
  // Prompts for language models, in the language of the articles.
  if (of.startsWith('blockquote')) return '';
  // A line, a sentence or the beginning of what the data contains.
  if (text.length >= 10 && [...data].some((each) => each.replaceAll(/\s+/g, ' ').includes(text))) return '';
  const longestFirst = [...data].filter((each) => text.includes(each)).sort((a, b) => b.length - a.length);
  let rest = text.replaceAll(pseudoLanguage, ' ');
  for (const each of longestFirst) rest = rest.replaceAll(each, ' ');
  for (const name of names) rest = rest.replaceAll(name, ' ');
  return (rest.match(/[A-Za-z]{2,}/g) ?? []).join(' ');
}
