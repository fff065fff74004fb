import { useEffect, useState, type FormEvent, type RefObject } from 'react';
import { graphql } from 'react-relay';
import { useLocation, useNavigate } from 'react-router-dom';
import type { CreateProjectScreenQuery } from '../../__generated__/CreateProjectScreenQuery.graphql.ts';
import type { useNewProjectMutation } from '../../__generated__/useNewProjectMutation.graphql.ts';
import { createProjectWords } from '../../generated/words/createProject.ts';
import { projectsList } from '../../relay/projects-list.ts';
import { useAction } from '../../relay/use-action.ts';
import { renameErrors } from '../../ui/forms/field-errors.ts';
import { useDraft } from '../../ui/forms/use-draft.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { sourceLabel } from '../project/sources/source-kinds.ts';
import { settingList } from '../voices/setting-values.ts';
import { voiceField } from '../voices/voice-field.ts';
import type { VoiceChoice } from '../voices/VoicePicker.tsx';
import { proposeLanguage } from './propose-language.ts';
import { sourceInputs, type SourceChoice } from './SourceTabs.tsx';

export interface NewProject extends Record<string, unknown> {
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

interface CreatedProject {
  path: string;
  /** API keys of its sources: they can't be read again. */
  keys: { label: string; apiKey: string }[];
}

type Data = CreateProjectScreenQuery['response'];

/**
 * Stores what is typed of a new project, and creates it on submission. Where it gets API keys, they are shown
 * before its page opens.
 */
export function useNewProject(data: Data, form: RefObject<HTMLFormElement | null>) {
  const w = useWords(createProjectWords);
  const found = (useLocation().state as { proposal?: Proposal } | null)?.proposal;
  const [proposed] = useState(() => proposalOf(data, found));
  const [firstVoice, setFirstVoice] = useState<string | null | undefined>();
  // Submitting before the voices have loaded shows no error about a missing voice: the form waits for them.
  const [isWaiting, setWaiting] = useState(false);
  const { value, restored, change, discard } = useDraft(
    found ? `new-project of ${found.source.url}` : 'new-project',
    proposed,
  );
  const { errors, refuse, clear } = useFieldErrors(form);
  const [created, setCreated] = useState<CreatedProject | null>(null);
  const navigate = useNavigate();
  const [create, busy] = useAction<useNewProjectMutation>(createMutation);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { name, organization, source } = value;
    const { voiceLanguage, settings } = value.voice;
    const voiceName = value.voice.voiceName ?? firstVoice;
    const missing = missingOf(value, data.voiceLanguages, voiceName === null, w.required);
    if (Object.keys(missing).length > 0 || !voiceLanguage) return refuse(missing);
    clear(...Object.keys(errors));
    if (!voiceName) return setWaiting(true);

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
    if (!isWaiting || firstVoice === undefined) return;
    setWaiting(false);
    form.current?.requestSubmit();
  }, [isWaiting, firstVoice, form]);
  /** @param fields whose errors are no longer true */
  const edit = (part: Partial<NewProject>, ...fields: string[]) => {
    change(part);
    clear(...fields);
  };
  const voices = { onPropose: setFirstVoice, onFail: () => setWaiting(false) };
  return { value, errors, restored, discard, edit, voices, isWaiting, busy, submit, created };
}

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

const createMutation = graphql`
  mutation useNewProjectMutation($input: CreateProjectInput!, $lists: [ID!]!) {
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
