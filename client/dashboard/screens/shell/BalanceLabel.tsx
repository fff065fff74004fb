import { IconMail } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import type { BalanceLabel_user$key } from '../../__generated__/BalanceLabel_user.graphql.ts';
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
  const { balance, hasVerified } = useFragment(
    graphql`
    fragment BalanceLabel_user on User {
      balance
      hasVerified
    }
  `,
    key,
  );
  if (balance === null || balance === undefined) return null;
  if (!hasVerified && balance === 0)
    return (
      <a className={styles.sales} href={contact}>
        <IconMail size={17} stroke={1.7} aria-hidden="true" />
        <span>{w.contactSales}</span>
      </a>
    );
  if (balance <= 0) return null;
  return (
    <span className={styles.balance} title={w.charactersLeft({ count: formatCount(balance) })}>
      {w.balanceLeft({ count: formatCompact(balance), b, unit: (text) => <span>{text}</span> })}
    </span>
  );
}
