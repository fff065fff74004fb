import { useMemo, useRef, useState, type FormEvent } from 'react';
import { useFragment } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { savedPlaylist_playlist$key } from '../../__generated__/savedPlaylist_playlist.graphql.ts';
import { formWords } from '../../generated/words/form.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { conflictChoice } from '../../ui/dialogs/conflict-choice.ts';
import { unplacedErrors } from '../../ui/forms/field-errors.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { useRevisedDraft } from '../../ui/forms/use-revised-draft.ts';
import { notify } from '../../ui/messages.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { ChannelProject } from '../channels/use-channel-project.ts';
import { blankPlaylist, inputOf, type PlaylistFields } from './playlist-fields.ts';
import { fieldsOf, playlistFieldsFragment } from './saved-playlist.ts';
import { useSavePlaylist } from './use-save-playlist.ts';

const savedShown = 2000;

/** A playlist that there is already; null: a new one. */
type StoredPlaylist = {
  id: string;
  databaseId: number;
  revision: number;
  fields: savedPlaylist_playlist$key;
} | null;

interface PlaylistConflict {
  theirs: PlaylistFields;
  by: string | null;
  revision: number;
}

/** State of a playlist's form: the draft, the result of saving it, and conflicts with other editors. */
export function usePlaylistForm(project: ChannelProject, playlist: StoredPlaylist) {
  const f = useWords(formWords);
  const w = useWords(playlistsWords);
  const navigate = useNavigate();
  const stored = useFragment<savedPlaylist_playlist$key>(playlistFieldsFragment, playlist?.fields ?? null);
  const saved = useMemo(() => (stored ? fieldsOf(stored) : blankPlaylist), [stored]);
  const draftKey = playlist ? `playlist:${playlist.databaseId}` : `new-playlist:${project.databaseId}`;
  const edited = useRevisedDraft<PlaylistFields>(draftKey, saved, playlist?.revision ?? null);
  const { value, draft, dirty, base, change, settle } = edited;
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [conflict, setConflict] = useState<PlaylistConflict | null>(null);
  const { create, update, latest, saving } = useSavePlaylist();
  const backTo = `/projects/${project.databaseId}`;
  const edit = (part: Partial<PlaylistFields>) => {
    clear(
      ...Object.keys(part),
      ...Object.keys(errors).filter((field) => 'items' in part && field.startsWith('items.')),
    );
    change(part);
  };
  const save = async (revision: number | null, sent: Partial<PlaylistFields>) => {
    const outcome = playlist
      ? await update(playlist.id, revision, inputOf(sent))
      : await create(project.id, inputOf(value));
    if (outcome.ok) {
      settle(sent);
      notify(playlist ? f.saved : w.form.created, savedShown);
      if (!playlist) await navigate(backTo);
      return;
    }
    if (outcome.type !== 'ConflictError' || !playlist) return refuse(outcome.fieldErrors);
    const now = await latest(playlist.id);
    if (now) setConflict(now);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(playlist ? base().revision : null, playlist ? draft : value);
  };

  const unplaced = unplacedErrors(errors, [
    ...Object.keys(blankPlaylist),
    ...value.items.map((_, index) => `items.${index}`),
  ]);
  return {
    ...edited,
    form,
    errors,
    unplaced,
    edit,
    submit,
    saving,
    canSave: value.name.trim() !== '' && (!playlist || dirty),
    conflict,
    conflictDialog: conflictChoice(conflict, () => setConflict(null), edited, save),
    backTo,
  };
}
