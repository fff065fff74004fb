import type { Image } from '../../../prisma/generated/client/client.ts';
import { builder } from '../../graphql/builder.ts';
import type { Sound } from './sounds.ts';

/** GraphQL types that other areas lead to, or add to. */
export const SoundType = builder.objectRef<Sound>('Sound');
export const ImageType = builder.objectRef<Image>('Image');
