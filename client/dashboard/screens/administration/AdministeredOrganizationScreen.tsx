import { useState } from 'react';
import { graphql, useFragment, usePreloadedQuery } from 'react-relay';
import { Link } from 'react-router-dom';
import type { AdministeredOrganizationScreen_organization$key } from '../../__generated__/AdministeredOrganizationScreen_organization.graphql.ts';
import type { AdministeredOrganizationScreenMutation } from '../../__generated__/AdministeredOrganizationScreenMutation.graphql.ts';
import type { AdministeredOrganizationScreenQuery } from '../../__generated__/AdministeredOrganizationScreenQuery.graphql.ts';
import { NotFound } from '../../relay/Failure.tsx';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { useAction } from '../../relay/use-action.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { administrationWords } from '../../generated/words/administration.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { AccountPanel } from './AccountPanel.tsx';
import styles from './Administration.module.css';
import { RecordFrame } from './AdministrationFrame.tsx';
import { AdministrationLogPanel } from './AdministrationRecords.tsx';
import { updateFeatures } from './update-features.ts';
import { FeatureSwitches, type FeatureChange } from './FeatureSwitches.tsx';
import { OrganizationProjects } from './OrganizationProjects.tsx';

/**
 * For administrators: an organization with its account, features, members and projects, and what was done to
 * it.
 */
export default function AdministeredOrganizationScreen() {
  const { organization, platformFeatures } = usePreloadedQuery<AdministeredOrganizationScreenQuery>(
    graphql`
    query AdministeredOrganizationScreenQuery($id: ID!) @preloadable @throwOnFieldError {
      platformFeatures
      organization(id: $id) {
        ...AdministeredOrganizationScreen_organization
      }
    }
  `,
    useLoadedQuery<AdministeredOrganizationScreenQuery>(),
  );
  if (!organization) return <NotFound what="organization" />;
  return <Administered organization={organization} platformFeatures={platformFeatures} />;
}

interface AdministeredProps {
  organization: AdministeredOrganizationScreen_organization$key;
  platformFeatures: readonly string[];
}

function Administered({ organization: key, platformFeatures }: AdministeredProps) {
  const organization = useFragment(organizationFragment, key);
  const w = useWords(administrationWords);
  const { members: memberWords } = useWords(organizationWords);
  const [changes, setChanges] = useState(0);
  const changed = () => setChanges((count) => count + 1);
  const { id, slug, name, pseudo, balance, verified, entitlements, members } = organization;
  const [set] = useAction<AdministeredOrganizationScreenMutation>(administeredOrganizationScreenMutation);
  const change = async (features: FeatureChange) => {
    const outcome = await set(
      { input: { organization: id, ...features } },
      { optimisticUpdater: (store) => updateFeatures(store.get(id), 'entitlements', features) },
    );
    if (outcome.ok) changed();
    return outcome;
  };
  const inherited = Object.fromEntries(platformFeatures.map((feature) => [feature, w.features.forEverybody]));
  return (
    <RecordFrame
      name={name}
      detail={pseudo}
      part="organizations"
      actions={
        <LinkButton to={`/projects/organization/${slug}`} variant="default">
          {w.projects.toOrganization}
        </LinkButton>
      }
    >
      <AccountPanel
        holder={{ kind: 'organization', id, name }}
        balance={balance}
        verified={verified}
        onChange={changed}
      />
      <Panel title={w.features.title}>
        <p className={styles.note}>{w.features.ofOrganization}</p>
        <FeatureSwitches
          of={name}
          groups={['tools', 'channels', 'flags']}
          held={entitlements}
          inherited={inherited}
          change={change}
        />
      </Panel>
      <Panel title={w.members.title}>
        {(members ?? []).length === 0 ? (
          <p className={styles.note}>{w.members.none}</p>
        ) : (
          <ul className={styles.list}>
            {members?.map(({ user, role, status }) => {
              const shown = memberWords.roles[role as keyof typeof memberWords.roles] ?? role;
              return (
                <li key={user.id}>
                  <span className={styles.who}>
                    <Link to={`/projects/administration/people/${encodeURIComponent(user.id)}`}>
                      {user.name || user.email}
                    </Link>
                    {user.name && <span>{user.email}</span>}
                  </span>
                  <span className={styles.facts}>
                    {status === 'INVITED' ? memberWords.invited({ role: shown }) : shown}
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </Panel>
      <OrganizationProjects organization={organization} />
      <AdministrationLogPanel about={{ organization: id }} changes={changes} />
    </RecordFrame>
  );
}

const organizationFragment = graphql`
  fragment AdministeredOrganizationScreen_organization on Organization {
    id
    slug
    name
    pseudo
    balance
    verified
    entitlements
    members {
      ...liveFragments_member
      role
      status
      user {
        id
        name
        email
      }
    }
    ...OrganizationProjects_organization
  }
`;

const administeredOrganizationScreenMutation = graphql`
  mutation AdministeredOrganizationScreenMutation($input: SetOrganizationFeaturesInput!) {
    result: setOrganizationFeatures(input: $input) {
      __typename
      ... on SetOrganizationFeaturesSuccess {
        organization {
          id
          entitlements
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
