import { IconPhoto, IconPlayerPlayFilled } from '@tabler/icons-react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { PodcastPreviewQuery } from '../../../__generated__/PodcastPreviewQuery.graphql.ts';
import { channelsWords } from '../../../generated/words/channels.ts';
import { Part } from '../../../relay/Part.tsx';
import { formatDay } from '../../../ui/format.ts';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { formatTime } from '../../../ui/player/player-store.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ChannelFormState } from '../channel-form-state.ts';
import { optionLabel } from '../fields/setting-words.ts';
import styles from './PodcastPreview.module.css';

/** Episodes that are shown. */
const episodesShown = 3;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** How a podcast app shows the podcast as its form has it now, with the newest articles as episodes. */
export function PodcastPreview({ form: { value, project } }: { form: ChannelFormState }) {
  const { podcast: w } = useWords(channelsWords);
  const artwork = textOf(value['artwork']);
  const category = textOf(value['subCategory']) ?? textOf(value['category']);
  const title = textOf(value['title']);
  const description = textOf(value['description']);
  return (
    <Panel title={w.inApps}>
      <div className={styles.app}>
        <div className={styles.show}>
          {artwork ? (
            <img className={styles.artwork} src={`/download/image/${artwork}`} alt="" />
          ) : (
            <span className={styles.artwork} data-missing="">
              <IconPhoto size={34} stroke={1.4} aria-hidden="true" />
              {w.noArtwork}
            </span>
          )}
          <div className={styles.facts}>
            <p className={styles.title} data-missing={title === null || undefined}>
              {title ?? w.noTitle}
            </p>
            <p>{textOf(value['author']) ?? project.name}</p>
            <p className={styles.tags}>
              <span>{category === null ? w.noCategory : optionLabel('category', category)}</span>
              {value['explicit'] === true && <span className={styles.tag}>{w.explicit}</span>}
              {value['complete'] === true && <span className={styles.tag}>{w.complete}</span>}
            </p>
          </div>
        </div>
        <p className={styles.description} data-missing={description === null || undefined}>
          {description ?? w.noDescription}
        </p>
        <h3>{w.episodes}</h3>
        <Part of={project.id} what={w.whatEpisodes} waiting={<Bar height={150} />}>
          {(attempt) => <Episodes project={project.id} grouping={value['groupingType']} attempt={attempt} />}
        </Part>
      </div>
    </Panel>
  );
}

interface EpisodesProps {
  project: string;
  grouping: unknown;
  attempt: number;
}

function Episodes({ project: id, grouping, attempt }: EpisodesProps) {
  const { podcast: w } = useWords(channelsWords);
  const { project } = useLazyLoadQuery<PodcastPreviewQuery>(
    graphql`
    query PodcastPreviewQuery($project: ID!, $first: Int!) @throwOnFieldError {
      project(id: $project) {
        articles(first: $first, status: READY) {
          edges {
            node {
              id
              title
              addedAt
              audio {
                ...liveFragments_audio
                durationMs
              }
            }
          }
        }
      }
    }
  `,
    { project: id, first: episodesShown },
    { fetchKey: attempt },
  );
  const articles = (project?.articles.edges ?? []).flatMap((edge) => edge?.node ?? []);
  if (articles.length === 0) return <p className={styles.none}>{w.noEpisodes}</p>;
  return (
    <>
      <ul className={styles.episodes}>
        {articles.map(({ id: article, title, addedAt, audio }) => (
          <li key={article}>
            <IconPlayerPlayFilled size={14} aria-hidden="true" />
            <span>
              <strong>{title}</strong>
              <span>
                {[formatDay(addedAt), audio && formatTime(audio.durationMs / 1000)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {typeof grouping === 'string' && <p className={styles.none}>{w.grouped}</p>}
    </>
  );
}
