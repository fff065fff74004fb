import { IconDownload, IconFileText } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import type { ArticleAudio_article$key } from '../../__generated__/ArticleAudio_article.graphql.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { Part } from '../../relay/Part.tsx';
import { RenderWhenNear } from '../../ui/lists/RenderWhenNear.tsx';
import { Player } from '../../ui/player/Player.tsx';
import { articleWords } from '../../generated/words/article.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ArticleScreens.module.css';
import { DoubtfulWords } from './DoubtfulWords.tsx';

/** The last audio of the article: its files, its teaser, and words to check. */
export function ArticleAudio({ article: key }: { article: ArticleAudio_article$key }) {
  const article = useFragment(
    graphql`
    fragment ArticleAudio_article on Article {
      id
      title
      status
      canEdit
      project {
        id
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
  const words = useWords(articleWords);
  const w = words.audio;
  const { audio } = article;
  if (!audio) return <p className={styles.caption}>{w.none}</p>;
  const { teaser } = audio;
  return (
    <div className={styles.audio}>
      <p className={styles.caption}>{w.caption({ status: article.status })}</p>
      <div className={styles.row}>
        <a href={audioPath(audio.url)} download={`${article.title}.mp3`}>
          <IconDownload size={15} style={{ verticalAlign: -2 }} /> {w.download}
        </a>
        <a href={audioPath(audio.transcriptUrl)}>
          <IconFileText size={15} style={{ verticalAlign: -2 }} /> {w.transcript}
        </a>
      </div>
      <RenderWhenNear waiting={null}>
        <Part what={words.doubts.what}>
          {(attempt) => (
            <DoubtfulWords
              id={article.id}
              project={article.project.id}
              track={{
                id: article.id,
                url: audioPath(audio.url),
                durationMs: audio.durationMs,
                title: article.title,
              }}
              mayFix={article.canEdit}
              attempt={attempt}
            />
          )}
        </Part>
      </RenderWhenNear>
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
  );
}
