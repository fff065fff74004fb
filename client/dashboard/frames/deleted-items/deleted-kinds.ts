/** What a project lists of what was deleted: as the words and the documents of each kind are called. */
export type DeletedKind = 'articles' | 'channels' | 'playlists' | 'rules';

/** What can be restored. */
export type RestorableKind = DeletedKind | 'dictionaries';
