// oxlint-disable relay/unused-fields -- languages are handed whole to the voices' choice
import '../../ui/forms/forms.css';
import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { graphql, usePreloadedQuery } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { CreateProjectScreenQuery } from '../../__generated__/CreateProjectScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { unplacedErrors, type FieldErrors } from '../../ui/forms/field-errors.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { createProjectWords } from '../../generated/words/createProject.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { DraftNotice } from '../../frames/DraftNotice.tsx';
import { OrganizationSelect } from '../organization/OrganizationSelect.tsx';
import { ApiKeysDialog } from '../project/ApiKeysDialog.tsx';
import styles from './CreateProjectScreen.module.css';
import { SourceTabs } from './SourceTabs.tsx';
import { useNewProject, type NewProject } from './use-new-project.ts';
import { VoiceCards } from './VoiceCards.tsx';

const shownFields = [
  'name',
  'organization',
  'voiceLanguage',
  'voiceName',
  'voiceAdditionalSettings',
  'rssUrl',
  'url',
];

export default function CreateProjectScreen() {
  const w = useWords(createProjectWords);
  const data = usePreloadedQuery<CreateProjectScreenQuery>(
    createProjectScreenQuery,
    useLoadedQuery<CreateProjectScreenQuery>(),
  );
  const form = useRef<HTMLFormElement>(null);
  const { value, errors, restored, discard, edit, voices, isWaiting, busy, submit, created } = useNewProject(
    data,
    form,
  );
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={w.title} detail={w.detail} back={{ to: '/projects/dashboard', label: w.back }} />
      <form ref={form} onSubmit={submit} noValidate className={styles.form}>
        {restored && <DraftNotice onDiscard={discard} />}
        <ProjectParts data={data} value={value} errors={errors} {...voices} onChange={edit} />
        <FieldError>{unplacedErrors(errors, shownFields).join(' ')}</FieldError>
        <div className={styles.submit}>
          <Button type="submit" size="md" loading={busy || isWaiting}>
            {w.create}
          </Button>
          <span role="status" className={styles.hint}>
            {isWaiting && w.waiting}
          </span>
        </div>
      </form>
      <ApiKeysDialog
        keys={created?.keys ?? []}
        done={w.goTo}
        onClose={() => created && void navigate(created.path)}
      />
    </>
  );
}

type Data = CreateProjectScreenQuery['response'];

interface ProjectPartsProps {
  data: Data;
  value: NewProject;
  errors: FieldErrors;
  onPropose: (voice: string | null | undefined) => void;
  onFail: () => void;
  /** @param fields whose errors are no longer true */
  onChange: (part: Partial<NewProject>, ...fields: string[]) => void;
}

/** Name and organization, voice, and source of a new project. */
function ProjectParts({ data, value, errors, onPropose, onFail, onChange }: ProjectPartsProps) {
  const w = useWords(createProjectWords);
  const { name, organization, voice, source } = value;
  return (
    <>
      <Panel title={w.project}>
        <div className={styles.fields}>
          <TextInput
            label={w.name}
            value={name}
            error={errors['name']}
            onChange={(event) => onChange({ name: event.currentTarget.value }, 'name')}
          />
          <OrganizationSelect
            label={w.organization}
            viewer={data.viewer ?? null}
            value={organization}
            error={errors['organization']}
            onChange={(chosen) => onChange({ organization: chosen }, 'organization')}
          />
        </div>
      </Panel>
      <Panel title={w.voice}>
        <VoiceCards
          languages={data.voiceLanguages}
          value={voice}
          errors={errors}
          onPropose={onPropose}
          onFail={onFail}
          onChange={(chosen) =>
            onChange({ voice: chosen }, 'voiceLanguage', 'voiceName', 'voiceAdditionalSettings')
          }
        />
      </Panel>
      <Panel title={w.source}>
        <SourceTabs
          value={source}
          errors={errors}
          onChange={(chosen) => onChange({ source: chosen }, 'rssUrl', 'url', 'sources')}
        />
      </Panel>
    </>
  );
}

const createProjectScreenQuery = graphql`
  query CreateProjectScreenQuery @preloadable @throwOnFieldError {
    viewer {
      organizations {
        ...liveFragments_membership
        role
        organization {
          id
          name
        }
      }
      ...OrganizationSelect_viewer
    }
    voiceLanguages {
      language
      providers {
        provider
        title
      }
    }
  }
`;
