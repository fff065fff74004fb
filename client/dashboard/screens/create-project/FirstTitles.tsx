import { Button } from '@mantine/core';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { FirstTitlesQuery } from '../../__generated__/FirstTitlesQuery.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { createProjectWords } from '../../generated/words/createProject.ts';
import { siteOnboardingWords } from '../../generated/words/siteOnboarding.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './CreateProjectScreen.module.css';

interface FirstTitlesProps {
  /** A complete address; null: there is none yet. */
  url: string | null;
  /** Of a feed that was found where none was given. */
  onFeed: (url: string) => void;
}

/** What a feed or a website has, before there is a project of it. */
export function FirstTitles({ url, onFeed }: FirstTitlesProps) {
  // Its place is kept free: what appears when the field is left must not move the button that is just being
  // clicked.
  return <div className={styles.look}>{url !== null && <Looked url={url} onFeed={onFeed} />}</div>;
}

function Looked({ url, onFeed }: { url: string; onFeed: (url: string) => void }) {
  const { titles: w } = useWords(createProjectWords);
  return (
    <Part
      what={w.part}
      of={url}
      waiting={
        <p className={styles.hint} role="status">
          {w.looking}
        </p>
      }
    >
      {(attempt) => <Titles url={url} attempt={attempt} onFeed={onFeed} />}
    </Part>
  );
}

function Titles({ url, attempt, onFeed }: { url: string; attempt: number; onFeed: (url: string) => void }) {
  const { titles: w } = useWords(createProjectWords);
  const { problems, advice } = useWords(siteOnboardingWords);
  const { siteOnboarding } = useLazyLoadQuery<FirstTitlesQuery>(
    graphql`
      query FirstTitlesQuery($url: String!) @throwOnFieldError {
        siteOnboarding(url: $url) {
          source {
            type
            url
          }
          articles {
            title
          }
          problem {
            kind
          }
        }
      }
    `,
    { url },
    { fetchKey: attempt },
  );
  const { source, articles, problem } = siteOnboarding;
  const kind = problem && (problem.kind in problems ? (problem.kind as keyof typeof problems) : 'BROKEN');
  const feed = source?.type === 'RSS' && source.url !== url ? source.url : null;
  return (
    <div className={styles.titles} role="status">
      {kind && (
        <p className={styles.warning}>
          {problems[kind]} {advice[kind]}
        </p>
      )}
      {articles.length > 0 && (
        <>
          <p className={styles.hint}>{w.newest}</p>
          <ol>
            {articles.map(({ title }, index) => (
              <li key={index}>{title}</li>
            ))}
          </ol>
        </>
      )}
      {feed && (
        <Button size="compact-sm" variant="default" onClick={() => onFeed(feed)}>
          {w.useFeed({ address: feed })}
        </Button>
      )}
    </div>
  );
}
