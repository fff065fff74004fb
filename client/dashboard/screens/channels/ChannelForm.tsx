import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Suspense, useEffect, useMemo, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { DraftNotice } from '../article/DraftNotice.tsx';
import type { FieldErrors } from '../../ui/field-errors.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { notify } from '../../ui/messages.ts';
import { Bar } from '../../ui/Skeletons.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useFieldErrors } from '../../ui/use-field-errors.ts';
import { bodyOf } from './channel-bodies.ts';
import type { ChannelFormState, SavedChannel } from './channel-form-state.ts';
import styles from './ChannelForm.module.css';
import { createLabelOf, initialValues, type ChannelValues, type DeclaredKind } from './channel-kinds.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { DeleteChannel } from './DeleteChannel.tsx';
import { changesSince, forgetBase, keepBase, readBase, type Change, type DraftBase } from './draft-base.ts';
import { labelOf } from './setting-words.ts';
import type { ChannelProject } from './use-channel-project.ts';
import { useSaveChannel } from './use-save-channel.ts';
import { SaveButton } from './SaveButton.tsx';
import { saveHint } from './save-hint.ts';
import { valueProblems } from './value-problems.ts';

interface ChannelFormProps {
  kind: DeclaredKind;
  project: ChannelProject;
  /** Null: a new one. */
  channel: (SavedChannel & DraftBase) | null;
  /** Of a new one: the slug that it would get now. */
  nextSlug?: string | undefined;
}

const savedShown = 2000;

/** The form of a channel, new or not. Nothing is sent before Save; what is typed is kept meanwhile. */
export function ChannelForm({ kind, project, channel, nextSlug }: ChannelFormProps) {
  const saved = useMemo(() => ({ ...initialValues(kind), ...channel?.values }), [kind, channel?.values]);
  const key = channel ? `channel:${channel.databaseId}` : `channel:new:${project.databaseId}:${kind.type}`;
  const { value, draft, dirty, restored, change, settle, discard } = useDraft<ChannelValues>(key, saved);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [conflict, setConflict] = useState<{ changes: Change[]; revision: number; by: string | null } | null>(null);
  const [deleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const { create, update, latest, saving } = useSaveChannel();
  const here = `/projects/${project.databaseId}`;
  const Body = bodyOf(kind.type);
  const hint = saveHint(kind, value);
  const unplaced = useUnplaced(form, errors, value);

  const edit = (part: ChannelValues) => {
    if (!dirty) forgetBase(key);
    if (channel) keepBase(key, { revision: channel.revision, values: saved });
    clear(...Object.keys(part));
    change(part);
  };
  const giveUp = () => {
    forgetBase(key);
    discard();
  };
  const done = async (sent: ChannelValues, leave: boolean) => {
    forgetBase(key);
    settle(sent);
    notify(channel ? 'Saved' : `${kind.label} created`, savedShown);
    if (leave) await navigate(here);
  };
  const save = async (revision: number | null) => {
    const sent = channel ? draft : value;
    const outcome = channel ? await update(channel.id, kind.type, sent, revision) : await create(project.id, kind.type, sent);
    if (outcome.ok) return done(sent, !channel || kind.type === 'playlistPlayer');
    if (outcome.type !== 'ConflictError' || !channel) return refuse(outcome.fieldErrors);
    const now = await latest(channel.id);
    if (!now) return;
    const base = readBase(key) ?? { revision: channel.revision, values: saved };
    setConflict({ changes: changesSince(base, { ...initialValues(kind), ...now.values }, sent), revision: now.revision, by: now.by });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problems = valueProblems(kind, value);
    if (Object.keys(problems).length > 0) return refuse(problems);
    clear(...Object.keys(errors));
    await save(channel && (readBase(key)?.revision ?? channel.revision));
  };

  const state: ChannelFormState = { kind, project, channel: channel ?? null, nextSlug, value, errors, edit };
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      {restored && <DraftNotice onDiscard={giveUp} />}
      <Suspense fallback={<Bar height={240} />}>
        <Body form={state} />
      </Suspense>
      {unplaced.length > 0 && (
        <div className={styles.refused}>
          <FieldError>Not saved. {unplaced.join(' ')}</FieldError>
        </div>
      )}
      <div className={styles.save}>
        <SaveButton label={channel ? 'Save' : createLabelOf(kind)} hint={hint} busy={saving} disabled={channel !== null && !dirty} />
        <LinkButton variant="subtle" to={here}>
          Back to project
        </LinkButton>
        {dirty && <span className={styles.unsaved}>There are unsaved changes</span>}
        {channel && (
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
      {channel && (
        <DeleteChannel
          id={channel.id}
          name={String(saved[kind.nameSetting] || kind.label)}
          opened={deleting}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            giveUp();
            void navigate(here);
          }}
        />
      )}
      {conflict && (
        <ConflictDialog
          {...conflict}
          busy={saving}
          onClose={() => setConflict(null)}
          onTakeTheirs={() => {
            setConflict(null);
            giveUp();
          }}
          onKeepMine={() => {
            const { revision } = conflict;
            setConflict(null);
            void save(revision);
          }}
        />
      )}
    </form>
  );
}

/** What is wrong with settings that the form does not show as it is now: nothing fails without a word. */
function useUnplaced(form: RefObject<HTMLElement | null>, errors: FieldErrors, value: ChannelValues): string[] {
  const [unplaced, setUnplaced] = useState<string[]>([]);
  useEffect(() => {
    const isShown = (setting: string) => Boolean(form.current?.querySelector(`[data-setting="${CSS.escape(setting)}"]`));
    const hidden = Object.entries(errors).filter(([path]) => !isShown(path.split('.')[0]!));
    const now = hidden.map(([path, message]) => (path in value ? `${labelOf(path)}: ${message}` : message));
    // The values are put together anew each time: what is said stays the same as long as it is.
    setUnplaced((before) => (before.join() === now.join() ? before : now));
  }, [form, errors, value]);
  return unplaced;
}
