import { Button, TextInput } from '@mantine/core';
import { IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { PlaylistForm_playlist$key } from '../../__generated__/PlaylistForm_playlist.graphql.ts';
import type { savedPlaylist_playlist$key } from '../../__generated__/savedPlaylist_playlist.graphql.ts';
import type { useChannelProject_project$key } from '../../__generated__/useChannelProject_project.graphql.ts';
import { unplacedErrors } from '../../ui/field-errors.ts';
import { takenFrom } from '../../ui/ConflictDialog.tsx';
import { FieldError } from '../../ui/FieldError.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useRevisedDraft } from '../../ui/use-revised-draft.ts';
import { useFieldErrors } from '../../ui/use-field-errors.ts';
import { DraftNotice } from '../article/DraftNotice.tsx';
import { SoundField } from '../channels/SoundField.tsx';
import { SpokenTextField } from '../channels/SpokenTextField.tsx';
import { useChannelProject } from '../channels/use-channel-project.ts';
import { AutomaticSettings } from './AutomaticSettings.tsx';
import { DeletePlaylist } from './DeletePlaylist.tsx';
import { DownloadPlaylist } from './DownloadPlaylist.tsx';
import { PlaylistConflict } from './PlaylistConflict.tsx';
import { blankPlaylist, inputOf, type PlaylistFields } from './playlist-fields.ts';
import { PlaylistItems } from './PlaylistItems.tsx';
import styles from './PlaylistForm.module.css';
import { PlaylistPreview } from './PlaylistPreview.tsx';
import { fieldsOf, playlistFieldsFragment } from './saved-playlist.ts';
import { useSavePlaylist } from './use-save-playlist.ts';

interface PlaylistFormProps {
  project: useChannelProject_project$key;
  /** Null: a new one. */
  playlist: PlaylistForm_playlist$key | null;
}

const savedShown = 2000;
/** Around what is heard: a sound and words. */
const around = [
  { title: 'Intro', file: 'introFile', text: 'introText', suits: 'introAudio', hint: 'Heard first: the sound, then the text.' },
  {
    title: 'Between articles',
    file: 'nextArticleAudioFile',
    text: 'nextArticleText',
    suits: 'nextNewsAudio',
    hint: 'Heard between two articles: the sound, then the text.',
  },
  { title: 'Outro', file: 'outroFile', text: 'outroText', suits: 'outroAudio', hint: 'Heard last: the text, then the sound.' },
] as const;

/** The form of a playlist, new or not. Nothing is sent before Save; what is typed is kept meanwhile. */
export function PlaylistForm({ project: projectKey, playlist: key }: PlaylistFormProps) {
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
  const stored = useFragment<savedPlaylist_playlist$key>(playlistFieldsFragment, playlist ?? null);
  const saved = useMemo(() => (stored ? fieldsOf(stored) : blankPlaylist), [stored]);
  const draftKey = playlist ? `playlist:${playlist.databaseId}` : `new-playlist:${project.databaseId}`;
  const { value, draft, dirty, restored, base, change, settle, discard, drop } = useRevisedDraft<PlaylistFields>(
    draftKey,
    saved,
    playlist?.revision ?? null,
  );
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [conflict, setConflict] = useState<{ theirs: PlaylistFields; by: string | null; revision: number } | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const { create, update, latest, saving } = useSavePlaylist();
  const here = `/projects/${project.databaseId}`;

  const edit = (part: Partial<PlaylistFields>) => {
    clear(...Object.keys(part), ...Object.keys(errors).filter((field) => 'items' in part && field.startsWith('items.')));
    change(part);
  };
  const save = async (revision: number | null, sent: Partial<PlaylistFields>) => {
    const outcome = playlist ? await update(playlist.id, revision, inputOf(sent)) : await create(project.id, inputOf(value));
    if (outcome.ok) {
      settle(sent);
      notify(playlist ? 'Saved' : 'Playlist created', savedShown);
      if (!playlist) await navigate(here);
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

  const unplaced = unplacedErrors(errors, [...Object.keys(blankPlaylist), ...value.items.map((_, index) => `items.${index}`)]);
  const saveable = value.name.trim() !== '' && (!playlist || dirty);
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      {restored && <DraftNotice onDiscard={discard} />}
      <Panel title="Playlist">
        <div className={styles.section}>
          <TextInput
            label="Name"
            required
            maxLength={255}
            value={value.name}
            error={errors['name']}
            onChange={({ currentTarget }) => edit({ name: currentTarget.value })}
          />
          {!playlist && (
            <fieldset className={styles.kinds}>
              <legend>Type</legend>
              {(['manual', 'auto'] as const).map((type) => (
                <label key={type} className={styles.kind} data-chosen={value.type === type || undefined}>
                  <input type="radio" name="type" checked={value.type === type} onChange={() => edit({ type })} />
                  <span>
                    <strong>{type === 'manual' ? 'Manual' : 'Automatic'}</strong>
                    {type === 'manual' ? 'You choose and order the articles.' : 'It always has the articles that are heard most.'}
                  </span>
                </label>
              ))}
            </fieldset>
          )}
          <FieldError>{errors['type']}</FieldError>
        </div>
      </Panel>
      {value.type === 'auto' ? (
        <AutomaticSettings project={project.id} value={value} errors={errors} onChange={edit} />
      ) : (
        <PlaylistItems project={project} value={value} errors={errors} onChange={edit} />
      )}
      <Panel title="Around the articles">
        <div className={styles.around}>
          {around.map(({ title, file, text, suits, hint }) => (
            <section key={title} className={styles.section} aria-label={title}>
              <h3>{title}</h3>
              <p className={styles.hint}>{hint}</p>
              <SoundField
                label={`${title}: sound`}
                name={suits}
                sounds={project.sounds}
                value={value[file]}
                error={errors[file]}
                onChange={(sound) => edit({ [file]: sound })}
              />
              <SpokenTextField
                label={`${title}: text`}
                value={value[text]}
                maxLength={300}
                error={errors[text]}
                voice={project.voice}
                onChange={(words) => edit({ [text]: words })}
              />
            </section>
          ))}
        </div>
      </Panel>
      {unplaced.length > 0 && (
        <div className={styles.refused}>
          <FieldError>Not saved. {unplaced.join(' ')}</FieldError>
        </div>
      )}
      <div className={styles.save}>
        <Button type="submit" size="md" loading={saving} disabled={!saveable}>
          {playlist ? 'Save' : 'Create'}
        </Button>
        <Button variant="default" leftSection={<IconPlayerPlay size={16} />} onClick={() => setPreviewing(true)}>
          Preview
        </Button>
        <DownloadPlaylist playlist={playlist ?? null} saved={!dirty} />
        <LinkButton variant="subtle" to={here}>
          Back to project
        </LinkButton>
        <span className={styles.state} role="status">
          {dirty ? 'There are unsaved changes' : playlist ? 'All changes are saved' : ''}
        </span>
        {playlist && (
          <Button
            className={styles.end!}
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => setDeleting(true)}
          >
            Delete
          </Button>
        )}
      </div>
      {previewing && <PlaylistPreview project={project.id} value={value} onClose={() => setPreviewing(false)} />}
      {playlist && (
        <DeletePlaylist
          id={playlist.id}
          name={playlist.name}
          opened={deleting}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            discard();
            void navigate(here);
          }}
        />
      )}
      {conflict && (
        <PlaylistConflict
          before={base().values}
          theirs={conflict.theirs}
          mine={draft}
          by={conflict.by}
          busy={saving}
          onClose={() => setConflict(null)}
          onTakeTheirs={() => {
            setConflict(null);
            discard();
          }}
          onKeepMine={(choices) => {
            setConflict(null);
            const left = drop(takenFrom(choices));
            if (Object.keys(left).length > 0) void save(conflict.revision, left);
          }}
        />
      )}
    </form>
  );
}
