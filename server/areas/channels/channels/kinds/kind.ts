import type { Feature } from '../../../../kernel/features.ts';
import type { Settings, SettingsSchema, ValuesOf } from '../../../../kernel/settings.ts';

/** A list of categories that a directory knows. */
export interface Category {
  name: string;
  subcategories: readonly string[];
}

/** A kind of channel: all that the rest of the product has to know of it. */
export interface ChannelKind<Type extends string = string, Declared extends Settings = Settings> {
  /** In the database, in GraphQL and in REST. */
  type: Type;
  /** What it is, in a sentence of the schema's documentation. */
  description: string;
  /** The last part of the address of its form: `/projects/{id}/add-channel-{path}`. */
  path: string;
  /** What the organization must have booked; null: nothing. */
  feature: Feature | null;
  /** What it publishes; null: nothing, it is only exported. */
  publishes: 'articles' | 'episodes' | 'playlists' | null;
  /** Where listeners find it, for the slug of its channel; null: on pages of the publisher's own. */
  publicPath: ((slug: string) => string) | null;
  settings: SettingsSchema<Declared>;
  /** What a new one begins with in place of the defaults, by what else was chosen. */
  begins?: (chosen: Readonly<Record<string, unknown>>) => Partial<ValuesOf<Declared>>;
  /** The setting that lists name a channel of it by. */
  nameSetting: keyof Declared & string;
  /** What may be chosen as its category. */
  categories: readonly Category[];
  /** Its place where kinds are offered: what most publishers begin with is first. */
  rank: number;
  /** Whether its service has ended: channels can be kept and exported, and the dashboard promotes none. */
  isRetired: boolean;
  /**
   * Redirect of the dashboard for users who may not create one (document 2 of the specification, section
   * 2).
   */
  refusedTo: 'chooser' | 'project';
}

/** Declares a kind of channel. `registry.ts` lists them. */
export const channelKind = <const Type extends string, Declared extends Settings>(
  declared: Omit<ChannelKind<Type, Declared>, keyof Usual> & Partial<Usual>,
): ChannelKind<Type, Declared> => ({ ...usual, ...declared });

type Usual = Pick<ChannelKind, 'categories' | 'isRetired' | 'refusedTo'>;
const usual: Usual = { categories: [], isRetired: false, refusedTo: 'chooser' };

/** The settings of a channel of a kind. */
export type SettingsOf<Kind> = Kind extends ChannelKind<string, infer Declared> ? ValuesOf<Declared> : never;
