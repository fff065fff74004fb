import { Button } from '@mantine/core';
import { IconMicrophone2, IconTag, IconTrash, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { projectWords } from '../../../generated/words/project.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { BulkDialog, type BulkKind } from './BulkDialog.tsx';
import styles from './BulkBar.module.css';
import type { ArticleSelection } from './use-bulk.ts';

interface BulkBarProps {
  selection: ArticleSelection;
  /** How many the filter matches; null: more than were counted. */
  total: number | null;
  /** Whether all of a page that is not all of the filter are selected: the rest is offered. */
  offersAll: boolean;
  labels: boolean;
  onAll: () => void;
  onClear: () => void;
  onDone: () => void;
}

/** What can be done with the articles that are selected. */
export function BulkBar({ selection, total, offersAll, labels, onAll, onClear, onDone }: BulkBarProps) {
  const w = useWords(projectWords).bulk;
  const [kind, setKind] = useState<BulkKind | null>(null);
  const trigger = useRef<HTMLElement | null>(null);
  const ask = (asked: BulkKind) => (event: { currentTarget: HTMLElement }) => {
    trigger.current = event.currentTarget;
    setKind(asked);
  };
  const { articles } = selection;
  return (
    <div className={styles.bar} role="region" aria-label={w.region}>
      <strong aria-live="polite">
        {articles
          ? w.selected({ count: articles.length })
          : total === null
            ? w.allOfFilterSelected
            : w.allSelected({ count: total })}
      </strong>
      {articles && offersAll && (
        <Button size="compact-sm" variant="subtle" onClick={onAll}>
          {total === null ? w.selectAllOfFilter : w.selectAll({ count: total })}
        </Button>
      )}
      <span className={styles.actions}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconMicrophone2 size={15} />}
          onClick={ask('voice')}
        >
          {w.voiceAgain}
        </Button>
        {labels && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconTag size={15} />}
            onClick={ask('label')}
          >
            {w.label}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          className={styles.danger!}
          leftSection={<IconTrash size={15} />}
          onClick={ask('delete')}
        >
          {w.delete}
        </Button>
        <Button size="compact-sm" variant="subtle" leftSection={<IconX size={15} />} onClick={onClear}>
          {w.clear}
        </Button>
      </span>
      {kind && (
        <BulkDialog
          kind={kind}
          selection={selection}
          trigger={trigger}
          onClose={(changed) => {
            setKind(null);
            if (changed) onDone();
          }}
        />
      )}
    </div>
  );
}
