import { graphql, useFragment } from 'react-relay';
import type { WebhooksLink_organization$key } from '../../__generated__/WebhooksLink_organization.graphql.ts';
import { webhooksPartWords } from '../../generated/words/webhooksPart.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Webhooks.module.css';

/** The way to an organization's webhooks, for those who manage them, as they manage its tokens. */
export function WebhooksLink({ organization: key }: { organization: WebhooksLink_organization$key }) {
  const w = useWords(webhooksPartWords);
  const { slug, partnerTokens } = useFragment(
    graphql`
    fragment WebhooksLink_organization on Organization {
      slug
      partnerTokens {
        __typename
      }
    }
  `,
    key,
  );
  if (!partnerTokens) return null;
  return (
    <Panel title={w.heading}>
      <p className={styles.note}>{w.about}</p>
      <p>
        <LinkButton to={`/projects/organization/${slug}/webhooks`} variant="default">
          {w.open}
        </LinkButton>
      </p>
    </Panel>
  );
}
