// oxlint-disable relay/unused-fields -- the catalogue is handed whole to the editor
import '../../ui/forms/forms.css';
import { IconListCheck, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { graphql, useFragment, usePreloadedQuery } from 'react-relay';
import { useSearchParams } from 'react-router-dom';
import type {
  ProcessingRulesScreen_project$data,
  ProcessingRulesScreen_project$key,
} from '../../__generated__/ProcessingRulesScreen_project.graphql.ts';
import type {
  ProcessingRulesScreen_query$data,
  ProcessingRulesScreen_query$key,
} from '../../__generated__/ProcessingRulesScreen_query.graphql.ts';
import type { ProcessingRulesScreenQuery } from '../../__generated__/ProcessingRulesScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { EmptyState } from '../../ui/lists/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ruleCatalogueWords, type RuleCatalogueWords } from '../../generated/words/ruleCatalogue.ts';
import { rulesWords } from '../../generated/words/rules.ts';
import { textByKey, useWords } from '../../words/word-catalogue.ts';
import { DeletedMenu } from '../../frames/deleted-items/DeletedMenu.tsx';
import { openingOf, currentText } from '../../frames/project-part/project-part.ts';
import { ProjectPage } from '../../frames/project-part/ProjectPage.tsx';
import { useNamedVoices } from '../voices/voice-search.ts';
import { NewRule } from './NewRule.tsx';
import styles from './ProcessingRulesScreen.module.css';
import { RuleList } from './RuleList.tsx';
import { rulesPart } from './rules-part.ts';
import { conditionKey, findAction, findCondition, type Catalogue } from './rule-fields.ts';
import { RuleContext, type RuleContextValue } from './rule-context.ts';

export default function ProcessingRulesScreen() {
  const data = usePreloadedQuery<ProcessingRulesScreenQuery>(
    graphql`
    query ProcessingRulesScreenQuery($id: ID!) @preloadable @throwOnFieldError {
      project(id: $id) {
        id
        ...ProjectPage_project
        ...ProcessingRulesScreen_project
      }
      ...ProcessingRulesScreen_query
    }
  `,
    useLoadedQuery<ProcessingRulesScreenQuery>(),
  );
  const w = useWords(rulesWords);
  const { project } = data;
  const detail = <span>{w.detail}</span>;
  return (
    <ProjectPage part={rulesPart} project={project} detail={detail}>
      {project && <ProjectRules key={project.id} project={project} query={data} />}
    </ProjectPage>
  );
}

function ProjectRules({
  project: key,
  query,
}: {
  project: ProcessingRulesScreen_project$key;
  query: ProcessingRulesScreen_query$key;
}) {
  const project = useFragment(projectFragment, key);
  const { ruleCatalogue } = useFragment(queryFragment, query);
  const w = useWords(rulesWords);
  const [params] = useSearchParams();
  const surroundings = useSurroundings(project, ruleCatalogue);
  const { canEdit } = surroundings;
  const here = `/projects/${project.databaseId}/processing-rules`;
  const starting = canEdit && params.has('new');
  const empty = project.processingRules.length === 0;
  const add = (
    <LinkButton to={`${here}?new`} icon={<IconPlus size={16} />}>
      {w.add}
    </LinkButton>
  );
  const locked = openingOf(rulesPart, project) === 'locked';
  return (
    <RuleContext value={surroundings}>
      <div className={styles.page}>
        {!locked && !starting && empty && (
          <Panel>
            <EmptyState icon={IconListCheck} title={w.none} action={canEdit && add}>
              {w.noneText}
            </EmptyState>
          </Panel>
        )}
        {!starting && !empty && <RuleList project={project} />}
        {starting && <NewRule project={project.id} here={here} catalogue={ruleCatalogue} />}
        <footer className={styles.footer}>
          {!starting && !empty && canEdit && add}
          {starting && (
            <LinkButton variant="default" to={here}>
              {w.backToRules}
            </LinkButton>
          )}
          {!starting && project.canConfigure && (
            <DeletedMenu kind="rules" project={project.id} list={currentText(rulesPart.heading)} />
          )}
        </footer>
      </div>
    </RuleContext>
  );
}

type Query = ProcessingRulesScreen_query$data;

function useSurroundings(
  project: ProcessingRulesScreen_project$data,
  ruleCatalogue: Query['ruleCatalogue'],
): RuleContextValue {
  const c = useWords(ruleCatalogueWords);
  const { value: w } = useWords(rulesWords);
  const { voices, state } = useNamedVoices(voicesIn(project.processingRules, ruleCatalogue), null);
  return useMemo(() => {
    const sounds = new Map(project.sounds.map(({ file, name }) => [file, name]));
    return {
      project,
      projectId: project.id,
      catalogue: inWords(ruleCatalogue, c),
      voiceLanguage: project.voice.language,
      // One whose name is not there yet is not called gone.
      names: {
        voice: (name) =>
          voices.get(name)?.label ?? (voices.has(name) ? null : state === 'failed' ? name : w.naming),
        sound: (file) => sounds.get(file) ?? null,
      },
      canEdit: project.canConfigure && openingOf(rulesPart, project) === 'open',
      canDelete: project.canConfigure,
    };
  }, [project, ruleCatalogue, voices, state, c, w]);
}

/** The voices that rules name. */
function voicesIn(
  rules: ProcessingRulesScreen_project$data['processingRules'],
  catalogue: Query['ruleCatalogue'],
): string[] {
  return rules.flatMap(({ predicates, actions }) => [
    ...predicates.flatMap((predicate) =>
      findCondition(catalogue, predicate)?.valueKind === 'VOICE' ? [predicate.value] : [],
    ),
    ...actions.flatMap((action) =>
      findAction(catalogue, action)?.valueKind === 'VOICE' ? action.values : [],
    ),
  ]);
}

/** The catalogue in the language that is shown. */
function inWords({ conditions, actions }: Query['ruleCatalogue'], c: RuleCatalogueWords): Catalogue {
  const optionsOf = (options: readonly { readonly value: string; readonly title: string }[]) =>
    options.map(({ value, title }) => ({ value, title: textByKey(c.options, value) ?? title }));
  return {
    conditions: conditions.map((kind) => ({
      ...kind,
      title: textByKey(c.conditions, conditionKey(kind))?.title ?? kind.title,
      options: optionsOf(kind.options),
    })),
    actions: actions.map((kind) => ({
      ...kind,
      title: textByKey(c.actions, kind.action)?.title ?? kind.title,
      description: textByKey(c.actions, kind.action)?.description ?? kind.description,
      options: optionsOf(kind.options),
    })),
  };
}

const projectFragment = graphql`
  fragment ProcessingRulesScreen_project on Project {
    id
    databaseId
    canConfigure
    voice {
      language
    }
    sounds {
      ...liveFragments_sound
      name
      file
    }
    processingRules {
      id
      predicates {
        operator
        subject
        value
      }
      actions {
        action
        values
      }
    }
    ...projectPart_gate
    ...RuleList_project
    ...SoundChoice_project
  }
`;

const queryFragment = graphql`
  fragment ProcessingRulesScreen_query on Query {
    ruleCatalogue {
      conditions {
        operator
        subject
        title
        valueKind
        options {
          value
          title
        }
        defaultValue
      }
      actions {
        action
        title
        description
        valueKind
        multiple
        options {
          value
          title
        }
        min
        max
        step
        soundKinds
        defaultValues
      }
      ...NewRule_catalogue
    }
  }
`;
