// oxlint-disable relay/unused-fields -- accountsWithBalance reads them
import { IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { BalanceLabel_user$key } from '../../__generated__/BalanceLabel_user.graphql.ts';
import { accountsWithBalance } from '../../ui/accounts-with-balance.ts';
import { useContactLink } from '../../ui/contact.ts';
import { formatCompact, formatCount } from '../../ui/format.ts';
import { b } from '../../ui/rich-text.tsx';
import { shellWords } from '../../generated/words/shell.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './BalanceLabel.module.css';

/** Shows the remaining characters. Unverified users without any see whom to contact instead. */
export function BalanceLabel({ user: key }: { user: BalanceLabel_user$key }) {
  const w = useWords(shellWords);
  const contact = useContactLink();
  const user = useFragment(
    graphql`
    fragment BalanceLabel_user on User {
      balance
      ownBalance
      hasVerified
      organizations {
        ...liveFragments_membership
        organization {
          name
          balance
        }
      }
    }
  `,
    key,
  );
  const { balance, hasVerified } = user;
  if (balance === null || balance === undefined) return null;
  if (!hasVerified && balance === 0)
    return (
      <a className={styles.sales} href={contact}>
        <IconMail size={17} stroke={1.7} aria-hidden="true" />
        <span>{w.contactSales}</span>
      </a>
    );
  if (balance <= 0) return null;
  const accounts = accountsWithBalance(user);
  const words = { count: formatCompact(balance), b, unit: (text: ReactNode) => <span>{text}</span> };
  if (accounts.length < 2)
    return (
      <span className={styles.balance} title={w.charactersLeft({ count: formatCount(balance) })}>
        {w.balanceLeft(words)}
      </span>
    );
  // None pays for another one's projects, so the sum alone would promise too much.
  const each = accounts
    .map((one) => w.accountBalance({ name: one.name ?? w.ownAccount, count: formatCount(one.balance) }))
    .join(' · ');
  return (
    <Link className={styles.balance} to="/projects/profile" title={each}>
      {w.balanceIn({ ...words, accounts: accounts.length })}
    </Link>
  );
}
