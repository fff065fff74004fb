import '../../ui/forms/forms.css';
import { useCallback, useState } from 'react';
import { graphql, usePreloadedQuery } from 'react-relay';
import { Link, Navigate } from 'react-router-dom';
import type { OrganizationScreenQuery } from '../../__generated__/OrganizationScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { formatCount } from '../../ui/format.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { useHiddenFeatures } from '../profile/hidden-features.ts';
import { WebhooksLink } from '../webhooks/WebhooksLink.tsx';
import { SecurityLogLink } from '../security-log/SecurityLogLink.tsx';
import styles from './OrganizationScreen.module.css';
import { BalanceHistory } from './BalanceHistory.tsx';
import { BillingContact } from './BillingContact.tsx';
import { Members } from './Members.tsx';
import { OrganizationName } from './OrganizationName.tsx';
import { OrganizationTimeZone } from './OrganizationTimeZone.tsx';
import { PartnerTokens } from './PartnerTokens.tsx';
import { PaymentResult } from './PaymentResult.tsx';
import { Purchasing } from './Purchasing.tsx';
import { SecondFactorRequirement } from './SecondFactorRequirement.tsx';

export default function OrganizationScreen() {
  const { organization, viewer } = usePreloadedQuery<OrganizationScreenQuery>(
    organizationScreenQuery,
    useLoadedQuery<OrganizationScreenQuery>(),
  );
  const w = useWords(organizationWords);
  const numbers = useHiddenFeatures().has('numbers');
  useDocumentTitle(organization ? `${organization.name} · Parlance` : w.notFound);
  const [changes, setChanges] = useState(0);
  const onAdded = useCallback(() => setChanges((count) => count + 1), []);
  if (!organization) return <Navigate to="/projects/dashboard" replace />;
  const names: Readonly<Record<string, string>> = w.features.names;
  return (
    <>
      <PageHeader
        title={organization.name}
        detail={[organization.pseudo, numbers && `#${organization.databaseId}`].filter(Boolean).join(' · ')}
      />
      <div className={styles.parts}>
        <Panel title={w.balance.title}>
          <p className={styles.balance}>{w.balance.left({ count: formatCount(organization.balance) })}</p>
          <p className={styles.note}>
            {organization.verified ? w.balance.invoiced : w.balance.prepaid}{' '}
            <Link to="/projects/docs/characters">{w.balance.more}</Link>
          </p>
          <Purchasing organization={organization} />
        </Panel>
        {organization.purchasing && (
          <>
            <PaymentResult slug={organization.slug} onAdded={onAdded} />
            <BalanceHistory organization={organization.id} changes={changes} />
          </>
        )}
        <BillingContact organization={organization} />
        <OrganizationName organization={organization} />
        <Members organization={organization} />
        <SecondFactorRequirement organization={organization} />
        <Panel title={w.timezone.title}>
          <OrganizationTimeZone organization={organization} />
        </Panel>
        <Panel title={w.features.title}>
          {organization.entitlements.length === 0 ? (
            <p className={styles.note}>{w.features.none}</p>
          ) : (
            <ul className={styles.features}>
              {organization.entitlements.map((feature) => (
                <li key={feature}>{names[feature] ?? feature}</li>
              ))}
            </ul>
          )}
          {viewer && (
            <p className={styles.note}>
              <a href={`mailto:${viewer.contactEmail}`}>{w.features.ask}</a>
            </p>
          )}
        </Panel>
        <PartnerTokens organization={organization} />
        <WebhooksLink organization={organization} />
        <SecurityLogLink organization={organization} />
      </div>
    </>
  );
}

const organizationScreenQuery = graphql`
  query OrganizationScreenQuery($slug: ID!) @preloadable @throwOnFieldError {
    viewer {
      contactEmail
    }
    organization(id: $slug) {
      id
      slug
      databaseId
      name
      pseudo
      balance
      verified
      entitlements
      purchasing {
        __typename
      }
      ...Purchasing_organization
      ...OrganizationTimeZone_organization
      ...BillingContact_organization
      ...PartnerTokens_organization
      ...SecurityLogLink_organization
      ...WebhooksLink_organization
      ...OrganizationName_organization
      ...Members_organization
      ...SecondFactorRequirement_organization
    }
  }
`;
