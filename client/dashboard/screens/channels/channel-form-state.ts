import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import type { ChannelValues, DeclaredKind } from './channel-kinds.ts';
import type { ChannelProject } from './use-channel-project.ts';

/** What the parts of a channel's form know and do. */
export interface ChannelFormState {
  kind: DeclaredKind;
  project: ChannelProject;
  /** Null: it is being created. */
  channel: SavedChannel | null;
  /** Of a new one: the slug that it would get now. */
  nextSlug: string | undefined;
  value: ChannelValues;
  errors: FieldErrors;
  edit: (part: ChannelValues) => void;
}

/** What of a channel is not chosen in its form. */
export interface SavedChannel {
  id: string;
  databaseId: number;
  slug: string;
  /** Grows with each change. */
  revision: number;
  /** Address at which listeners find it; null: on pages of the publisher's own. */
  publicUrl: string | null;
  /** Address of the script that puts it on pages; null: it is no player. */
  loaderUrl: string | null;
}

/** Navigation state after a channel was created. */
export const createdState = { created: true };
