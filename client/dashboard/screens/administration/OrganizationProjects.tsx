import { graphql, usePaginationFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { OrganizationProjects_organization$key } from '../../__generated__/OrganizationProjects_organization.graphql.ts';
import type { OrganizationProjectsPageQuery } from '../../__generated__/OrganizationProjectsPageQuery.graphql.ts';
import { PagedList } from '../../ui/lists/PagedList.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { pageSizes } from '../../generated/limits.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';

/** An organization's projects, with what was given to each alone. */
export function OrganizationProjects({
  organization,
}: {
  organization: OrganizationProjects_organization$key;
}) {
  const { projects: w } = useWords(administrationWords);
  const names: Readonly<Record<string, string>> = useWords(organizationWords).features.names;
  const {
    data: { projects },
    ...pages
  } = usePaginationFragment<OrganizationProjectsPageQuery, OrganizationProjects_organization$key>(
    graphql`
    fragment OrganizationProjects_organization on Organization
    @refetchable(queryName: "OrganizationProjectsPageQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" }) {
      projects(first: $count, after: $cursor) @connection(key: "OrganizationProjects_projects") {
        edges {
          node {
            id
            databaseId
            name
            ownFeatures
          }
        }
      }
    }
  `,
    organization,
  );
  return (
    <Panel title={w.title}>
      <PagedList
        items={projects?.edges ?? []}
        className={styles.list}
        none={<p className={styles.note}>{w.none}</p>}
        what={w.many}
        pages={pages}
        step={pageSizes.list}
      >
        {({ node: { id, databaseId, name, ownFeatures } }) => (
          <li key={id}>
            <span className={styles.who}>
              <Link to={`/projects/administration/projects/${databaseId}`}>{name}</Link>
              {ownFeatures && ownFeatures.length > 0 && (
                <span>{ownFeatures.map((feature) => names[feature] ?? feature).join(', ')}</span>
              )}
            </span>
          </li>
        )}
      </PagedList>
    </Panel>
  );
}
