import { channelKinds } from '../../generated/channel-kinds.ts';

/** A setting of a channel as its kind declares it. */
export interface DeclaredSetting {
  readonly kind: string;
  /** The name by which `channelSettings` answers it, where that is not its own. */
  readonly answeredAs?: string;
  /** Of a text, what it is. */
  readonly format?: string;
  readonly min?: number;
  readonly max?: number;
  readonly options?: readonly (string | number)[];
  readonly default: unknown;
  /** What has to be booked to change it. */
  readonly feature?: string;
  /** What some of the options need. */
  readonly features?: Readonly<Record<string, string>>;
  /** Of a list, what each item has. */
  readonly item?: Readonly<Record<string, DeclaredSetting>>;
}

/** A kind of channel as it is declared. */
export interface DeclaredKind {
  readonly type: string;
  /** Of inputs, where its settings are. */
  readonly field: string;
  /** The last part of the address of its form. */
  readonly path: string;
  readonly feature: string | null;
  /** The setting by which lists name a channel. */
  readonly nameSetting: string;
  readonly categories: readonly { readonly name: string; readonly subcategories: readonly string[] }[];
  /** Where listeners find it, with `{slug}` in place of its slug; null: on pages of the publisher's own. */
  readonly publicPath: string | null;
  readonly settings: Readonly<Record<string, DeclaredSetting>>;
}

/** Every kind. */
export const kinds: readonly DeclaredKind[] = channelKinds;

/** Google ended its actions in June 2023: who still has one can export it, nobody begins with it. */
export const isRetired = ({ type }: Pick<DeclaredKind, 'type'>): boolean => type === 'GOOGLE_ACTION';

const mostUsed = ['PLAYER', 'PODCAST', 'PLAYLIST_PLAYER', 'JSON', 'ALEXA_SKILL', 'ALEXA_FB'];
const rank = (kind: DeclaredKind): number =>
  isRetired(kind) ? Infinity : mostUsed.includes(kind.type) ? mostUsed.indexOf(kind.type) : mostUsed.length;

/** In the order in which they are offered: what most publishers begin with first, what is retired last. */
export const kindsByUse: readonly DeclaredKind[] = kinds.toSorted((one, other) =>
  rank(one) === rank(other) ? 0 : rank(one) - rank(other),
);

/** The kind of a type; undefined of one that this release does not know. */
export const kindOfType = (type: string): DeclaredKind | undefined =>
  kinds.find((kind) => kind.type === type);

/** What a channel's settings are, by name. */
export type ChannelValues = Record<string, unknown>;

/** What settings are as long as nobody has chosen anything. */
export const initialValues = ({ settings }: DeclaredKind): ChannelValues =>
  Object.fromEntries(Object.entries(settings).map(([name, { default: initial }]) => [name, initial]));

/**
 * Where somebody is sent who may not create a channel of a kind (document 2 of the specification, section 2):
 * to the project itself from the JSON feed, else to the chooser.
 */
export const refusedTo = ({ type }: DeclaredKind, project: number): string =>
  type === 'JSON' ? `/projects/${project}` : `/projects/${project}/add-channel`;
