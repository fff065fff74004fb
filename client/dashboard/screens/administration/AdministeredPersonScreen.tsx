import { useState } from 'react';
import { graphql, useFragment, usePreloadedQuery } from 'react-relay';
import { Link } from 'react-router-dom';
import type { AdministeredPersonScreen_user$key } from '../../__generated__/AdministeredPersonScreen_user.graphql.ts';
import type { AdministeredPersonScreenQuery } from '../../__generated__/AdministeredPersonScreenQuery.graphql.ts';
import { NotFound } from '../../relay/Failure.tsx';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { Panel } from '../../ui/Panel.tsx';
import { administrationWords } from '../../generated/words/administration.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { AccountPanel } from './AccountPanel.tsx';
import styles from './Administration.module.css';
import { RecordFrame } from './AdministrationFrame.tsx';
import { AdministrationLogPanel } from './AdministrationRecords.tsx';
import { PlatformRole } from './PlatformRole.tsx';
import { ResetSecondFactor } from './ResetSecondFactor.tsx';
import { SuspendAccount } from './SuspendAccount.tsx';

/**
 * For administrators: a person with an account of one's own, a role on the platform, organizations, and what
 * was done to it.
 */
export default function AdministeredPersonScreen() {
  const { node } = usePreloadedQuery<AdministeredPersonScreenQuery>(
    graphql`
    query AdministeredPersonScreenQuery($id: ID!) @preloadable @throwOnFieldError {
      node(id: $id) {
        ...AdministeredPersonScreen_user @alias(as: "user")
      }
      # Refused to all but administrators, who alone see others.
      platformFeatures
    }
  `,
    useLoadedQuery<AdministeredPersonScreenQuery>(),
  );
  if (!node?.user) return <NotFound />;
  return <Administered user={node.user} />;
}

function Administered({ user: key }: { user: AdministeredPersonScreen_user$key }) {
  const user = useFragment(
    graphql`
    fragment AdministeredPersonScreen_user on User {
      id
      name
      email
      ownBalance
      verified
      organizations {
        ...liveFragments_membership
        role
        organization {
          id
          databaseId
          name
        }
      }
      ...PlatformRole_user
      ...SuspendAccount_user
    }
  `,
    key,
  );
  const w = useWords(administrationWords);
  const roleNames: Readonly<Record<string, string>> = useWords(organizationWords).members.roles;
  const [changes, setChanges] = useState(0);
  const changed = () => setChanges((count) => count + 1);
  const { id, name, email, ownBalance, verified, organizations } = user;
  const shown = name || email;
  return (
    <RecordFrame name={shown} detail={name && email} part="people">
      <AccountPanel
        holder={{ kind: 'user', id, name: shown }}
        balance={ownBalance ?? 0}
        verified={verified ?? false}
        note={w.person.own}
        onChange={changed}
      />
      <PlatformRole user={user} onChange={changed} />
      <ResetSecondFactor user={id} name={shown} onChange={changed} />
      <SuspendAccount user={user} onChange={changed} />
      <Panel title={w.person.organizations}>
        {(organizations ?? []).length === 0 ? (
          <p className={styles.note}>{w.person.noOrganizations}</p>
        ) : (
          <ul className={styles.list}>
            {organizations?.map(({ organization, role }) => (
              <li key={organization.id}>
                <span className={styles.who}>
                  <Link to={`/projects/administration/organizations/${organization.databaseId}`}>
                    {organization.name}
                  </Link>
                </span>
                <span className={styles.facts}>{roleNames[role] ?? role}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <AdministrationLogPanel about={{ user: id }} changes={changes} />
    </RecordFrame>
  );
}
