import { language, sourceLanguage } from './language.ts';
import { dateLocale } from './formatters.ts';
import type { Notice, ServerMessage } from './server-message.ts';
import { withWords } from './words-part.ts';

/** By code; those of them that speak of something are functions of it. */
type Texts = Readonly<Record<string, string | ((of: never) => string)>>;

let serverWords: Readonly<Record<string, object>> | null = null;

/**
 * The words of other languages than the server's own, which only their readers need. They are there before
 * the first failure, as good as always.
 */
function load(): void {
  void import('../generated/words/server.ts').then(
    (module) => {
      serverWords = module.serverWords;
    },
    () => {
      // Not reached: the server's own words are shown.
    },
  );
}

if (language() !== sourceLanguage) load();

/** Formats a server message in the current language; messages without a translation stay as they are. */
export function formatServerMessage(said: ServerMessage | string): string {
  const what = typeof said === 'string' ? { message: said } : said;
  return inWords(what.message, [what]);
}

/**
 * Returns the message of a code that came without one, such as in an address, or null for an unknown code.
 * @throws TypeError when the words can't be fetched
 */
export async function formatByCode(code: string): Promise<string | null> {
  const module = await withWords(import('../generated/words/server.ts'));
  const texts = module.serverWords[language()] as unknown as Texts;
  const text = Object.hasOwn(texts, code) ? texts[code] : null;
  return typeof text === 'string' ? text : null;
}

/** The same of a sentence that was kept, with what it is made of, one after another, where that is known. */
export const formatStored = (sentence: string, notices?: readonly Notice[] | null): string =>
  inWords(sentence, notices ?? []);

function inWords(english: string, parts: readonly Partial<Notice>[]): string {
  if (language() === sourceLanguage || parts.length === 0) return english;
  if (!serverWords) load();
  const sentences = parts.map(translated);
  return sentences.includes(null) ? english : sentences.join(' ');
}

function translated({ code, parameters }: Partial<Notice>): string | null {
  try {
    const texts = serverWords?.[language()] as Texts | undefined;
    const text = code !== undefined && texts && Object.hasOwn(texts, code) ? texts[code] : undefined;
    // Which parameters a code has, the server knows; what is missing is found when it is read.
    return typeof text === 'function' ? text(complete(parameters) as never) : (text ?? null);
  } catch {
    // The words are still on their way, or the server is of another release, which gives other parameters.
    return null;
  }
}

/**
 * Wraps parameters so that reading a missing one throws an error. Nested messages are formatted in the same
 * language, and times and days in the reader's calendar.
 */
const complete = (parameters: unknown): object =>
  new Proxy(Object(parameters) as object, {
    get(of, name) {
      if (!(name in of)) throw new RangeError(`The message lacks ${String(name)}.`);
      const value = Reflect.get(of, name) as unknown;
      if (typeof value === 'object' && value !== null) return formatServerMessage(value as ServerMessage);
      return typeof value === 'string' ? inCalendar(value) : value;
    },
  });

/** A moment or a day in the reader's calendar; any other text as it is. */
function inCalendar(text: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d(?:\.\d+)?Z)?$/.exec(text) ?? [];
  if (day === undefined) return text;
  const options = time
    ? ({ dateStyle: 'medium', timeStyle: 'short' } as const)
    : ({ dateStyle: 'medium', timeZone: 'UTC' } as const);
  return new Intl.DateTimeFormat(dateLocale(language()), options).format(new Date(text));
}
