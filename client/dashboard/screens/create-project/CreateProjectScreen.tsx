// oxlint-disable relay/unused-fields -- languages are handed whole to the voices' choice
import '../../ui/forms/forms.css';
import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { graphql, usePreloadedQuery } from 'react-relay';
import { useLocation, useNavigate } from 'react-router-dom';
import type { CreateProjectScreenMutation } from '../../__generated__/CreateProjectScreenMutation.graphql.ts';
import type { CreateProjectScreenQuery } from '../../__generated__/CreateProjectScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { projectsList } from '../../relay/projects-list.ts';
import { useAction } from '../../relay/use-action.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { renameErrors, unplacedErrors, type FieldErrors } from '../../ui/forms/field-errors.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useDraft } from '../../ui/forms/use-draft.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { createProjectWords } from '../../generated/words/createProject.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { DraftNotice } from '../../frames/DraftNotice.tsx';
import { OrganizationSelect } from '../organization/OrganizationSelect.tsx';
import { ApiKeysDialog } from '../project/ApiKeysDialog.tsx';
import { sourceLabel } from '../project/sources/source-kinds.ts';
import { settingList } from '../voices/setting-values.ts';
import { voiceField } from '../voices/voice-field.ts';
import type { VoiceChoice } from '../voices/VoicePicker.tsx';
import styles from './CreateProjectScreen.module.css';
import { proposeLanguage } from './propose-language.ts';
import { sourceInputs, SourceTabs, type SourceChoice } from './SourceTabs.tsx';
import { VoiceCards } from './VoiceCards.tsx';

interface NewProject extends Record<string, unknown> {
  name: string;
  organization: string | null;
  voice: VoiceChoice;
  source: SourceChoice;
}

/** Settings found at an address, for users who want to change details before they create the project. */
interface Proposal {
  name: string;
  voiceLanguage: string | null;
  voiceName: string | null;
  source: { type: string; url: string };
}

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
  const found = (useLocation().state as { proposal?: Proposal } | null)?.proposal;
  const data = usePreloadedQuery<CreateProjectScreenQuery>(
    createProjectScreenQuery,
    useLoadedQuery<CreateProjectScreenQuery>(),
  );
  const [proposed] = useState(() => proposalOf(data, found));
  const [firstVoice, setFirstVoice] = useState<string | null | undefined>();
  // Submitting before the voices have loaded shows no error about a missing voice: the form waits for them.
  const [held, setHeld] = useState(false);
  const { value, restored, change, discard } = useDraft(
    found ? `new-project of ${found.source.url}` : 'new-project',
    proposed,
  );
  const { name, organization, voice, source } = value;
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [created, setCreated] = useState<{ path: string; keys: { label: string; apiKey: string }[] } | null>(
    null,
  );
  const navigate = useNavigate();
  const [create, busy] = useAction<CreateProjectScreenMutation>(createMutation);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { voiceLanguage, settings } = voice;
    const voiceName = voice.voiceName ?? firstVoice;
    const missing = missingOf(value, data.voiceLanguages, voiceName === null, w.required);
    if (Object.keys(missing).length > 0 || !voiceLanguage) return refuse(missing);
    clear(...Object.keys(errors));
    if (!voiceName) return setHeld(true);

    const outcome = await create({
      input: {
        name,
        voice: { language: voiceLanguage, name: voiceName, settings: settingList(settings) },
        organization,
        sources: sourceInputs(source),
      },
      lists: [projectsList],
    });
    if (!outcome.ok) return refuse(renameErrors(outcome.fieldErrors, voiceField));
    discard();
    const path = `/projects/${outcome.result.project?.databaseId}`;
    const keys = (outcome.result.apiKeys ?? []).map(({ source: { type }, apiKey }) => ({
      label: sourceLabel(type),
      apiKey,
    }));
    if (keys.length > 0) setCreated({ path, keys });
    else await navigate(path);
  };
  useEffect(() => {
    if (!held || firstVoice === undefined) return;
    setHeld(false);
    form.current?.requestSubmit();
  }, [held, firstVoice]);
  return (
    <>
      <PageHeader title={w.title} detail={w.detail} back={{ to: '/projects/dashboard', label: w.back }} />
      <form ref={form} onSubmit={submit} noValidate className={styles.form}>
        {restored && <DraftNotice onDiscard={discard} />}
        <ProjectParts
          data={data}
          value={value}
          errors={errors}
          onPropose={setFirstVoice}
          onFail={() => setHeld(false)}
          onChange={(part, ...fields) => {
            change(part);
            clear(...fields);
          }}
        />
        <FieldError>{unplacedErrors(errors, shownFields).join(' ')}</FieldError>
        <div className={styles.submit}>
          <Button type="submit" size="md" loading={busy || held}>
            {w.create}
          </Button>
          <span role="status" className={styles.hint}>
            {held && w.waiting}
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

/** What the form begins with: what was found at an address, or what fits the person. */
const proposalOf = (data: Data, found: Proposal | undefined): NewProject => ({
  name: found?.name ?? '',
  organization: data.viewer?.organizations.find(({ role }) => role !== 'VIEWER')?.organization.id ?? null,
  voice: {
    voiceLanguage: found?.voiceLanguage ?? proposeLanguage(data.voiceLanguages, navigator.languages),
    voiceName: found?.voiceName ?? null,
    settings: {},
  },
  source: {
    type: found?.source.type === 'PARSER' ? 'PARSER' : 'RSS',
    rssUrl: found?.source.type === 'RSS' ? found.source.url : '',
    url: found?.source.type === 'PARSER' ? found.source.url : '',
    readOnlyKey: false,
  },
});

/** What has to be filled in. @param lacksVoice no voice is chosen, and none can be proposed */
function missingOf(
  { name, voice, source }: NewProject,
  languages: Data['voiceLanguages'],
  lacksVoice: boolean,
  required: string,
): Record<string, string> {
  const missing: Record<string, string> = {};
  if (!name.trim()) missing['name'] = required;
  if (!languages.some(({ language }) => language === voice.voiceLanguage))
    missing['voiceLanguage'] = required;
  if (lacksVoice) missing['voiceName'] = required;
  if (source.type === 'RSS' && !source.rssUrl.trim()) missing['rssUrl'] = required;
  if (source.type === 'PARSER' && !source.url.trim()) missing['url'] = required;
  return missing;
}

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

const createMutation = graphql`
  mutation CreateProjectScreenMutation($input: CreateProjectInput!, $lists: [ID!]!) {
    result: createProject(input: $input) {
      __typename
      ... on CreateProjectSuccess {
        project @appendNode(connections: $lists, edgeTypeName: "ViewerProjectsConnectionEdge") {
          id
          databaseId
          name
          ...liveFragments_listedProject
          organization {
            id
            name
            pseudo
          }
          ...SideBar_project
        }
        apiKeys {
          apiKey
          source {
            type
          }
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

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
