import { IntlMessageFormat } from 'intl-messageformat';
import { z } from 'zod';

/**
 * Declares messages. A message from the server to people is a code with parameters, which clients format in
 * the reader's language. Each area declares its messages once in its `messages.ts`, with the English sentence
 * for API clients as an ICU message:
 *
 * export const articleMessages = declareMessages({
 * ARTICLE_TITLE_TOO_LONG: 'A title has at most {limit, number, ::group-off} characters.',
 * });
 *
 * and creates one where it is needed. The placeholders of the sentence are the required parameters:
 *
 * const told = articleMessages.ARTICLE_TITLE_TOO_LONG({ limit: 200 });
 * throw new ValidationError([{ field: 'title', ...told }]);
 *
 * The database stores a `Notice`: `noticeOf(message)` is written, `noticeSchema` parses it, and
 * `sentenceOf(notice)` formats it in English. A released code keeps its name and parameters, because clients
 * and stored rows refer to them. `server/messages.ts` lists the files, from which `npm run generate` derives
 * what the dashboard has to translate.
 */
export function declareMessages<const Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
): DeclaredMessages<Texts> {
  const makers = Object.entries(texts).map(([code, text]) => {
    if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(code)) throw new TypeError(`"${code}" is no code.`);
    if (declared.has(code)) throw new TypeError(`The message ${code} is declared twice.`);
    declared.set(code, text);
    return [code, (parameters: Parameters = {}) => new DeclaredMessage(code, parameters)];
  });
  return Object.fromEntries(makers) as DeclaredMessages<Texts>;
}

/**
 * Values by name, as they are sent. A point in time is sent as ISO 8601, a day as `YYYY-MM-DD`. A text may be
 * replaced by another message.
 */
export type Parameters = Readonly<Record<string, string | number | Message>>;

declare const ofMessage: unique symbol;

/** What a declared message says in English. No other text passes for it. */
export type Sentence = string & { readonly [ofMessage]: true };

/** What is kept of a message. */
export interface Notice {
  readonly code: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** A message with the values of its parameters. Its properties can be spread. */
class DeclaredMessage {
  readonly code: string;
  readonly parameters: Parameters;
  /** In English, for programs. */
  readonly message: Sentence;

  constructor(
    code: string,
    parameters: Parameters,
    sentence = format(declared.get(code) ?? code, parameters),
  ) {
    this.code = code;
    this.parameters = parameters;
    this.message = sentence as Sentence;
  }
}
export type Message = DeclaredMessage;

/** A message that programs read in another English sentence than its own, such as one that begins a line. */
export const rewordMessage = ({ code, parameters }: Message, sentence: string): Message =>
  new DeclaredMessage(code, parameters, sentence);

/** Reads a notice that was kept. */
export const noticeSchema = z.object({
  code: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
}) satisfies z.ZodType<Notice>;

/** What of a message is kept; of a message within it, its sentence, which every release can read. */
export const noticeOf = ({ code, parameters }: Message): Notice => ({ code, parameters: inText(parameters) });

const inText = (parameters: Parameters): Notice['parameters'] =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'object' ? value.message : value,
    ]),
  );

/** Returns a stored message; null if another release wrote it with an unknown code or parameters. */
export function messageOf({ code, parameters }: Notice): Message | null {
  const sentence = sentenceOf({ code, parameters });
  return sentence === null ? null : new DeclaredMessage(code, parameters, sentence);
}

/** Returns a notice in English; null if another release wrote it with an unknown code or parameters. */
export function sentenceOf({ code, parameters }: Notice): string | null {
  const text = declared.get(code);
  if (text === undefined) return null;
  try {
    return format(text, parameters);
  } catch {
    // Another release gave it other parameters.
    return null;
  }
}

/** The English text of every message that the program has loaded, by its code. */
export const declaredMessages = (): ReadonlyMap<string, string> => declared;

const declared = new Map<string, string>();
const formats = new Map<string, IntlMessageFormat>();

function format(text: string, parameters: Parameters): string {
  if (!text.includes('{')) return text;
  const known = formats.get(text) ?? new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true });
  formats.set(text, known);
  return String(known.format(inText(parameters)));
}

export type DeclaredMessages<Texts> = {
  readonly [Code in keyof Texts]: keyof ParametersOf<Texts[Code]> extends never
    ? () => Message
    : (parameters: ParametersOf<Texts[Code]>) => Message;
};

/** Parameters of an ICU message: numbers where the message declares them, otherwise texts. */
export type ParametersOf<Text> = { readonly [Name in Arguments<Text> as Name[0]]: ValueOf<Name[1]> };

type ValueOf<Kind> = Kind extends 'number' | 'plural' | 'selectordinal'
  ? number
  : Kind extends 'text'
    ? string | Message
    : string;

/**
 * The arguments of an ICU message, as a union of pairs of name and kind. What opens a brace within the cases
 * of a plural or select is a text again.
 * @template Inside whether the text at hand lies in cases, from the innermost outwards
 */
type Arguments<
  Text,
  Inside extends boolean[] = [],
  Found = never,
> = Text extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${infer Left}`
    ? Arguments<`${Left}{${After}`, Tail<Inside>, Found>
    : Inside extends [true, ...boolean[]]
      ? Arguments<After, [false, ...Inside], Found>
      : After extends `${infer Inner}}${infer Rest}`
        ? Inner extends `${infer Name}, ${infer Kind}, ${string}{${string}`
          ? After extends `${string}, ${string}, ${infer Cases}`
            ? Arguments<Cases, [true, ...Inside], Found | [Name, Kind]>
            : never
          : Arguments<Rest, Inside, Found | NamedBy<Inner>>
        : never
  : Found;

type NamedBy<Inner> = Inner extends `${infer Name}, ${infer Kind}, ${string}`
  ? [Name, Kind]
  : Inner extends `${infer Name}, ${infer Kind}`
    ? [Name, Kind]
    : [Inner, 'text'];

type Tail<List extends boolean[]> = List extends [boolean, ...infer Rest extends boolean[]] ? Rest : [];
