import { builder } from '../../graphql/builder.ts';
import type { Sound } from './sounds.ts';

/** GraphQL types that other areas lead to, or add to. */
// Not the table's rows alone: every project has the built-in ones, too.
export const SoundType = builder.objectRef<Sound>('Sound');
export const ImageType = builder.prismaObject('Image', { description: 'An uploaded picture.' });
