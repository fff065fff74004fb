import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Suspense, useEffect, useMemo, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { DraftNotice } from '../article/DraftNotice.tsx';
import { ConflictDialog, takenFrom, type ConflictingChange } from '../../ui/ConflictDialog.tsx';
import { changesSince, type Change } from '../../ui/draft-base.ts';
import type { FieldErrors } from '../../ui/field-errors.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { useCommands } from '../../ui/commands.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { notify, undoShown } from '../../ui/messages.ts';
import { isNowhere } from '../../ui/return-focus.ts';
import { Bar } from '../../ui/Skeletons.tsx';
import { useRevisedDraft } from '../../ui/use-revised-draft.ts';
import { useFieldErrors } from '../../ui/use-field-errors.ts';
import { channelsWords } from '../../generated/words/channels.ts';
import { formWords } from '../../generated/words/form.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { bodyOf } from './channel-bodies.ts';
import { createdState, type ChannelFormState, type SavedChannel } from './channel-form-state.ts';
import styles from './ChannelForm.module.css';
import { initialValues, type ChannelValues, type DeclaredKind } from './channel-kinds.ts';
import { createLabelOf, labelOfKind } from './channel-names.ts';
import { DeleteChannel } from './DeleteChannel.tsx';
import { labelOf, valueInWords } from './setting-words.ts';
import type { ChannelProject } from './use-channel-project.ts';
import { useSaveChannel } from './use-save-channel.ts';
import { SaveButton } from './SaveButton.tsx';
import { saveHint, tellHint } from './save-hint.ts';
import { valueProblems } from './value-problems.ts';

interface ChannelFormProps {
  kind: DeclaredKind;
  project: ChannelProject;
  /** Null: a new one. */
  channel: (SavedChannel & { values: ChannelValues; revision: number }) | null;
  /** Of a new one: the slug that it would get now. */
  nextSlug?: string | undefined;
}

const savedShown = 2000;

