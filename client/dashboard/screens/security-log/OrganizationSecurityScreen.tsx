import { graphql, usePreloadedQuery } from 'react-relay';
import type { OrganizationSecurityScreenQuery } from '../../__generated__/OrganizationSecurityScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { NotFound } from '../../relay/Failure.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { securityLogWords } from '../../generated/words/securityLog.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { SecurityRecords } from './SecurityRecords.tsx';

/** For an organization's maintainers: what concerned its security. */
export default function OrganizationSecurityScreen() {
  const query = usePreloadedQuery<OrganizationSecurityScreenQuery>(
    graphql`
    query OrganizationSecurityScreenQuery($slug: ID!, $id: ID!) @preloadable @throwOnFieldError {
      organization(id: $slug) {
        name
        slug
      }
      ...SecurityRecords_query @arguments(organization: $id)
    }
  `,
    useLoadedQuery<OrganizationSecurityScreenQuery>(),
  );
  const w = useWords(securityLogWords);
  const { organization } = query;
  useDocumentTitle(w.document({ name: organization?.name ?? '' }));
  if (!organization) return <NotFound what="organization" />;
  return (
    <>
      <PageHeader
        title={w.title}
        detail={organization.name}
        back={{ to: `/projects/organization/${organization.slug}`, label: w.back }}
      />
      <Panel>
        <SecurityRecords query={query} />
      </Panel>
    </>
  );
}
