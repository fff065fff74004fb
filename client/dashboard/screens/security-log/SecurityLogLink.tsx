import { graphql, useFragment } from 'react-relay';
import type { SecurityLogLink_organization$key } from '../../__generated__/SecurityLogLink_organization.graphql.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { securityLogWords } from '../../generated/words/securityLog.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './SecurityLog.module.css';

/** The way to an organization's security log, for those whom the server tells of its tokens: they read it. */
export function SecurityLogLink({ organization: key }: { organization: SecurityLogLink_organization$key }) {
  const w = useWords(securityLogWords);
  const { slug, databaseId, partnerTokens } = useFragment(
    graphql`
    fragment SecurityLogLink_organization on Organization {
      slug
      databaseId
      partnerTokens {
        __typename
      }
    }
  `,
    key,
  );
  if (!partnerTokens) return null;
  return (
    <Panel title={w.title}>
      <p className={styles.note}>{w.about}</p>
      <p>
        <LinkButton to={`/projects/organization/${slug}/security-log/${databaseId}`} variant="default">
          {w.link}
        </LinkButton>
      </p>
    </Panel>
  );
}