/** The form of a channel, new or not. Nothing is sent before Save; what is typed is kept meanwhile. */
export function ChannelForm({ kind, project, channel, nextSlug }: ChannelFormProps) {
  const saved = useMemo(() => ({ ...initialValues(kind), ...channel?.values }), [kind, channel?.values]);
  const key = channel ? `channel:${channel.databaseId}` : `channel:new:${project.databaseId}:${kind.type}`;
  const { value, draft, dirty, restored, base, change, settle, discard, drop } =
    useRevisedDraft<ChannelValues>(key, saved, channel?.revision ?? null);
  const f = useWords(formWords);
  const w = useWords(channelsWords);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [conflict, setConflict] = useState<{ changes: Change[]; revision: number; by: string | null } | null>(
    null,
  );
  const [deleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const { create, update, latest, saving } = useSaveChannel();
  const here = `/projects/${project.databaseId}`;
  const Body = bodyOf(kind.type);
  const hint = saveHint(kind, value);
  const unplaced = useUnplaced(form, errors, value);
  // Until the next screen is there, pressing again would create another channel.
  const created = useRef(false);

  const edit = (part: ChannelValues) => {
    clear(...Object.keys(part));
    change(part);
  };
  const done = async (sent: ChannelValues, leave: boolean) => {
    settle(sent);
    notify(f.saved, savedShown);
    if (leave) await navigate(here);
  };
  /** What is created to stand on pages is of no use before its code is there: it leads on to that. */
  const tellCreated = async (created: number | undefined) => {
    const text = w.created({ kind: labelOfKind(kind) });
    const toCode = () =>
      navigate(`${here}/channel/${created}`, { state: createdState, preventScrollReset: true });
    if (kind.type === 'PLAYER' && created !== undefined) {
      notify(text, savedShown);
      return toCode();
    }
    if (kind.type === 'PLAYLIST_PLAYER' && created !== undefined)
      notify(text, undoShown, undefined, { label: w.embed.title, run: () => void toCode() });
    else notify(text, savedShown);
    return navigate(here);
  };
  const save = async (revision: number | null, sent: ChannelValues) => {
    if (!channel) {
      const outcome = await create(project.id, kind.field, sent);
      if (!outcome.ok) return refuse(outcome.fieldErrors);
      created.current = true;
      settle(sent);
      return tellCreated(outcome.result.channel?.databaseId);
    }
    const outcome = await update(channel.id, kind.field, sent, revision);
    if (outcome.ok) return done(sent, kind.type === 'PLAYLIST_PLAYER');
    if (outcome.type !== 'ConflictError') return refuse(outcome.fieldErrors);
    const now = await latest(channel.id, kind);
    if (!now) return;
    setConflict({
      changes: changesSince(base(), { ...initialValues(kind), ...now.values }, sent),
      revision: now.revision,
      by: now.by,
    });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (created.current) return;
    const problems = valueProblems(kind, value);
    if (Object.keys(problems).length > 0) return refuse(problems);
    clear(...Object.keys(errors));
    await save(channel && base().revision, channel ? draft : value);
  };

  const canSave = hint === null && !saving && (channel === null || dirty);
  useCommands([
    {
      id: 'channel.save',
      label: channel ? f.save : createLabelOf(kind),
      keys: 'Mod+S',
      notInPalette: !canSave,
      run: () => {
        if (canSave) form.current?.requestSubmit();
        else if (hint !== null) tellHint(hint);
      },
    },
  ]);

  const state: ChannelFormState = { kind, project, channel: channel ?? null, nextSlug, value, errors, edit };
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      {restored && <DraftNotice onDiscard={discard} />}
      <Suspense fallback={<Bar height={240} />}>
        <Body form={state} />
        {!channel && <FirstFocus form={form} />}
      </Suspense>
      {unplaced.length > 0 && (
        <div className={styles.refused}>
          <FieldError>{f.notSaved({ reasons: unplaced.join(' ') })}</FieldError>
        </div>
      )}
      <div className={styles.save}>
        <SaveButton
          label={channel ? f.save : createLabelOf(kind)}
          hint={hint}
          busy={saving}
          disabled={channel !== null && !dirty}
        />
        <LinkButton variant="subtle" to={here}>
          {f.backToProject}
        </LinkButton>
        {dirty && <span className={styles.unsaved}>{f.unsaved}</span>}
        {channel && (
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
      {channel && (
        <DeleteChannel
          id={channel.id}
          name={String(saved[kind.nameSetting] || labelOfKind(kind))}
          opened={deleting}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            discard();
            void navigate(here);
          }}
        />
      )}
      {conflict && (
        <ConflictDialog
          title={w.conflict}
          changes={conflict.changes.map(inWords)}
          by={conflict.by}
          busy={saving}
          onClose={() => setConflict(null)}
          onTakeTheirs={() => {
            setConflict(null);
            discard();
          }}
          onKeepMine={(choices) => {
            const { revision } = conflict;
            setConflict(null);
            const left = drop(takenFrom(choices));
            if (Object.keys(left).length > 0) void save(revision, left);
          }}
        />
      )}
    </form>
  );
}

/** Fields that nothing is typed into. */
const notTyped = new Set(['radio', 'checkbox', 'color', 'file', 'hidden']);

/** Whoever opens a new form goes on in its first field, unless they are somewhere in it already. */
function FirstFocus({ form }: { form: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLInputElement>('input, textarea') ?? [];
    const first = [...fields].find(
      (field) => !field.disabled && !field.hasAttribute('aria-haspopup') && !notTyped.has(field.type),
    );
    if (isNowhere()) first?.focus({ preventScroll: true });
  }, [form]);
  return null;
}

const inWords = ({ name, before, theirs, ...rest }: Change): ConflictingChange => ({
  name,
  label: labelOf(name),
  before: valueInWords(name, before),
  theirs: valueInWords(name, theirs),
  ...('mine' in rest && { mine: valueInWords(name, rest.mine) }),
});

/** What is wrong with settings that the form does not show as it is now: nothing fails without a word. */
function useUnplaced(
  form: RefObject<HTMLElement | null>,
  errors: FieldErrors,
  value: ChannelValues,
): string[] {
  const [unplaced, setUnplaced] = useState<string[]>([]);
  const { of } = useWords(channelsWords).problems;
  useEffect(() => {
    const isShown = (setting: string) =>
      Boolean(form.current?.querySelector(`[data-setting="${CSS.escape(setting)}"]`));
    const hidden = Object.entries(errors).filter(([path]) => !isShown(path.split('.')[0]!));
    const now = hidden.map(([path, message]) =>
      path in value ? of({ label: labelOf(path), problem: message }) : message,
    );
    // The values are put together anew each time: what is said stays the same as long as it is.
    setUnplaced((before) => (before.join() === now.join() ? before : now));
  }, [form, errors, value, of]);
  return unplaced;
}
