/** A player that was made together with its project. */
export interface NewPlayerChannel {
  /** Global id of the channel. */
  id: string;
  databaseId: number;
  slug: string;
  /** Address of the script. */
  loader: string;
  /** An article of the site, to be checked; null: none is known. */
  page: string | null;
}

/** Navigation state with which a new project shows the code of its player. */
export interface NewPlayerState {
  newPlayer: NewPlayerChannel;
}

/** Returns the player that a navigation state has; null: it has none. */
export const newPlayerIn = (state: unknown): NewPlayerChannel | null =>
  (state as Partial<NewPlayerState> | null)?.newPlayer ?? null;
