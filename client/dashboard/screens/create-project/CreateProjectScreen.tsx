import '../../ui/forms.css';
import { Button, Select, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { graphql, usePreloadedQuery } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { CreateProjectScreenMutation } from '../../__generated__/CreateProjectScreenMutation.graphql.ts';
import type { CreateProjectScreenQuery } from '../../__generated__/CreateProjectScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { useAction, type FieldErrors } from '../../relay/use-action.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { ApiKeysDialog } from '../project/ApiKeysDialog.tsx';
import { sourceLabel } from '../project/SourceItem.tsx';
import { VoicePicker, type VoiceChoice } from '../voices/VoicePicker.tsx';
import styles from './CreateProjectScreen.module.css';
import { proposeLanguage } from './propose-language.ts';
import { sourceInputs, SourceTabs, type SourceChoice } from './SourceTabs.tsx';

export default function CreateProjectScreen() {
  useDocumentTitle('Create project · Parlance');
  const data = usePreloadedQuery<CreateProjectScreenQuery>(graphql`
    query CreateProjectScreenQuery @preloadable {
      viewer {
        organizations {
          role
          organization {
            id
            name
          }
        }
      }
      voices {
        id
        providers {
          voices {
            name
            favorite
          }
        }
      }
      ...VoicePicker_query
    }
  `, useLoadedQuery<CreateProjectScreenQuery>());
  const organizations = (data.viewer?.organizations ?? []).filter(({ role }) => role !== 'viewer').map(({ organization }) => ({ value: organization.id, label: organization.name }));
  const [name, setName] = useState('');
  const [organization, setOrganization] = useState<string | null>(organizations[0]?.value ?? null);
  const [voice, setVoice] = useState<VoiceChoice>(() => ({ ...proposeLanguage(data.voices, navigator.languages), settings: {} }));
  const [source, setSource] = useState<SourceChoice>({ type: 'rss', rssUrl: '', url: '', readOnlyKey: false });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [created, setCreated] = useState<{ path: string; keys: { label: string; apiKey: string }[] } | null>(null);
  const navigate = useNavigate();
  const [create, busy] = useAction<CreateProjectScreenMutation>(createMutation);

  const clear = (...fields: string[]) => setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const required = 'This field is required';
    const missing: Record<string, string> = {};
    if (!name.trim()) missing['name'] = required;
    if (!voice.voiceLanguage) missing['voiceLanguage'] = required;
    if (!voice.voiceName) missing['voiceName'] = required;
    if (source.type === 'rss' && !source.rssUrl.trim()) missing['rssUrl'] = required;
    if (source.type === 'parser' && !source.url.trim()) missing['url'] = required;
    setErrors(missing);
    const { voiceLanguage, voiceName } = voice;
    if (Object.keys(missing).length > 0 || !voiceLanguage || !voiceName) return;

    const outcome = await create({ input: { name, voiceLanguage, voiceName, organization, sources: sourceInputs(source) } }, {
      updater: (store) => {
        const project = store.getRootField('createProject')?.getLinkedRecord('project');
        const viewer = store.getRoot().getLinkedRecord('viewer');
        const projects = viewer?.getLinkedRecords('projects');
        if (project && viewer && projects) viewer.setLinkedRecords([...projects, project], 'projects');
      },
    });
    if (!outcome.ok) return setErrors(outcome.fieldErrors);
    const path = `/projects/${outcome.result.project?.databaseId}`;
    const keys = (outcome.result.apiKeys ?? []).map(({ source: { type }, apiKey }) => ({ label: sourceLabel(type), apiKey }));
    if (keys.length > 0) setCreated({ path, keys });
    else await navigate(path);
  };
  return (
    <>
      <PageHeader title="New project" detail="A publication, its voice, and where its articles come from." back={{ to: '/projects/dashboard', label: 'Dashboard' }} />
      <form onSubmit={submit} noValidate className={styles.form}>
        <Panel title="Project">
          <div className={styles.fields}>
            <TextInput label="Project name" value={name} error={errors['name']} onChange={(event) => { setName(event.currentTarget.value); clear('name'); }} />
            {organizations.length > 0 && (
              <Select label="Organization" data={organizations} clearable placeholder="Private project" value={organization} error={errors['organization']} onChange={(value) => { setOrganization(value); clear('organization'); }} clearButtonProps={{ 'aria-label': 'Make it a private project' }} />
            )}
          </div>
        </Panel>
        <Panel title="Voice">
          <VoicePicker query={data} value={voice} errors={errors} onChange={(value) => { setVoice(value); clear('voiceLanguage', 'voiceName'); }} />
        </Panel>
        <Panel title="Content source">
          <SourceTabs value={source} errors={errors} onChange={(value) => { setSource(value); clear('rssUrl', 'url', 'sources'); }} />
        </Panel>
        <div><Button type="submit" size="md" loading={busy}>Create project</Button></div>
      </form>
      <ApiKeysDialog keys={created?.keys ?? []} done="Go to the project" onClose={() => created && void navigate(created.path)} />
    </>
  );
}

const createMutation = graphql`
  mutation CreateProjectScreenMutation($input: CreateProjectInput!) {
    result: createProject(input: $input) {
      __typename
      ... on CreateProjectSuccess {
        project {
          id
          databaseId
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
