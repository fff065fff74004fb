import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { Purchasing_organization$key } from '../../__generated__/Purchasing_organization.graphql.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { usePremium } from '../buying/use-premium.ts';
import styles from './OrganizationScreen.module.css';

/**
 * What can be bought for an organization; nothing for those who may not buy for it, and no characters for one
 * that pays by invoice.
 */
export function Purchasing({ organization: key }: { organization: Purchasing_organization$key }) {
  const { slug, verified, purchasing } = useFragment(
    graphql`
    fragment Purchasing_organization on Organization {
      slug
      verified
      purchasing {
        plans {
          key
          name
          amount
          characters
        }
        manageable
      }
    }
  `,
    key,
  );
  const { buying: w } = useWords(organizationWords);
  const { open, opening } = usePremium(slug);
  const [asked, setAsked] = useState<string | null>(null);
  if (!purchasing) return null;
  const { plans, manageable } = purchasing;
  const buy = (plan: string) => {
    setAsked(plan);
    void open('checkout', { plan });
  };
  return (
    <div className={styles.buying}>
      {plans.length === 0 && !verified && <p className={styles.note}>{w.unavailable}</p>}
      {plans.length > 0 && !verified && (
        <>
          <h3>{w.heading}</h3>
          <ul className={styles.plans}>
            {plans.map(({ key: plan, name, amount, characters }) => (
              <li key={plan}>
                <span className={styles.who}>
                  <strong>{name}</strong>
                  {characters != null && <span>{w.characters({ count: characters })}</span>}
                </span>
                {amount && <span className={styles.amount}>{amount}</span>}
                <Button
                  size="xs"
                  loading={opening && asked === plan}
                  disabled={opening}
                  onClick={() => buy(plan)}
                >
                  {w.buy({ name })}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {manageable && (
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconReceipt size={15} stroke={1.7} />}
            disabled={opening}
            onClick={() => {
              setAsked(null);
              void open('portal');
            }}
          >
            {w.invoices}
          </Button>
        </div>
      )}
    </div>
  );
}
