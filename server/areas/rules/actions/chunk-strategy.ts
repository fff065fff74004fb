import type { ChunkStrategy } from '../../../text/chunk-text.ts';
import type { Action } from './action.ts';

const titles: Record<ChunkStrategy, string> = {
  sentences: 'Sentences',
  paragraphs: 'Paragraphs',
  voice_tag_sentences: 'Sentences within voice tags',
  voice_tag_paragraphs: 'Paragraphs within voice tags',
};

export const chunkStrategy: Action = {
  action: 'chunk_strategy',
  title: 'Chunk strategy',
  description:
    'Sets how the text is divided into chunks. A voice phrases each chunk as a whole, and an edit re-voices only the chunks it changes.',
  valueKind: 'options',
  options: Object.entries(titles).map(([value, title]) => ({ value, title })),
  multiple: false,
  defaultValues: ['sentences'],
  afterVoicing: false,
  apply(outcome, [strategy]) {
    outcome.chunkStrategy = strategy as ChunkStrategy;
  },
};
