import { z } from 'zod';

/** What is read of a Piper voice's `.onnx.json` (rhasspy/piper, TRAINING.md and the published voices). */
export const piperConfig = z.object({
  audio: z.object({ sample_rate: z.int().min(8_000).max(48_000) }),
  espeak: z.object({ voice: z.string().regex(/^[\w-]{1,40}$/) }).optional(),
  inference: z
    .object({
      noise_scale: z.number().min(0).max(2).default(0.667),
      length_scale: z.number().min(0.2).max(5).default(1),
      noise_w: z.number().min(0).max(2).default(0.8),
    })
    .default({ noise_scale: 0.667, length_scale: 1, noise_w: 0.8 }),
  phoneme_type: z.string().default('espeak'),
  phoneme_id_map: z.record(z.string(), z.array(z.int().min(0).max(6_000)).min(1)),
  num_speakers: z.int().min(0).max(10_000).default(1),
  speaker_id_map: z.record(z.string(), z.int().min(0)).default({}),
  language: z.object({ code: z.string() }).optional(),
});
export type PiperConfig = z.output<typeof piperConfig>;
