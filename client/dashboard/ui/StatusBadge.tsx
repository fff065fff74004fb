import styles from './StatusBadge.module.css';

const statuses = {
  ready: { label: 'Ready', tone: 'good' },
  processing: { label: 'Processing', tone: 'busy' },
  waiting: { label: 'Waiting', tone: 'plain' },
  retry: { label: 'Retry', tone: 'warn' },
  errored: { label: 'Errored', tone: 'bad' },
  rejected: { label: 'Rejected', tone: 'bad' },
  limit_reached: { label: 'Limit reached', tone: 'warn' },
} as const;

export function statusLabel(status: string): string {
  return statuses[status as keyof typeof statuses]?.label ?? status;
}

/** An article's state in a word and a colour; one that is worked on moves. */
export function StatusBadge({ status }: { status: string }) {
  const { label, tone } = statuses[status as keyof typeof statuses] ?? { label: status, tone: 'plain' };
  return (
    <span className={styles.badge} data-tone={tone} data-status={status}>
      <span className={styles.dot} />
      {label}
    </span>
  );
}
