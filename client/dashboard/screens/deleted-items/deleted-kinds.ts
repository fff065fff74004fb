/** What can be brought back: as the words and the documents of each kind are called. */
export type DeletedKind = 'articles' | 'channels' | 'playlists' | 'rules';
