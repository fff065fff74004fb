import { Button, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type {
  PlaylistForm_playlist$data,
  PlaylistForm_playlist$key,
} from '../../__generated__/PlaylistForm_playlist.graphql.ts';
import type { useChannelProject_project$key } from '../../__generated__/useChannelProject_project.graphql.ts';
import { DraftNotice } from '../../frames/DraftNotice.tsx';
import { formWords } from '../../generated/words/form.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { FormFoot } from '../../ui/forms/FormFoot.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { useChannelProject } from '../channels/use-channel-project.ts';
import { AutomaticSettings } from './AutomaticSettings.tsx';
import { DeletePlaylist } from './DeletePlaylist.tsx';
import { DownloadPlaylist } from './DownloadPlaylist.tsx';
import type { PlaylistFields } from './playlist-fields.ts';
import { PlaylistAround } from './PlaylistAround.tsx';
import { PlaylistConflict } from './PlaylistConflict.tsx';
import { PlaylistItems } from './PlaylistItems.tsx';
import styles from './PlaylistForm.module.css';
import { PlaylistPreview } from './PlaylistPreview.tsx';
import { usePlaylistForm } from './use-playlist-form.ts';

interface PlaylistFormProps {
  project: useChannelProject_project$key;
  /** Null: a new one. */
  playlist: PlaylistForm_playlist$key | null;
}

/**
 * Form of a new or an existing playlist. Nothing is sent before Save; until then, input is kept as a draft.
 */
export function PlaylistForm({ project: projectKey, playlist: key }: PlaylistFormProps) {
  const w = useWords(playlistsWords);
  const project = useChannelProject(projectKey);
  const playlist = useFragment(
    graphql`
    fragment PlaylistForm_playlist on Playlist {
      id
      databaseId
      name
      revision
      ...savedPlaylist_playlist
      ...DownloadPlaylist_playlist
    }
  `,
    key,
  );
  const state = usePlaylistForm(
    project,
    playlist
      ? { id: playlist.id, databaseId: playlist.databaseId, revision: playlist.revision, fields: playlist }
      : null,
  );
  const { form, value, draft, errors, edit, conflict, conflictDialog } = state;
  const fields = { value, errors, onChange: edit };
  return (
    <form ref={form} onSubmit={state.submit} noValidate className={styles.form}>
      {state.restored && <DraftNotice onDiscard={state.discard} />}
      <Panel title={w.form.title}>
        <div className={styles.section}>
          <TextInput
            label={w.fields.name}
            required
            maxLength={255}
            value={value.name}
            error={errors['name']}
            onChange={({ currentTarget }) => edit({ name: currentTarget.value })}
          />
          {!playlist && <KindChoice value={value} onChange={edit} />}
          <FieldError>{errors['type']}</FieldError>
        </div>
      </Panel>
      {value.type === 'AUTO' ? (
        <AutomaticSettings project={project.id} {...fields} />
      ) : (
        <PlaylistItems project={project} {...fields} />
      )}
      <PlaylistAround project={project} {...fields} />
      <PlaylistFoot project={project.id} playlist={playlist ?? null} state={state} />
      {conflict && conflictDialog && (
        <PlaylistConflict
          {...conflictDialog}
          before={state.base().values}
          theirs={conflict.theirs}
          mine={draft}
          busy={state.saving}
        />
      )}
    </form>
  );
}

interface KindChoiceProps {
  value: PlaylistFields;
  onChange: (part: Partial<PlaylistFields>) => void;
}

/** How a new playlist gets its articles. */
function KindChoice({ value, onChange }: KindChoiceProps) {
  const w = useWords(playlistsWords);
  return (
    <fieldset className={styles.kinds}>
      <legend>{w.fields.type}</legend>
      {(['MANUAL', 'AUTO'] as const).map((type) => (
        <label key={type} className={styles.kind} data-chosen={value.type === type || undefined}>
          <input type="radio" name="type" checked={value.type === type} onChange={() => onChange({ type })} />
          <span>
            <strong>{type === 'MANUAL' ? w.manual : w.automatic}</strong>
            {type === 'MANUAL' ? w.manualText : w.automaticText}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface PlaylistFootProps {
  project: string;
  playlist: PlaylistForm_playlist$data | null;
  state: ReturnType<typeof usePlaylistForm>;
}

/** Actions of a playlist: save, play the draft, download, delete. */
function PlaylistFoot({ project, playlist, state }: PlaylistFootProps) {
  const f = useWords(formWords);
  const w = useWords(playlistsWords);
  const navigate = useNavigate();
  const [previewing, setPreviewing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const { dirty, value, saving, canSave, unplaced, backTo } = state;
  return (
    <>
      <FormFoot
        unplaced={unplaced}
        scrolls
        buttons={
          <>
            <Button type="submit" size="md" loading={saving} disabled={!canSave}>
              {playlist ? f.save : w.form.create}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPlayerPlay size={16} />}
              onClick={() => setPreviewing(true)}
            >
              {f.preview}
            </Button>
            <DownloadPlaylist playlist={playlist} saved={!dirty} />
          </>
        }
        backTo={backTo}
        state={
          <span className={styles.state} role="status">
            {dirty ? f.unsaved : playlist ? f.allSaved : ''}
          </span>
        }
        onDelete={playlist ? () => setDeleting(true) : undefined}
      />
      {previewing && <PlaylistPreview project={project} value={value} onClose={() => setPreviewing(false)} />}
      {playlist && (
        <DeletePlaylist
          id={playlist.id}
          name={playlist.name}
          opened={deleting}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            state.discard();
            void navigate(backTo);
          }}
        />
      )}
    </>
  );
}
