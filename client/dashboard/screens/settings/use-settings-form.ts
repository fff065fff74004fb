import { useRef, useState, type FormEvent } from 'react';
import { useSaveKeys } from '../../ui/forms/use-save-keys.ts';
import { useNavigate } from 'react-router-dom';
import { settingsWords } from '../../generated/words/settings.ts';
import { sourceWords } from '../../generated/words/source.ts';
import { conflictChoice } from '../../ui/dialogs/conflict-choice.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { useRevisedDraft } from '../../ui/forms/use-revised-draft.ts';
import { notify } from '../../ui/messages.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { ShownKey } from '../project/ApiKeysDialog.tsx';
import { missingOf, settingsProblems, type SettingsFields } from './settings-fields.ts';
import type { SettingsFormState } from './settings-form-state.ts';
import { useSaveSettings } from './use-save-settings.ts';

/** Notices of what was saved stay so long (specification, section 4: 2 to 4 seconds). */
const savedShown = 2000;

/** State of a project's settings: the draft, the result of saving it, and conflicts with others. */
export function useSettingsForm(project: SettingsFormState['project'], saved: SettingsFields) {
  const w = useWords(settingsWords);
  const { types } = useWords(sourceWords);
  const edited = useRevisedDraft<SettingsFields>(
    `settings:${project.databaseId}`,
    saved,
    project.settingsRevision,
  );
  const { value, draft, dirty, base, change, settle } = edited;
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [refused, setRefused] = useState(false);
  const [keys, setKeys] = useState<ShownKey[]>([]);
  const navigate = useNavigate();
  /** Another person saved the settings; `saved` is their version. */
  const [conflict, setConflict] = useState<{ by: string | null } | null>(null);
  const { save, saving } = useSaveSettings(project.id);
  const backTo = `/projects/${project.databaseId}`;
  useSaveKeys(form, { inDialogs: true });

  const edit = (part: Partial<SettingsFields>) => {
    clear(...Object.keys(part));
    setRefused(false);
    change(part);
  };
  const send = async (changes: Partial<SettingsFields>, revision: number) => {
    const outcome = await save({ saved, draft: changes, revision, sources: project.sources, settle });
    setRefused(!outcome.ok);
    if (!outcome.ok) {
      if (outcome.conflict) setConflict(outcome.conflict);
      else refuse(outcome.fieldErrors);
      return;
    }
    notify(w.saved, savedShown);
    if (outcome.keys.length > 0)
      return setKeys(outcome.keys.map(({ type, apiKey }) => ({ label: types[type], apiKey })));
    await navigate(backTo);
  };
  const missing = missingOf(value);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!dirty || missing || saving) return;
    const problems = settingsProblems(value);
    setRefused(Object.keys(problems).length > 0);
    if (Object.keys(problems).length > 0) return refuse(problems);
    clear(...Object.keys(errors));
    await send(draft, base().revision);
  };

  const conflictDialog = conflictChoice(
    conflict && { ...conflict, revision: project.settingsRevision },
    () => setConflict(null),
    edited,
    (revision, left: Partial<SettingsFields>) => send(left, revision),
  );
  return { ...edited, form, errors, refused, edit, submit, saving, missing, keys, conflictDialog, backTo };
}
