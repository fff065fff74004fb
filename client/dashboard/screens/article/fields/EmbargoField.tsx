import { Button } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { articleWords } from '../../../generated/words/article.ts';
import { useDateTimeFormat } from '../../../ui/time/time-zone.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../ArticleScreens.module.css';
import { MomentField } from './MomentField.tsx';

export interface EmbargoDraft {
  /** ISO 8601; empty: no embargo. */
  publishAt: string;
}

/**
 * Field for an article's embargo. A stored embargo can be changed here, but only a separate button ends it,
 * because an accidental publication can't be undone.
 */
export function EmbargoField({
  value: { publishAt },
  isStored = false,
  error,
  disabled,
  onChange,
}: {
  value: EmbargoDraft;
  isStored?: boolean;
  error: string | undefined;
  disabled: boolean;
  onChange: (part: Partial<EmbargoDraft>) => void;
}) {
  const w = useWords(articleWords);
  return (
    <MomentField
      label={w.publishAt}
      names={{ date: w.publishAtOf({ part: 'date' }), time: w.publishAtOf({ part: 'time' }) }}
      hint={w.publishAtHint}
      value={publishAt}
      error={error}
      disabled={disabled}
      earliest
      clearable={!isStored}
      onChange={(moment) => onChange({ publishAt: moment })}
    />
  );
}

/** Shows that an article is under embargo, and lets users with the permission publish it at once. */
export function EmbargoNotice({
  until,
  saving,
  onPublish,
}: {
  /** ISO 8601. */
  until: string;
  saving: boolean;
  /** Absent if the user may not publish. */
  onPublish: (() => void) | undefined;
}) {
  const w = useWords(articleWords);
  const moment = useDateTimeFormat();
  return (
    <div className={styles.held} role="status">
      <span>{w.embargoed({ when: moment(until) })}</span>
      {onPublish && (
        <Button size="xs" leftSection={<IconSend2 size={15} />} loading={saving} onClick={onPublish}>
          {w.publishNow}
        </Button>
      )}
    </div>
  );
}
