import '../../ui/forms.css';
import { graphql, usePreloadedQuery } from 'react-relay';
import type { OrganizationScreenQuery } from '../../__generated__/OrganizationScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { NotFound } from '../../relay/Failure.tsx';
import { formatCount } from '../../ui/format.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import styles from './OrganizationScreen.module.css';
import { OrganizationTimeZone } from './OrganizationTimeZone.tsx';

export default function OrganizationScreen() {
  const { organization } = usePreloadedQuery<OrganizationScreenQuery>(
    graphql`
    query OrganizationScreenQuery($slug: ID!) @preloadable @throwOnFieldError {
      organization(id: $slug) {
        name
        pseudo
        balance
        verified
        entitlements
        ...OrganizationTimeZone_organization
        members {
          role
          status
          me
          user {
            id
            name
            email
          }
        }
      }
    }
  `,
    useLoadedQuery<OrganizationScreenQuery>(),
  );
  useDocumentTitle(organization ? `${organization.name} · Parlance` : 'Not found');
  if (!organization) return <NotFound what="organization" />;
  return (
    <>
      <PageHeader
        title={organization.name}
        detail={
          <>
            {organization.pseudo && <span>{organization.pseudo}</span>}
            <span>
              {formatCount(organization.balance)} characters left{organization.verified && ', invoiced'}
            </span>
          </>
        }
      />
      <div className={styles.parts}>
        {organization.members && (
          <Panel title="Members">
            <ul className={styles.members}>
              {organization.members.map(({ user, role, status, me }) => (
                <li key={user.id}>
                  <span className={styles.initial} aria-hidden="true">
                    {(user.name || user.email).slice(0, 1).toUpperCase()}
                  </span>
                  <span className={styles.who}>
                    <strong>
                      {user.name}
                      {me && ' (you)'}
                    </strong>
                    <span>{user.email}</span>
                  </span>
                  <span className={styles.role}>
                    {role}
                    {status === 'invited' && ', invited'}
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        <Panel title="Time zone">
          <OrganizationTimeZone organization={organization} />
        </Panel>
        <Panel title="Features">
          {organization.entitlements.length === 0 ? (
            <p>None is switched on.</p>
          ) : (
            <ul className={styles.features}>
              {organization.entitlements.map((feature) => (
                <li key={feature}>{feature.replaceAll('_', ' ')}</li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </>
  );
}
