import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { articleWords } from '../../../generated/words/article.ts';
import { Player } from '../../../ui/player/Player.tsx';
import type { Track } from '../../../ui/player/player-store.ts';
import { useDateTimeFormat } from '../../../ui/time/time-zone.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { TextChanges } from '../text/TextChanges.tsx';
import type { ArticleVersion } from './article-version.ts';
import styles from './ArticleVersions.module.css';

interface VersionComparisonProps {
  version: ArticleVersion;
  /** The one that is played now; null: it is not stored any more. */
  current: ArticleVersion | null;
  trackOf: (version: ArticleVersion) => Track;
  onRestore: () => void;
}

/** An earlier version beside the current one: both audios, what changed in the text, and the way back. */
export function VersionComparison({ version, current, trackOf, onRestore }: VersionComparisonProps) {
  const w = useWords(articleWords).versions;
  const format = useDateTimeFormat();
  const then = w.then({ when: format(version.createdAt) });
  return (
    <div className={styles.comparison}>
      <div className={styles.sides}>
        <div>
          <h4>{then}</h4>
          <Player track={trackOf(version)} label={then} />
        </div>
        {current && (
          <div>
            <h4>{w.now}</h4>
            <Player track={trackOf(current)} label={w.now} />
          </div>
        )}
      </div>
      {version.changesSince ? (
        <>
          <TextChanges changes={version.changesSince} label={w.changes} />
          <Button
            size="compact-sm"
            className={styles.restore!}
            leftSection={<IconRestore size={15} />}
            onClick={onRestore}
          >
            {w.restore}
          </Button>
        </>
      ) : (
        <p className={styles.hint}>{version.isRestorable ? w.same : w.unstored}</p>
      )}
    </div>
  );
}
