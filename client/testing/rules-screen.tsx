import query, {
  type ProcessingRulesScreenQuery,
} from '../dashboard/__generated__/ProcessingRulesScreenQuery.graphql.ts';
import type { ProcessingRulesScreen_project$data } from '../dashboard/__generated__/ProcessingRulesScreen_project.graphql.ts';
import type { ProcessingRulesScreen_query$data } from '../dashboard/__generated__/ProcessingRulesScreen_query.graphql.ts';
import type { ProjectPage_project$data } from '../dashboard/__generated__/ProjectPage_project.graphql.ts';
import type { projectPart_gate$data } from '../dashboard/__generated__/projectPart_gate.graphql.ts';
import type { RuleCard_rule$data } from '../dashboard/__generated__/RuleCard_rule.graphql.ts';
import type { SoundChoice_project$data } from '../dashboard/__generated__/SoundChoice_project.graphql.ts';
import ProcessingRulesScreen from '../dashboard/screens/rules/ProcessingRulesScreen.tsx';
import { renderScreen, type Fields } from './screen.tsx';

export type Rule = Fields<RuleCard_rule$data>;
export type Sound = Fields<SoundChoice_project$data['sounds'][number]>;
type Project = Fields<ProjectPage_project$data> &
  Fields<projectPart_gate$data> &
  Omit<Fields<ProcessingRulesScreen_project$data>, 'sounds' | 'processingRules'> & {
    sounds: readonly Sound[];
    processingRules: readonly Rule[];
  };

interface Types {
  Project: Project;
  RuleCatalogue: Omit<Fields<ProcessingRulesScreen_query$data['ruleCatalogue']>, ' $fragmentSpreads'>;
}

/** A rule: what its title contains, and what is done. */
export const rule = (id: string, name: string, over: Partial<Rule> = {}): Rule => ({
  id,
  name,
  enabled: true,
  predicates: [{ operator: 'contains', subject: 'title', value: 'live' }],
  actions: [{ action: 'skip_title', values: [] }],
  ...over,
});

const sound = (file: string, over: Partial<Sound> = {}): Sound => ({
  id: `sound-${file}`,
  name: file,
  file,
  url: `http://localhost/download/audio/${file}.mp3`,
  durationMs: 3_000,
  builtIn: true,
  kind: 'MUSIC',
  ...over,
});

/** One of the project's own, two that are built in: music, and a logo. */
export const sounds: Sound[] = [
  sound('waves', { builtIn: false, kind: null }),
  sound('calm'),
  sound('chime', { kind: 'LOGO' }),
];

/** Opens the processing rules of a project, for a user with the permissions in `project`. */
export async function openRules(rules: readonly Rule[], project: Partial<Project> = {}, search = '') {
  const stage = await renderScreen<ProcessingRulesScreenQuery>(
    ProcessingRulesScreen,
    query,
    { id: '7' },
    { path: '/projects/:id/processing-rules', at: `/projects/7/processing-rules${search}` },
  );
  await stage.answer<Types>('ProcessingRulesScreenQuery', {
    Project: () => ({
      id: 'p7',
      databaseId: 7,
      name: 'Gazette',
      canWrite: true,
      canConfigure: true,
      entitlements: ['AUDIO_RULES'],
      voice: { language: 'en-US' },
      sounds,
      processingRules: rules,
      ...project,
    }),
    RuleCatalogue: () => ({
      conditions: [
        {
          operator: 'contains',
          subject: 'title',
          title: 'Title contains',
          valueKind: 'TEXT',
          options: [],
          defaultValue: '',
        },
        {
          operator: 'contains',
          subject: 'url',
          title: 'URL contains',
          valueKind: 'TEXT',
          options: [],
          defaultValue: '',
        },
        {
          operator: 'greater_than',
          subject: 'length',
          title: 'Length greater than',
          valueKind: 'NUMBER',
          options: [],
          defaultValue: '1000',
        },
      ],
      actions: [
        {
          action: 'skip_title',
          title: 'Skip title',
          description: 'The title is not read.',
          valueKind: 'NONE',
          multiple: false,
          options: [],
          min: null,
          max: null,
          step: null,
          soundKinds: [],
          defaultValues: [],
        },
        {
          action: 'background_music',
          title: 'Background music',
          description: 'Plays softly under the voice.',
          valueKind: 'SOUND',
          multiple: true,
          options: [],
          min: null,
          max: null,
          step: null,
          soundKinds: ['MUSIC'],
          defaultValues: [],
        },
      ],
    }),
  });
  return stage;
}
