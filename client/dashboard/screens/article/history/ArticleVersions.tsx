// oxlint-disable relay/unused-fields -- changes are handed whole to TextChanges
import { Button } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { ArticleVersions_article$key } from '../../../__generated__/ArticleVersions_article.graphql.ts';
import type { ArticleVersionsQuery } from '../../../__generated__/ArticleVersionsQuery.graphql.ts';
import type { ArticleVersionsRestoreMutation } from '../../../__generated__/ArticleVersionsRestoreMutation.graphql.ts';
import { articleWords } from '../../../generated/words/article.ts';
import { Part } from '../../../relay/Part.tsx';
import { useAction } from '../../../relay/use-action.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { notify } from '../../../ui/messages.ts';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { formatTime, type Track } from '../../../ui/player/player-store.ts';
import { PlayButton } from '../../../ui/player/PlayButton.tsx';
import { useDateTimeFormat } from '../../../ui/time/time-zone.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ArticleVersion } from './article-version.ts';
import styles from './ArticleVersions.module.css';
import { VersionComparison } from './VersionComparison.tsx';
import { useFreshQuery } from '../../../relay/use-fresh-query.ts';

/** Milliseconds. */
const restoredShown = 4_000;

interface ArticleVersionsProps {
  article: ArticleVersions_article$key;
  /** Called once a version is restored and its audio follows. */
  onRestored: () => void;
}

/** Versions of an article's audio: each can be played, compared with the current one, and restored. */
export function ArticleVersions({ article: key, onRestored }: ArticleVersionsProps) {
  const { id, title, revision, status, audio } = useFragment(
    graphql`
    fragment ArticleVersions_article on Article {
      id
      title
      revision
      status
      audio {
        ...liveFragments_audio
        version
      }
    }
  `,
    key,
  );
  const w = useWords(articleWords).versions;
  const come = useDeferredValue(`${audio?.version} ${status} ${revision}`);
  return (
    <section className={styles.versions} aria-label={w.heading}>
      <h3>{w.heading}</h3>
      <p className={styles.hint}>{w.hint}</p>
      <Part what={w.what} waiting={<Bar height={90} />}>
        {(attempt) => (
          <Versions
            {...{ id, title, revision }}
            playing={audio?.version ?? null}
            come={`${attempt} ${come}`}
            onRestored={onRestored}
          />
        )}
      </Part>
    </section>
  );
}

interface VersionsProps {
  id: string;
  title: string;
  revision: number;
  /** The version that is played now. */
  playing: string | null;
  come: string;
  onRestored: () => void;
}

function Versions({ id, title, revision, playing, come, onRestored }: VersionsProps) {
  const { article } = useFreshQuery<ArticleVersionsQuery>(versionsQuery, { id }, come);
  const w = useWords(articleWords).versions;
  const format = useDateTimeFormat();
  const [compared, setCompared] = useState<string | null>(null);
  const [asked, setAsked] = useState<ArticleVersion | null>(null);
  const [restore, restoring] = useAction<ArticleVersionsRestoreMutation>(restoreMutation);
  const versions = article?.versions ?? [];
  const current = versions.find(({ version }) => version === playing) ?? null;
  const trackOf = ({ version, url, durationMs }: ArticleVersion): Track => ({
    id: version === playing ? id : `version:${version}`,
    url: audioPath(url),
    durationMs,
    title,
  });
  const confirm = async () => {
    const outcome = await restore({ input: { article: id, version: asked!.version, revision } });
    setAsked(null);
    if (!outcome.ok) return;
    setCompared(null);
    notify(w.restored, restoredShown);
    onRestored();
  };
  if (versions.length === 0) return <p className={styles.hint}>{w.none}</p>;
  return (
    <>
      <ul className={styles.list}>
        {versions.map((each) => (
          <li key={each.version} data-current={each.version === playing || undefined}>
            <PlayButton track={trackOf(each)} title={w.then({ when: format(each.createdAt) })} />
            <div className={styles.when}>
              <strong>{format(each.createdAt)}</strong>
              <span className={styles.hint}>{formatTime(each.durationMs / 1_000)}</span>
            </div>
            {each.version === playing ? (
              <span className={styles.badge}>{w.current}</span>
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                aria-expanded={compared === each.version}
                onClick={() => setCompared(compared === each.version ? null : each.version)}
              >
                {compared === each.version ? w.close : w.compare}
              </Button>
            )}
            {compared === each.version && (
              <VersionComparison
                version={each}
                current={current}
                trackOf={trackOf}
                onRestore={() => setAsked(each)}
              />
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={w.question}
        confirm={w.restore}
        opened={asked !== null}
        busy={restoring}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(null)}
      >
        {asked && w.consequence({ when: format(asked.createdAt) })}
      </ConfirmDialog>
    </>
  );
}

const versionsQuery = graphql`
  query ArticleVersionsQuery($id: ID!) @throwOnFieldError {
    article(id: $id) {
      versions {
        version
        url
        durationMs
        createdAt
        isRestorable
        changesSince {
          kind
          text
        }
      }
    }
  }
`;

const restoreMutation = graphql`
  mutation ArticleVersionsRestoreMutation($input: RestoreArticleVersionInput!) {
    result: restoreArticleVersion(input: $input) {
      __typename
      ... on RestoreArticleVersionSuccess {
        article {
          ...EditArticleForm_article
          ...ArticleAudio_article
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
