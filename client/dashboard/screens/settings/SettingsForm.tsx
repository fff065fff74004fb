// oxlint-disable relay/unused-fields -- sections and `settings-fields.ts` read what the form asks for
import { Button } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { declaredSettings_project$key } from '../../__generated__/declaredSettings_project.graphql.ts';
import type { SettingsForm_project$key } from '../../__generated__/SettingsForm_project.graphql.ts';
import type { SettingsForm_query$key } from '../../__generated__/SettingsForm_query.graphql.ts';
import { declaredSettings } from '../../generated/declared-settings.ts';
import { changesSince } from '../../ui/forms/draft-base.ts';
import { unplacedErrors } from '../../ui/forms/field-errors.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { settingsWords } from '../../generated/words/settings.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { DraftNotice } from '../../frames/DraftNotice.tsx';
import { ApiKeysDialog } from '../project/ApiKeysDialog.tsx';
import { fieldsOf } from './settings-fields.ts';
import type { SettingsFormState } from './settings-form-state.ts';
import styles from './SettingsForm.module.css';
import { SettingsRail } from './SettingsRail.tsx';
import { fieldsIn, isLocked, sectionsFor } from './settings-sections.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { useSettingsForm } from './use-settings-form.ts';

const SettingsConflict = lazy(() => import('./SettingsConflict.tsx'));

/** All settings of a project; nothing is sent before Save. */
export function SettingsForm({
  project: key,
  query: queryKey,
}: {
  project: SettingsForm_project$key;
  query: SettingsForm_query$key;
}) {
  const query = useFragment(queryFragment, queryKey);
  const project = useFragment(projectFragment, key);
  const declared = useFragment<declaredSettings_project$key>(declaredSettings, project);
  const saved = useMemo(() => fieldsOf(project, declared), [project, declared]);
  const navigate = useNavigate();
  const shown = useMemo(() => sectionsFor(project), [project]);
  const form = useSettingsForm(project, saved);
  const { form: element, value, draft, errors, edit, refused, conflictDialog } = form;
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
      <form ref={element} onSubmit={form.submit} noValidate className={styles.form}>
        {form.restored && <DraftNotice onDiscard={form.discard} />}
        {shown.map((section) => (
          <SettingsSection
            key={section.id}
            section={section}
            form={state}
            contactEmail={query.viewer?.contactEmail ?? ''}
          />
        ))}
        <SettingsFoot form={form} unplaced={unplaced} />
      </form>
      <ApiKeysDialog keys={form.keys} onClose={() => void navigate(form.backTo)} />
      {conflictDialog && (
        <Suspense fallback={null}>
          <SettingsConflict
            {...conflictDialog}
            query={query}
            changes={changesSince(form.base(), saved, draft)}
            busy={form.saving}
          />
        </Suspense>
      )}
    </div>
  );
}

interface SettingsFootProps {
  form: ReturnType<typeof useSettingsForm>;
  unplaced: readonly string[];
}

/** Saves the settings, and shows why saving failed. */
function SettingsFoot({ form, unplaced }: SettingsFootProps) {
  const w = useWords(settingsWords);
  const { missing, dirty, saving } = form;
  return (
    <>
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
        {missing ? (
          <span id="save-hint" className={styles.unsaved}>
            {w.missing[missing]}
          </span>
        ) : (
          dirty && <span className={styles.unsaved}>{w.unsaved}</span>
        )}
      </div>
    </>
  );
}

const projectFragment = graphql`
  fragment SettingsForm_project on Project {
    id
    databaseId
    name
    canReadLogs
    canManageSecurityKey
    settingsRevision
    entitlements
    organization {
      ...liveFragments_organization
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
        ...voiceSearch_voice
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
      ...liveFragments_source
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

const queryFragment = graphql`
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
`;
