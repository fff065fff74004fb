import { z } from 'zod';
import type { ChunkStrategy } from '../../../../text/chunk-text.ts';
import { action } from './action.ts';

const titles = {
  sentences: 'Sentences',
  paragraphs: 'Paragraphs',
  voice_tag_sentences: 'Sentences within voice tags',
  voice_tag_paragraphs: 'Paragraphs within voice tags',
} as const satisfies Record<ChunkStrategy, string>;
const strategies = Object.keys(titles) as [ChunkStrategy, ...ChunkStrategy[]];

export const chunkStrategy = action({
  action: 'chunk_strategy',
  title: 'Chunk strategy',
  description:
    'Sets how the text is divided into chunks. A voice phrases each chunk as a whole, and an ' +
    'edit regenerates only the chunks it changes.',
  valueKind: 'options',
  options: Object.entries(titles).map(([value, title]) => ({ value, title })),
  multiple: false,
  defaultValues: ['sentences'],
  afterVoicing: false,
  effect: { chunkStrategy: z.enum(strategies).default('sentences') },
  apply(decided, [strategy]) {
    decided.chunkStrategy = strategy as ChunkStrategy;
  },
});
