import { z } from 'zod';
import { playerFeatureNames } from '../channels/kinds/player-features.ts';
import type { playerFeaturesWords } from './generated/player-features-words.ts';
import { playerLanguages } from './generated/player-languages.ts';
import type { playerWords } from './generated/player-words.ts';

/** Texts of a player in one language; those of its features only if it has any. */
export type PlayerTexts = typeof playerWords.en & Partial<typeof playerFeaturesWords.en>;

const address = z.url();

const item = z.object({
  id: z.int(),
  projectId: z.int(),
  externalId: z.string().nullable(),
  title: z.string(),
  url: z.string().nullable(),
  audio: address.nullable(),
  au: z.string(),
  durationMs: z.number(),
  state: z.enum(['ready', 'inProgress', 'gone']),
  teaser: z.boolean(),
  highlight: address.nullable(),
  transcript: address.nullable(),
  image: address.nullable(),
  chapters: z.array(z.object({ title: z.string(), startMs: z.number() })),
});

/** Player configuration, as in the player's `player-config.ts`. */
export const playerConfig = z.object({
  channel: z.object({
    id: z.int(),
    slug: z.string(),
    kind: z.enum(['player', 'playlistPlayer']),
    version: z.literal([2, 3, 4]),
    cta: z.string(),
    color: z.string(),
    bordered: z.boolean(),
    background: z.enum(['transparent', '#fff']),
    scheme: z.enum(['light', 'dark', 'auto']),
    texts: z.object({
      playButton: z.string(),
      pauseButton: z.string(),
      speedSettingsTitle: z.string(),
      speedSettingsBackButton: z.string(),
    }),
    placement: z.object({
      action: z.enum(['none', 'after', 'before', 'inner-first', 'inner-last']),
      selector: z.string(),
    }),
    customCss: z.string().nullable(),
    disableAutoload: z.boolean(),
    opened: z.boolean(),
    features: z.array(z.enum(playerFeatureNames)),
  }),
  language: z.enum(playerLanguages),
  words: z.custom<PlayerTexts>(),
  publisher: z.string(),
  consent: z.object({
    provider: z.enum(['always', 'never', 'manager', 'iab']),
    managerId: z.string().nullable(),
    vendorId: z.int().nullable(),
    placeholder: z.boolean(),
    message: z.string(),
  }),
  sounds: z.object({ intro: address.nullable(), next: address.nullable(), outro: address.nullable() }),
  items: z.array(item),
  ads: z
    .object({
      provider: z.enum(['rmsi', 'nex360', 'parlance', 'sevenone', 'google']),
      tags: z.array(address),
      interval: z.int(),
      lengthS: z.int(),
    })
    .nullable(),
  podcast: z
    .object({ page: address, apps: z.array(z.object({ name: z.string(), url: address })) })
    .nullable(),
  eventsUrl: address.nullable(),
  pageToken: z.string().nullable(),
});

export type PlayerConfig = z.output<typeof playerConfig>;
export type PlayerItem = PlayerConfig['items'][number];
