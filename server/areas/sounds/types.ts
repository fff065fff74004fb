import { builder } from '../../graphql/builder.ts';
import type { Sound } from './sounds.ts';

/** GraphQL types that other areas lead to, or add to. */
// Not the table's rows alone: every project has the built-in ones, too.
export const SoundType = builder.objectRef<Sound>('Sound');
export const SoundKindType = builder.enumType('SoundKind', {
  description: 'What a built-in sound is meant for.',
  values: {
    intro: { description: 'Before the first article.' },
    outro: { description: 'After the last article.' },
    next: { description: 'Between two articles.' },
    logo: { description: 'Before an article.' },
    music: { description: 'Under the voice.' },
  } as const,
});
export const ImageType = builder.prismaObject('Image', { description: 'An uploaded picture.' });
