import '../../ui/forms/forms.css';
import { IconLock } from '@tabler/icons-react';
import { graphql, usePreloadedQuery } from 'react-relay';
import type { OrganizationWebhooksScreenQuery } from '../../__generated__/OrganizationWebhooksScreenQuery.graphql.ts';
import { projectWords } from '../../generated/words/project.ts';
import { webhooksWords } from '../../generated/words/webhooks.ts';
import { NotFound } from '../../relay/Failure.tsx';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/lists/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { b } from '../../ui/rich-text.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { WebhookList } from './WebhookList.tsx';

/** The webhooks of an organization, for its administrators. */
export default function OrganizationWebhooksScreen() {
  const { organization } = usePreloadedQuery<OrganizationWebhooksScreenQuery>(
    graphql`
    query OrganizationWebhooksScreenQuery($slug: ID!) @preloadable @throwOnFieldError {
      organization(id: $slug) {
        id
        name
        slug
        webhooks {
          id
          ...WebhookItem_webhook
        }
      }
    }
  `,
    useLoadedQuery<OrganizationWebhooksScreenQuery>(),
  );
  const w = useWords(webhooksWords);
  const p = useWords(projectWords);
  useDocumentTitle(
    !organization ? p.notFound : organization.webhooks ? w.document({ name: organization.name }) : p.refused,
  );
  if (!organization) return <NotFound what="organization" />;
  const { id, name, slug, webhooks } = organization;
  const there = `/projects/organization/${slug}`;
  if (!webhooks)
    return (
      <EmptyState
        screen
        icon={IconLock}
        title={p.refused}
        action={
          <LinkButton variant="default" to={there}>
            {name}
          </LinkButton>
        }
      >
        {p.refusedText({ part: w.title, name, b })}
      </EmptyState>
    );
  return (
    <>
      <PageHeader title={w.title} detail={w.detailOfOrganization} back={{ to: there, label: name }} />
      <WebhookList key={id} owner={{ organization: id }} webhooks={webhooks} />
    </>
  );
}
