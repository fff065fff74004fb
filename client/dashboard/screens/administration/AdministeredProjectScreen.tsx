import { useState } from 'react';
import { graphql, useFragment, usePreloadedQuery } from 'react-relay';
import { Link } from 'react-router-dom';
import type { AdministeredProjectScreen_project$key } from '../../__generated__/AdministeredProjectScreen_project.graphql.ts';
import type { AdministeredProjectScreenMutation } from '../../__generated__/AdministeredProjectScreenMutation.graphql.ts';
import type { AdministeredProjectScreenQuery } from '../../__generated__/AdministeredProjectScreenQuery.graphql.ts';
import { NotFound } from '../../relay/Failure.tsx';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { useAction } from '../../relay/use-action.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { administrationWords } from '../../generated/words/administration.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';
import { RecordFrame } from './AdministrationFrame.tsx';
import { AdministrationLogPanel } from './AdministrationRecords.tsx';
import { updateFeatures } from './update-features.ts';
import { FeatureSwitches, type FeatureChange } from './FeatureSwitches.tsx';
import { ProjectRoles } from './ProjectRoles.tsx';

/** For administrators: a project's own settings, its members with their roles, and its log. */
export default function AdministeredProjectScreen() {
  const { project, platformFeatures } = usePreloadedQuery<AdministeredProjectScreenQuery>(
    graphql`
    query AdministeredProjectScreenQuery($id: ID!) @preloadable @throwOnFieldError {
      platformFeatures
      project(id: $id) {
        ...AdministeredProjectScreen_project
      }
    }
  `,
    useLoadedQuery<AdministeredProjectScreenQuery>(),
  );
  if (!project) return <NotFound what="project" />;
  return <Administered project={project} platformFeatures={platformFeatures} />;
}

interface AdministeredProps {
  project: AdministeredProjectScreen_project$key;
  platformFeatures: readonly string[];
}

function Administered({ project: key, platformFeatures }: AdministeredProps) {
  const project = useFragment(projectFragment, key);
  const w = useWords(administrationWords);
  const [changes, setChanges] = useState(0);
  const changed = () => setChanges((count) => count + 1);
  const { id, databaseId, name, ownFeatures, organization } = project;
  const [set] = useAction<AdministeredProjectScreenMutation>(administeredProjectScreenMutation);
  const change = async (features: FeatureChange) => {
    const outcome = await set(
      { input: { project: id, ...features } },
      { optimisticUpdater: (store) => updateFeatures(store.get(id), 'ownFeatures', features) },
    );
    if (outcome.ok) changed();
    return outcome;
  };
  const inherited = Object.fromEntries([
    ...(organization?.entitlements ?? []).map((feature) => [feature, w.features.fromOrganization]),
    ...platformFeatures.map((feature) => [feature, w.features.forEverybody]),
  ]) as Record<string, string>;
  return (
    <RecordFrame
      name={name}
      detail={
        organization ? (
          <Link to={`/projects/administration/organizations/${organization.databaseId}`}>
            {organization.name}
          </Link>
        ) : (
          w.projects.personal
        )
      }
      part="organizations"
      actions={
        <LinkButton to={`/projects/${databaseId}`} variant="default">
          {w.projects.toProject}
        </LinkButton>
      }
    >
      <ProjectRoles project={project} onChange={changed} />
      <Panel title={w.features.title}>
        <p className={styles.note}>{w.features.ofProject}</p>
        <FeatureSwitches
          of={name}
          groups={['tools', 'channels', 'flags']}
          held={ownFeatures ?? []}
          inherited={inherited}
          change={change}
        />
      </Panel>
      <AdministrationLogPanel about={{ project: id }} changes={changes} />
    </RecordFrame>
  );
}

const projectFragment = graphql`
  fragment AdministeredProjectScreen_project on Project {
    id
    databaseId
    name
    ownFeatures
    organization {
      ...liveFragments_organization
      databaseId
      name
      entitlements
    }
    ...ProjectRoles_project
  }
`;

const administeredProjectScreenMutation = graphql`
  mutation AdministeredProjectScreenMutation($input: SetProjectFeaturesInput!) {
    result: setProjectFeatures(input: $input) {
      __typename
      ... on SetProjectFeaturesSuccess {
        project {
          id
          ownFeatures
          entitlements
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
