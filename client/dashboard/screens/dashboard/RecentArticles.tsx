import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { RecentArticles_overview$key } from '../../__generated__/RecentArticles_overview.graphql.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { PlayButton } from '../../ui/player/PlayButton.tsx';
import { overviewWords } from '../../generated/words/overview.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './DashboardScreen.module.css';

/** Shows the latest articles with audio, each of which plays in place. */
export function RecentArticles({ overview: key }: { overview: RecentArticles_overview$key }) {
  const { recent } = useFragment(
    graphql`
      fragment RecentArticles_overview on Overview {
        recent {
          id
          databaseId
          title
          audio {
            ...liveFragments_audio
            url
            durationMs
          }
          project {
            databaseId
            name
          }
        }
      }
    `,
    key,
  );
  const w = useWords(overviewWords);
  if (recent.length === 0) return null;
  return (
    <section className={styles.list} aria-labelledby="recent">
      <h2 id="recent">{w.recent}</h2>
      <ul>
        {recent.map(({ id, databaseId, title, audio, project }) => (
          <li key={id} className={styles.heard}>
            <PlayButton
              title={title}
              track={audio ? { id, url: audioPath(audio.url), durationMs: audio.durationMs, title } : null}
            />
            <span className={styles.article}>
              <Link to={`/projects/${project.databaseId}/articles/${databaseId}`}>{title}</Link>{' '}
              <small>{project.name}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
