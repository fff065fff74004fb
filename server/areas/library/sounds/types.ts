import { builder } from '../../../graphql/builder.ts';
import type { Sound } from './sounds.ts';

/** GraphQL types that other areas lead to, or add to. */
// Not the table's rows alone: every project has the built-in ones, too.
export const SoundType = builder.objectRef<Sound>('Sound');
export const SoundKindType = builder.enumType('SoundKind', {
  description: 'The purpose of a built-in sound.',
  values: {
    intro: { description: 'Played before the first article.' },
    outro: { description: 'Played after the last article.' },
    next: { description: 'Played between two articles.' },
    logo: { description: 'Played before an article.' },
    music: { description: 'Played under the voice.' },
  } as const,
});
export const ImageType = builder.prismaObject('Image', { description: 'An uploaded image.' });
