import { useLanguage } from '../../words/language.ts';
import { uiWords } from '../../generated/words/ui.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import styles from './StatusBadge.module.css';

const tones = {
  READY: 'good',
  PROCESSING: 'busy',
  WAITING: 'plain',
  RETRY: 'warn',
  ERRORED: 'bad',
  REJECTED: 'bad',
  LIMIT_REACHED: 'warn',
} as const;
const isKnown = (status: string): status is keyof typeof tones => Object.hasOwn(tones, status);

/** In the language that is shown. */
export function statusLabel(status: string): string {
  return isKnown(status) ? currentWords(uiWords).status[status] : status;
}

/** An article's state in a word and a colour; one that is worked on moves. */
export function StatusBadge({ status }: { status: string }) {
  useLanguage();
  return (
    <span className={styles.badge} data-tone={isKnown(status) ? tones[status] : 'plain'} data-status={status}>
      <span className={styles.dot} />
      {statusLabel(status)}
    </span>
  );
}
