import { SaxesParser } from 'saxes';
import { entryProblem, plainEntry, type DraftEntry } from './check-entry.ts';
import { fileText } from './csv.ts';
import {
  DictionaryFileError,
  fileMaxEntries,
  reportedProblemsMax,
  type FileProblem,
  type LineProblem,
} from './dictionary-file.ts';
import { ipaOfXSampa } from './x-sampa.ts';

const namespace = 'http://www.w3.org/2005/01/pronunciation-lexicon';

/** Maximum depth of nested elements; a lexicon has three, plus those of its metadata. */
const maxDepth = 50;

/** What a file says, and the language that it says it of. */
export interface Lexicon {
  /** BCP 47; null: the file does not say. */
  language: string | null;
  entries: DraftEntry[];
}

interface Lexeme {
  line: number;
  graphemes: string[];
  alias: string | null;
  phoneme: { sounds: string; alphabet: string } | null;
}

/**
 * The entries of a lexicon (W3C, Pronunciation Lexicon Specification 1.0), as Polly, Azure and ElevenLabs
 * take it: each spelling of a word becomes an entry with its case kept. A word with sounds and an alias says
 * the alias where a voice takes no sounds. No document type is read: entities other than XML's own are an
 * error.
 * @throws DictionaryFileError with the lines that are wrong; then nothing of the file is taken
 */
export function readPls(bytes: Uint8Array): Lexicon {
  const reader = new LexiconReader();
  reader.parse(fileText(bytes));
  return reader.finished();
}

class LexiconReader {
  readonly #parser = new SaxesParser({ xmlns: true, position: true });
  readonly #entries: DraftEntry[] = [];
  readonly #problems: LineProblem[] = [];
  #language: string | null = null;
  #alphabet = 'ipa';
  #lexeme: Lexeme | null = null;
  #element = '';
  #text = '';
  #attributes: Record<string, string> = {};
  #depth = 0;

  parse(text: string): void {
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw new DictionaryFileError([{ line: parser.line, problem: 'unreadable', found: '' }], {
        cause: error,
      });
    });
    parser.on('opentag', ({ local, attributes }) => {
      // The parser looks for a namespace through all that is open.
      if (++this.#depth > maxDepth) this.#refuse('unreadable', local.slice(0, 80));
      const given = Object.fromEntries(Object.values(attributes).map(({ name, value }) => [name, value]));
      this.#open(local, given);
    });
    parser.on('text', (text) => (this.#text += text));
    parser.on('cdata', (text) => (this.#text += text));
    parser.on('closetag', ({ local }) => {
      this.#depth--;
      this.#close(local);
    });
    parser.write(text).close();
  }

  finished(): Lexicon {
    if (this.#problems.length > 0) throw new DictionaryFileError(this.#problems);
    if (this.#entries.length === 0) this.#refuse('empty', '');
    return { language: this.#language, entries: this.#entries };
  }

  #open(name: string, attributes: Record<string, string>): void {
    if (this.#element === '' && name !== 'lexicon') this.#refuse('unreadable', name);
    if (name === 'lexicon') {
      this.#alphabet = attributes['alphabet'] ?? 'ipa';
      this.#language = attributes['xml:lang'] ?? null;
    }
    if (name === 'lexeme')
      this.#lexeme = { line: this.#parser.line, graphemes: [], alias: null, phoneme: null };
    this.#element = name;
    this.#attributes = attributes;
    this.#text = '';
  }

  #close(name: string): void {
    const lexeme = this.#lexeme;
    if (!lexeme) return;
    const text = this.#text.trim();
    // Of several ways to say a word the preferred one counts, else the first.
    const isPreferred = this.#attributes['prefer'] === 'true';
    if (name === 'grapheme' && text) lexeme.graphemes.push(text);
    if (name === 'alias' && (lexeme.alias === null || isPreferred)) lexeme.alias = text;
    if (name === 'phoneme' && (lexeme.phoneme === null || isPreferred))
      lexeme.phoneme = { sounds: text, alphabet: this.#attributes['alphabet'] ?? this.#alphabet };
    this.#attributes = {};
    this.#text = '';
    if (name !== 'lexeme') return;
    this.#lexeme = null;
    this.#take(lexeme);
  }

  #take({ line, graphemes, alias, phoneme }: Lexeme): void {
    if (graphemes.length === 0) this.#note(line, 'no-source', '');
    const sounds = phoneme && ipaOf(phoneme);
    if (sounds && 'problem' in sounds) return this.#note(line, sounds.problem, sounds.found);
    for (const grapheme of graphemes) {
      const entry: DraftEntry = {
        ...plainEntry(grapheme, alias ?? ''),
        kind: sounds ? 'phonemes' : 'substitution',
        phonemes: sounds?.ipa ?? null,
        matchCase: true,
      };
      const problem = entryProblem(entry) ?? (!sounds && alias === null ? 'no-phonemes' : null);
      if (problem) this.#note(line, problem, grapheme.slice(0, 80));
      else this.#entries.push(entry);
    }
    if (this.#entries.length > fileMaxEntries) this.#refuse('too-many', '');
  }

  #note(line: number, problem: FileProblem, found: string): void {
    if (this.#problems.length < reportedProblemsMax) this.#problems.push({ line, problem, found });
  }

  #refuse(problem: FileProblem, found: string): never {
    throw new DictionaryFileError([{ line: this.#parser.line, problem, found }]);
  }
}

/** Sounds in IPA, from the alphabets that there is a way from. */
function ipaOf({
  sounds,
  alphabet,
}: NonNullable<Lexeme['phoneme']>): { ipa: string } | { problem: FileProblem; found: string } {
  if (alphabet === 'ipa') return { ipa: sounds };
  if (alphabet !== 'x-sampa' && alphabet !== 'x-amazon-xsampa')
    return { problem: 'unknown-alphabet', found: alphabet.slice(0, 80) };
  const ipa = ipaOfXSampa(sounds);
  return ipa === null ? { problem: 'bad-phonemes', found: sounds.slice(0, 80) } : { ipa };
}

/** What of a dictionary a lexicon can say. Patterns and parts of words it cannot. */
export const isLexical = ({ isPattern, wholeWord }: DraftEntry): boolean => !isPattern && wholeWord;

/**
 * Writes entries as a lexicon, word by word; leaves out what `isLexical` rejects.
 * @param letters returns how a word is spelled out letter by letter
 */
export function* writePls(
  entries: Iterable<DraftEntry>,
  language: string,
  letters: (word: string) => string,
): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<lexicon version="1.0" xmlns="${namespace}" alphabet="ipa" xml:lang="${escaped(language)}">\n`;
  for (const entry of entries) {
    if (!isLexical(entry)) continue;
    const { source, replacement, kind, phonemes } = entry;
    const alias = kind === 'letters' ? letters(source) : replacement;
    const said =
      (kind === 'phonemes' ? `<phoneme>${escaped(phonemes ?? '')}</phoneme>` : '') +
      (kind !== 'phonemes' || alias !== '' ? `<alias>${escaped(alias)}</alias>` : '');
    yield `  <lexeme><grapheme>${escaped(source)}</grapheme>${said}</lexeme>\n`;
  }
  yield '</lexicon>\n';
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string =>
  text.replace(/[\p{Cc}\ufffe\uffff]/gu, ' ').replace(/[&<>"]/g, (sign) => entities[sign]!);
