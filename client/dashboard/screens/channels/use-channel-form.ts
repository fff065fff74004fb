import { useMemo, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { channelsWords } from '../../generated/words/channels.ts';
import { formWords } from '../../generated/words/form.ts';
import { conflictChoice } from '../../ui/dialogs/conflict-choice.ts';
import { changesSince, type Change } from '../../ui/forms/draft-base.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { useRevisedDraft } from '../../ui/forms/use-revised-draft.ts';
import { notify, undoNoticeMs } from '../../ui/messages.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { createdState, type SavedChannel } from './channel-form-state.ts';
import { initialValues, type ChannelValues, type DeclaredKind } from './channel-kinds.ts';
import { labelOfKind } from './channel-names.ts';
import { valueProblems } from './fields/value-problems.ts';
import type { ChannelProject } from './use-channel-project.ts';
import { useSaveChannel } from './use-save-channel.ts';

export interface ChannelFormProps {
  kind: DeclaredKind;
  project: ChannelProject;
  /** Null: a new one. */
  channel: (SavedChannel & { values: ChannelValues; revision: number }) | null;
  /** Of a new one: the slug that it would get now. */
  nextSlug?: string | undefined;
}

const savedShown = 2000;

interface ChannelConflict {
  changes: Change[];
  revision: number;
  by: string | null;
}

/** State of a channel's form: the draft, the result of saving it, and conflicts with other editors. */
export function useChannelForm({ kind, project, channel }: ChannelFormProps) {
  const f = useWords(formWords);
  const saved = useMemo(() => ({ ...initialValues(kind), ...channel?.values }), [kind, channel?.values]);
  const key = channel ? `channel:${channel.databaseId}` : `channel:new:${project.databaseId}:${kind.type}`;
  const edited = useRevisedDraft<ChannelValues>(key, saved, channel?.revision ?? null);
  const { value, draft, base, change, settle } = edited;
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const navigate = useNavigate();
  const [conflict, setConflict] = useState<ChannelConflict | null>(null);
  const { create, update, latest, saving } = useSaveChannel();
  const backTo = `/projects/${project.databaseId}`;
  const showCreated = useCreatedNotice(kind, backTo);
  // Until the next screen is there, pressing again would create another channel.
  const created = useRef(false);

  const edit = (part: ChannelValues) => {
    clear(...Object.keys(part));
    change(part);
  };
  const done = async (sent: ChannelValues, leave: boolean) => {
    settle(sent);
    notify(f.saved, savedShown);
    if (leave) await navigate(backTo);
  };
  const save = async (revision: number | null, sent: ChannelValues) => {
    if (!channel) {
      const outcome = await create(project.id, kind.field, sent);
      if (!outcome.ok) return refuse(outcome.fieldErrors);
      created.current = true;
      settle(sent);
      return showCreated(outcome.result.channel?.databaseId);
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

  return {
    ...edited,
    saved,
    form,
    errors,
    edit,
    submit,
    saving,
    conflict,
    // oxlint-disable-next-line react/refs -- it is read when the dialog saves
    conflictDialog: conflictChoice(conflict, () => setConflict(null), edited, save),
    backTo,
  };
}

/** Confirms that a channel was created, and continues to the next screen. */
function useCreatedNotice(kind: DeclaredKind, backTo: string) {
  const w = useWords(channelsWords);
  const navigate = useNavigate();
  /** A channel for web pages is of no use before its code is embedded, so it continues to the code. */
  return async (created: number | undefined) => {
    const text = w.created({ kind: labelOfKind(kind) });
    const toCode = () =>
      navigate(`${backTo}/channel/${created}`, { state: createdState, preventScrollReset: true });
    if (kind.type === 'PLAYER' && created !== undefined) {
      notify(text, savedShown);
      return toCode();
    }
    if (kind.type === 'PLAYLIST_PLAYER' && created !== undefined)
      notify(text, undoNoticeMs, undefined, { label: w.embed.title, run: () => void toCode() });
    else notify(text, savedShown);
    return navigate(backTo);
  };
}
