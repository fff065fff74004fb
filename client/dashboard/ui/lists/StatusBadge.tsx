import type { ReactNode } from 'react';
import { useLanguage } from '../../words/language.ts';
import { uiWords } from '../../generated/words/ui.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import styles from './StatusBadge.module.css';

type Tone = 'good' | 'busy' | 'plain' | 'warn' | 'bad';

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

/** A state in a word and a color; one that is worked on moves. */
export const Badge = ({ tone, status, children }: { tone: Tone; status?: string; children: ReactNode }) => (
  <span className={styles.badge} data-tone={tone} data-status={status}>
    <span className={styles.dot} />
    {children}
  </span>
);

/** An article's state. */
export function StatusBadge({ status }: { status: string }) {
  useLanguage();
  return (
    <Badge tone={isKnown(status) ? tones[status] : 'plain'} status={status}>
      {statusLabel(status)}
    </Badge>
  );
}
