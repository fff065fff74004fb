import { chunkText } from '../../server/text/chunk-text.ts';
import type { Chunk, ChunkOptions, ChunkStrategy } from '../../server/text/chunk-text.ts';
import { isSpeakable } from '../../server/text/normalise-text.ts';
import { sizeOf } from '../../server/text/split-to-limit.ts';
import { parseVoiceTags } from '../../server/text/voice-tags.ts';
import type { VoiceSpan } from '../../server/text/voice-tags.ts';

export const strategies: ChunkStrategy[] = [
  'sentences',
  'paragraphs',
  'voice_tag_sentences',
  'voice_tag_paragraphs',
];

/**
 * For tests: what is wrong with the chunks of a text, in words. Nothing, for every text, strategy, language
 * and limit.
 */
export function chunkProblems(text: string, given: ChunkOptions): string[] {
  const problems: string[] = [];
  const demand = (holds: boolean, problem: string): void => {
    if (!holds) problems.push(problem);
  };
  const chunks = chunkText(text, given).filter(({ kind }) => kind !== 'title');
  const spans = parseVoiceTags(text);
  const isWellFormed = text.isWellFormed();
  let end = 0;
  let index = 0;
  for (const chunk of chunks) {
    const name = JSON.stringify(chunk.text);
    demand(chunk.start >= end, `${name} begins before the chunk before it ends`);
    for (const between of passages(text, spans, end, chunk.start))
      demand(!isSpeakable(between), `${JSON.stringify(between)} is in no chunk`);
    end = chunk.end;
    demand(
      chunk.text === text.slice(chunk.start, chunk.end).replace(/\s/g, ' '),
      `${name} is not the text at its place`,
    );
    demand(chunk.text === chunk.text.trim(), `${name} has white space at its ends`);
    demand(isSpeakable(chunk.text), `${name} cannot be spoken`);
    demand(!isWellFormed || chunk.text.isWellFormed(), `${name} cuts a character`);
    demand(
      sizeOf(chunk.text, 0, chunk.text.length, given.limit.unit) <= given.limit.value,
      `${name} exceeds the limit`,
    );
    while (index < spans.length && spans[index]!.end < chunk.end) index++;
    const span = spans[index];
    demand(span !== undefined && span.start <= chunk.start, `${name} lies in two voices or in a tag`);
    if (!span) continue;
    demand(
      chunk.voice?.name === span.voice?.name && chunk.voice?.style === span.voice?.style,
      `${name} has another voice's tag`,
    );
    demand(endsWithWord(text, chunk, span, given), `${name} ends inside a word`);
    demand(endsOutsideEntity(text, chunk, given), `${name} ends inside an entity`);
  }
  for (const between of passages(text, spans, end, text.length))
    demand(!isSpeakable(between), `${JSON.stringify(between)} is in no chunk`);
  demand((chunks.at(-1)?.pauseAfter ?? 'none') === 'none', 'a pause follows the last chunk');
  return problems;
}

/** The text between two offsets without its voice tags. */
const passages = (text: string, spans: VoiceSpan[], from: number, to: number): string[] =>
  from >= to
    ? []
    : spans
        .filter(({ start, end }) => start < to && end > from)
        .map(({ start, end }) => text.slice(Math.max(from, start), Math.min(to, end)));

const spacedWord = /^[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{Nd}\x21-\x7e–—…„“”‚‘’«»]+$/u;

/** In scripts with spaces a chunk ends at a space, unless the word alone exceeds the limit. */
function endsWithWord(text: string, { end }: Chunk, span: VoiceSpan, { limit }: ChunkOptions): boolean {
  let from = end;
  let to = end;
  while (from > span.start && /\S/.test(text[from - 1]!)) from--;
  while (to < span.end && /\S/.test(text[to]!)) to++;
  return (
    to === end || !spacedWord.test(text.slice(from, to)) || sizeOf(text, from, to, limit.unit) > limit.value
  );
}

function endsOutsideEntity(text: string, { end }: Chunk, { limit }: ChunkOptions): boolean {
  const at = text.lastIndexOf('&', end - 1);
  const entity = at === -1 ? null : /^&(?:[a-z][a-z0-9]*|#\d+);/i.exec(text.slice(at, at + 20));
  return !entity || at + entity[0].length <= end || entity[0].length > limit.value;
}
