// oxlint-disable relay/unused-fields -- sections and `settings-fields.ts` read what the form asks for
import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { declaredSettings_project$key } from '../../__generated__/declaredSettings_project.graphql.ts';
import type { SettingsForm_project$key } from '../../__generated__/SettingsForm_project.graphql.ts';
import type { SettingsForm_query$key } from '../../__generated__/SettingsForm_query.graphql.ts';
import { declaredSettings } from '../../generated/declared-settings.ts';
import { takenFrom } from '../../ui/ConflictDialog.tsx';
import { changesSince } from '../../ui/draft-base.ts';
import { unplacedErrors } from '../../ui/field-errors.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { notify } from '../../ui/messages.ts';
import { useRevisedDraft } from '../../ui/use-revised-draft.ts';
import { useFieldErrors } from '../../ui/use-field-errors.ts';
import { settingsWords } from '../../generated/words/settings.ts';
import { sourceWords } from '../../generated/words/source.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { DraftNotice } from '../article/DraftNotice.tsx';
import { ApiKeysDialog, type ShownKey } from '../project/ApiKeysDialog.tsx';
import { fieldsOf, missingOf, settingsProblems, type SettingsFields } from './settings-fields.ts';
import type { SettingsFormState } from './settings-form-state.ts';
import styles from './SettingsForm.module.css';
import { SettingsRail } from './SettingsRail.tsx';
import { fieldsIn, isLocked, sectionsFor } from './settings-sections.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { useSaveSettings } from './use-save-settings.ts';

const SettingsConflict = lazy(() => import('./SettingsConflict.tsx'));

/** Notices of what was saved stay so long (specification, section 4: 2 to 4 seconds). */
const savedShown = 2000;

/** All settings of a project; nothing is sent before Save. */
export function SettingsForm({
  project: key,
  query: queryKey,
}: {
  project: SettingsForm_project$key;
  query: SettingsForm_query$key;
}) {
  const query = useFragment(
    graphql`
    fragment SettingsForm_query on Query {
      viewer {
        contactEmail
        normalizationModel {
          provider
          name
        }
        defaultNormalizationPrompt
        user {
          role
        }
        ...OrganizationSelect_viewer
      }
      ...VoicePicker_query
      ...SettingsConflict_query
    }
  `,
    queryKey,
  );
  const project = useFragment(projectFragment, key);
  const w = useWords(settingsWords);
  const { types } = useWords(sourceWords);
  const declared = useFragment<declaredSettings_project$key>(declaredSettings, project);
  const saved = useMemo(() => fieldsOf(project, declared), [project, declared]);
  const { value, draft, dirty, restored, base, change, settle, discard, drop } =
    useRevisedDraft<SettingsFields>(`settings:${project.databaseId}`, saved, project.settingsRevision);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [refused, setRefused] = useState(false);
  /** Somebody else saved meanwhile; `saved` is what that left. */
  const [conflict, setConflict] = useState<{ by: string | null } | null>(null);
  const [keys, setKeys] = useState<ShownKey[]>([]);
  const navigate = useNavigate();
  const { save, saving } = useSaveSettings(project.id);
  const here = `/projects/${project.databaseId}`;
  const shown = useMemo(() => sectionsFor(project), [project]);
  useSaveKey(form);

  const edit = (part: Partial<SettingsFields>) => {
    clear(...Object.keys(part));
    setRefused(false);
    change(part);
  };
  const send = async (changes: Partial<SettingsFields>, revision: number) => {
    const outcome = await save({ saved, draft: changes, revision, sources: project.sources, settle });
    setRefused(!outcome.ok);
    if (!outcome.ok) return outcome.conflict ? setConflict(outcome.conflict) : refuse(outcome.fieldErrors);
    notify(w.saved, savedShown);
    if (outcome.keys.length > 0)
      return setKeys(outcome.keys.map(({ type, apiKey }) => ({ label: types[type], apiKey })));
    await navigate(here);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!dirty || missing || saving) return;
    const problems = settingsProblems(value);
    setRefused(Object.keys(problems).length > 0);
    if (Object.keys(problems).length > 0) return refuse(problems);
    clear(...Object.keys(errors));
    await send(draft, base().revision);
  };

  const missing = missingOf(value);
  const state: SettingsFormState = {
    project,
    query,
    value,
    saved,
    draft,
    errors,
    edit,
    refused,
    isAdministrator: query.viewer?.user?.role === 'ADMIN',
  };
  const unplaced = unplacedErrors(
    errors,
    shown.flatMap((section) => (isLocked(section, project) ? [] : fieldsIn(section))),
  );
  return (
    <div className={styles.layout}>
      <SettingsRail sections={shown} form={state} />
      <form ref={form} onSubmit={submit} noValidate className={styles.form}>
        {restored && <DraftNotice onDiscard={discard} />}
        {shown.map((section) => (
          <SettingsSection
            key={section.id}
            section={section}
            form={state}
            contactEmail={query.viewer?.contactEmail ?? ''}
          />
        ))}
        {unplaced.length > 0 && (
          <div className={styles.refused}>
            <FieldError>
              {w.notSaved} {unplaced.join(' ')}
            </FieldError>
          </div>
        )}
        <div className={styles.save}>
          <Button
            type="submit"
            size="md"
            loading={saving}
            disabled={!dirty || missing !== null}
            aria-keyshortcuts="Control+S"
            aria-describedby={missing ? 'save-hint' : undefined}
          >
            {w.save}
          </Button>
          <LinkButton variant="subtle" to={here}>
            {w.back}
          </LinkButton>
          {missing ? (
            <span id="save-hint" className={styles.unsaved}>
              {w.missing[missing]}
            </span>
          ) : (
            dirty && <span className={styles.unsaved}>{w.unsaved}</span>
          )}
        </div>
      </form>
      <ApiKeysDialog keys={keys} onClose={() => void navigate(here)} />
      {conflict && (
        <Suspense fallback={null}>
          <SettingsConflict
            query={query}
            changes={changesSince(base(), saved, draft)}
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
              if (Object.keys(left).length > 0) void send(left, project.settingsRevision);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Control+S (on a Mac, Command+S) saves. */
function useSaveKey(form: { readonly current: HTMLFormElement | null }): void {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey ||
        event.key.toLowerCase() !== 's'
      )
        return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    addEventListener('keydown', save);
    return () => removeEventListener('keydown', save);
  }, [form]);
}

const projectFragment = graphql`
  fragment SettingsForm_project on Project {
    id
    databaseId
    name
    canReadLogs
    canKeepSecurityKey
    settingsRevision
    entitlements
    organization {
      ...shown_organization
      id
      name
      slug
    }
    voice {
      name
      language
      settings {
        key
        value
      }
      failover
      details {
        label
        ...foundVoices_voice
      }
    }
    sound {
      cover {
        tag
        url
      }
    }
    hasSecurityKey
    extractorRules {
      type
      selector
    }
    urlReplacements {
      source
      destination
      isRegex
    }
    children {
      id
    }
    sources {
      ...shown_source
      id
      type
      url
      apiKeyPrefix
      ...RobotsSetting_source
    }
    ...declaredSettings_project
    ...PaywallSuffix_project
    ...AddSource_project
  }
`;
