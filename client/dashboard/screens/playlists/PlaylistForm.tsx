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
import { formWords } from '../../generated/words/form.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { useWords } from '../../words/word-catalogue.ts';
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
  { part: 'intro', file: 'introAudio', text: 'introText', suits: 'introAudio' },
  { part: 'between', file: 'nextArticleAudio', text: 'nextArticleText', suits: 'nextNewsAudio' },
  { part: 'outro', file: 'outroAudio', text: 'outroText', suits: 'outroAudio' },
] as const;

/** The form of a playlist, new or not. Nothing is sent before Save; what is typed is kept meanwhile. */
export function PlaylistForm({ project: projectKey, playlist: key }: PlaylistFormProps) {
  const f = useWords(formWords);
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
  const stored = useFragment<savedPlaylist_playlist$key>(playlistFieldsFragment, playlist ?? null);
  const saved = useMemo(() => (stored ? fieldsOf(stored) : blankPlaylist), [stored]);
  const draftKey = playlist ? `playlist:${playlist.databaseId}` : `new-playlist:${project.databaseId}`;
  const { value, draft, dirty, restored, base, change, settle, discard, drop } =
    useRevisedDraft<PlaylistFields>(draftKey, saved, playlist?.revision ?? null);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [conflict, setConflict] = useState<{
    theirs: PlaylistFields;
    by: string | null;
    revision: number;
  } | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const { create, update, latest, saving } = useSavePlaylist();
  const here = `/projects/${project.databaseId}`;

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

  const unplaced = unplacedErrors(errors, [
    ...Object.keys(blankPlaylist),
    ...value.items.map((_, index) => `items.${index}`),
  ]);
  const saveable = value.name.trim() !== '' && (!playlist || dirty);
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      {restored && <DraftNotice onDiscard={discard} />}
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
          {!playlist && (
            <fieldset className={styles.kinds}>
              <legend>{w.fields.type}</legend>
              {(['MANUAL', 'AUTO'] as const).map((type) => (
                <label key={type} className={styles.kind} data-chosen={value.type === type || undefined}>
                  <input
                    type="radio"
                    name="type"
                    checked={value.type === type}
                    onChange={() => edit({ type })}
                  />
                  <span>
                    <strong>{type === 'MANUAL' ? w.manual : w.automatic}</strong>
                    {type === 'MANUAL' ? w.manualText : w.automaticText}
                  </span>
                </label>
              ))}
            </fieldset>
          )}
          <FieldError>{errors['type']}</FieldError>
        </div>
      </Panel>
      {value.type === 'AUTO' ? (
        <AutomaticSettings project={project.id} value={value} errors={errors} onChange={edit} />
      ) : (
        <PlaylistItems project={project} value={value} errors={errors} onChange={edit} />
      )}
      <Panel title={w.form.aroundTitle}>
        <div className={styles.around}>
          {around.map(({ part, file, text, suits }) => (
            <section key={part} className={styles.section} aria-label={w.around[part]}>
              <h3>{w.around[part]}</h3>
              <p className={styles.hint}>{w.aroundHints[part]}</p>
              <SoundField
                label={w.form.sound({ part: w.around[part] })}
                name={suits}
                sounds={project.sounds}
                value={value[file]}
                error={errors[file]}
                onChange={(sound) => edit({ [file]: sound })}
              />
              <SpokenTextField
                label={w.form.text({ part: w.around[part] })}
                value={value[text]}
                maxLength={300}
                error={errors[text]}
                project={project}
                onChange={(words) => edit({ [text]: words })}
              />
            </section>
          ))}
        </div>
      </Panel>
      {unplaced.length > 0 && (
        <div className={styles.refused}>
          <FieldError>{f.notSaved({ reasons: unplaced.join(' ') })}</FieldError>
        </div>
      )}
      <div className={styles.save}>
        <Button type="submit" size="md" loading={saving} disabled={!saveable}>
          {playlist ? f.save : w.form.create}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} />}
          onClick={() => setPreviewing(true)}
        >
          {f.preview}
        </Button>
        <DownloadPlaylist playlist={playlist ?? null} saved={!dirty} />
        <LinkButton variant="subtle" to={here}>
          {f.backToProject}
        </LinkButton>
        <span className={styles.state} role="status">
          {dirty ? f.unsaved : playlist ? f.allSaved : ''}
        </span>
        {playlist && (
          <Button
            className={styles.end!}
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => setDeleting(true)}
          >
            {f.delete}
          </Button>
        )}
      </div>
      {previewing && (
        <PlaylistPreview project={project.id} value={value} onClose={() => setPreviewing(false)} />
      )}
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
