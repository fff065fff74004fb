import { Switch } from '@mantine/core';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import type { ArticleAudio_article$key } from '../../__generated__/ArticleAudio_article.graphql.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { Player } from '../../ui/player/Player.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { articleWords } from '../../generated/words/article.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ArticleScreens.module.css';
import { setHighlightEnabled, useHighlightEnabled } from './text/highlight-cookie.ts';

/** The last audio of the article, and its words as they are spoken. */
export function ArticleAudio({ article: key }: { article: ArticleAudio_article$key }) {
  const article = useFragment(
    graphql`
    fragment ArticleAudio_article on Article {
      id
      title
      status
      project {
        entitlements
      }
      audio {
        ...liveFragments_audio
        url
        durationMs
        transcriptUrl
        teaser {
          url
          durationMs
        }
      }
    }
  `,
    key,
  );
  const w = useWords(articleWords).audio;
  const { audio } = article;
  const following = useHighlightEnabled();
  if (!audio)
    return (
      <Panel title={w.heading}>
        <p className={styles.caption}>{w.none}</p>
      </Panel>
    );
  const { teaser } = audio;
  const track = {
    id: article.id,
    url: audioPath(audio.url),
    durationMs: audio.durationMs,
    title: article.title,
  };
  return (
    <Panel title={w.heading}>
      <div className={styles.audio}>
        <Player track={track} label={w.label({ title: article.title })} />
        <p className={styles.caption}>{w.caption({ status: article.status })}</p>
        <div className={styles.row}>
          <a href={audioPath(audio.url)} download={`${article.title}.mp3`}>
            <IconDownload size={15} style={{ verticalAlign: -2 }} /> {w.download}
          </a>
          <a href={audioPath(audio.transcriptUrl)}>
            <IconFileText size={15} style={{ verticalAlign: -2 }} /> {w.transcript}
          </a>
          {article.project.entitlements.includes('FEATURE_HIGHLIGHT_TEXT') && (
            <Switch
              size="sm"
              label={w.follow}
              checked={following}
              onChange={(event) => setHighlightEnabled(event.currentTarget.checked)}
            />
          )}
        </div>
        {teaser && (
          <div className={styles.teaser}>
            <h3>{w.teaser}</h3>
            <Player
              track={{
                id: `teaser:${article.id}`,
                url: audioPath(teaser.url),
                durationMs: teaser.durationMs,
                title: w.teaserTitle({ title: article.title }),
              }}
              label={w.teaserLabel({ title: article.title })}
            />
            <p className={styles.caption}>{w.teaserHint}</p>
          </div>
        )}
      </div>
    </Panel>
  );
}
