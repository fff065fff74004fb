import { graphql, useFragment } from 'react-relay';
import type {
  Backups_backups$data,
  Backups_backups$key,
} from '../../__generated__/Backups_backups.graphql.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import { Panel } from '../../ui/Panel.tsx';
import { relativeTime } from '../../ui/time/relative-time.ts';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { useNow } from '../../ui/time/use-now.ts';
import { textByKey, useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';

const hour = 3_600_000;
const megabyte = 1_000_000;
/** A tested backup that is older than so many intervals is too old. */
const lateFrom = 2;

/** How old the last tested backup is, how backups are made, and the latest ones. */
export function Backups({ backups: key }: { backups: Backups_backups$key }) {
  const { backups: w } = useWords(administrationWords);
  const { place, isEncrypted, intervalHours, keepDays, testedBackupAt, runs } = useFragment(
    graphql`
      fragment Backups_backups on InstallationBackups {
        place
        isEncrypted
        intervalHours
        keepDays
        testedBackupAt
        runs {
          startedAt
          state
          name
          rows
          files
          bytes
          error
        }
      }
    `,
    key,
  );
  if (place == null)
    return (
      <Panel title={w.title}>
        <p className={styles.warn}>{w.off}</p>
      </Panel>
    );
  return (
    <Panel title={w.title}>
      <Age testedAt={testedBackupAt ?? null} limitMs={lateFrom * intervalHours * hour} />
      <p className={styles.note}>{w.about}</p>
      <div className={styles.found}>
        <dl className={styles.sum}>
          <div>
            <dt>{w.place}</dt>
            <dd>{place}</dd>
          </div>
          <div>
            <dt>{w.interval}</dt>
            <dd>{w.everyHours({ hours: intervalHours })}</dd>
          </div>
          <div>
            <dt>{w.kept}</dt>
            <dd>{w.days({ days: keepDays })}</dd>
          </div>
          <div>
            <dt>{w.encryption}</dt>
            <dd className={isEncrypted ? undefined : styles.warn}>{isEncrypted ? w.encrypted : w.plain}</dd>
          </div>
        </dl>
      </div>
      {runs.length > 0 && (
        <section className={styles.found}>
          <h3>{w.runs}</h3>
          <ul className={styles.records}>
            {runs.map((run) => (
              <Run key={run.startedAt} run={run} />
            ))}
          </ul>
        </section>
      )}
    </Panel>
  );
}

function Age({ testedAt, limitMs }: { testedAt: string | null; limitMs: number }) {
  const { backups: w } = useWords(administrationWords);
  const format = useDateTimeFormat();
  const now = useNow();
  const isLate = testedAt !== null && now - Date.parse(testedAt) > limitMs;
  return (
    <div role="status">
      <p>{w.tested}</p>
      <p className={styles.balance} data-late={isLate || testedAt === null || undefined}>
        {testedAt === null ? (
          w.testedNone
        ) : (
          <time dateTime={testedAt} title={format(testedAt)}>
            {relativeTime(testedAt, now) ?? format(testedAt)}
          </time>
        )}
      </p>
      {testedAt === null && <p className={styles.note}>{w.first}</p>}
      {isLate && <p className={styles.warn}>{w.late}</p>}
    </div>
  );
}

function Run({ run }: { run: Backups_backups$data['runs'][number] }) {
  const { backups: w } = useWords(administrationWords);
  const format = useDateTimeFormat();
  const { startedAt, state, name, rows, files, bytes, error } = run;
  const isGood = state === 'TESTED' || state === 'RUNNING';
  return (
    <li>
      <p>
        <time dateTime={startedAt}>{format(startedAt)}</time>
        <span className={isGood ? undefined : styles.warn}>{textByKey(w.states, state)}</span>
        {name != null && (
          <span className={styles.details}>
            {w.size({ rows, files, megabytes: Math.ceil(bytes / megabyte) })}
          </span>
        )}
      </p>
      {error != null && <p className={styles.warn}>{error}</p>}
    </li>
  );
}
