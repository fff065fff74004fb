import { Loader } from '@mantine/core';
import { statisticsWords } from '../../generated/words/statistics.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Statistics.module.css';

/** Placeholder while a report loads (specification, section 4). */
export function Loading() {
  const w = useWords(statisticsWords);
  return (
    <div className={styles.loading} role="status">
      <Loader size="md" />
      <span>{w.loading}</span>
    </div>
  );
}
