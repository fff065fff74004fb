import { channelKinds } from '../../generated/channel-kinds.ts';
import type { ChannelType } from '../../generated/registries.ts';

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
  readonly type: ChannelType;
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
  /** Its place where kinds are offered. */
  readonly rank: number;
  /** Whether its service has ended. */
  readonly isRetired: boolean;
  readonly refusedTo: 'chooser' | 'project';
  readonly settings: Readonly<Record<string, DeclaredSetting>>;
}

/** Every kind. */
export const kinds: readonly DeclaredKind[] = channelKinds;

/** In the order in which they are offered. */
export const kindsByUse: readonly DeclaredKind[] = kinds.toSorted((one, other) => one.rank - other.rank);

/** The kind of a type; undefined of one that this release does not know. */
export const kindOfType = (type: string): DeclaredKind | undefined =>
  kinds.find((kind) => kind.type === type);

/** What a channel's settings are, by name. */
export type ChannelValues = Record<string, unknown>;

/** Returns the default settings. */
export const initialValues = ({ settings }: DeclaredKind): ChannelValues =>
  Object.fromEntries(Object.entries(settings).map(([name, { default: initial }]) => [name, initial]));

/** Redirect for users who may not create a channel of a kind. */
export const refusedPath = ({ refusedTo }: DeclaredKind, project: number): string =>
  refusedTo === 'project' ? `/projects/${project}` : `/projects/${project}/add-channel`;
