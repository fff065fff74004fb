import { z } from 'zod';

/** Values of a voice's settings by setting id, with `model` and `style`; what the column holds. */
export const voiceSettings = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

export type VoiceSettings = z.infer<typeof voiceSettings>;
