import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { AccountBalances_accounts$key } from '../../__generated__/AccountBalances_accounts.graphql.ts';
import { formatCount } from '../../ui/format.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProfileScreen.module.css';

/** What is left in each account that pays for one's projects, and for how long: none helps another out. */
export function AccountBalances({ accounts: key }: { accounts: AccountBalances_accounts$key }) {
  const accounts = useFragment(
    graphql`
    fragment AccountBalances_accounts on OwnAccount @relay(plural: true) {
      organization {
        ...liveFragments_organization
        slug
        name
      }
      balance
      verified
      daysLeft
    }
  `,
    key,
  );
  const w = useWords(profileWords);
  return (
    <>
      <dl className={styles.facts}>
        {accounts.map(({ organization, balance, verified, daysLeft }) => (
          <div key={organization?.slug ?? ''}>
            <dt>
              {organization ? (
                <Link to={`/projects/organization/${organization.slug}`}>{organization.name}</Link>
              ) : (
                w.ownAccount
              )}
            </dt>
            <dd className={styles.left}>
              {verified ? w.invoiced({ count: formatCount(balance) }) : formatCount(balance)}
              {daysLeft != null && <span className={styles.lasts}>{w.lasts({ count: daysLeft })}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        {accounts.length > 1 ? w.howCountedAll : w.howCounted}{' '}
        <Link to="/projects/docs/characters">{w.more}</Link>
      </p>
    </>
  );
}
