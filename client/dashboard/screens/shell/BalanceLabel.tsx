import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { BalanceLabel_user$key } from '../../__generated__/BalanceLabel_user.graphql.ts';
import { formatCompact, formatCount } from '../../ui/format.ts';
import styles from './BalanceLabel.module.css';

/** The characters left; who has none and is not verified is told whom to ask instead. */
export function BalanceLabel({ user: key }: { user: BalanceLabel_user$key }) {
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
      <Link className={styles.sales} to="/projects/docs/characters">
        Contact sales
      </Link>
    );
  if (balance <= 0) return null;
  return (
    <span className={styles.balance} title={`${formatCount(balance)} characters left`}>
      <strong>{formatCompact(balance)}</strong> <span>characters left</span>
    </span>
  );
}
