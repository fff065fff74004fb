import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleMinus, IconClock, type IconProps } from '@tabler/icons-react';
import {
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
} from 'react';
import { graphql, useFragment, useSubscription } from 'react-relay';
import { Link } from 'react-router-dom';
import type {
  ArticlePublicationsQuery,
  ArticlePublicationsQuery$data,
} from '../../../__generated__/ArticlePublicationsQuery.graphql.ts';
import type { ArticlePublicationsSubscription } from '../../../__generated__/ArticlePublicationsSubscription.graphql.ts';
import type { ArticlePublications_article$key } from '../../../__generated__/ArticlePublications_article.graphql.ts';
import { Part } from '../../../relay/Part.tsx';
import { pollInterval, useFallbackPolling } from '../../../relay/use-fallback-polling.ts';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { useDateTimeFormat } from '../../../ui/time/time-zone.ts';
import { RenderWhenNear } from '../../../ui/lists/RenderWhenNear.tsx';
import { articleWords } from '../../../generated/words/article.ts';
import { formatServerMessage } from '../../../words/server-words.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './ArticlePublications.module.css';
import { useFreshQuery } from '../../../relay/use-fresh-query.ts';

type Publication = NonNullable<ArticlePublicationsQuery$data['article']>['publications'][number];

/** Events within this number of milliseconds cause one query. */
const together = 500;
/** Channels that are shown at first: a project may have 200. */
const shownAtFirst = 8;

/** Where the article is with each channel of its project, as it is at this moment. */
export function ArticlePublications({ article: key }: { article: ArticlePublications_article$key }) {
  const { id, status, revision, audio, project } = useFragment(
    graphql`
    fragment ArticlePublications_article on Article {
      id
      status
      revision
      audio {
        ...liveFragments_audio
        version
      }
      project {
        id
        databaseId
        canConfigure
      }
    }
  `,
    key,
  );
  const w = useWords(articleWords).publications;
  // Read again when the article has come further.
  const come = useDeferredValue(`${audio?.version} ${status} ${revision}`);
  const waiting = <Bar height={60} />;
  return (
    <RenderWhenNear waiting={waiting}>
      <Part what={w.what} waiting={waiting}>
        {(attempt) => <Publications id={id} project={project} come={`${attempt} ${come}`} />}
      </Part>
    </RenderWhenNear>
  );
}

interface PublicationsProps {
  id: string;
  project: { id: string; databaseId: number; canConfigure: boolean };
  come: string;
}

function Publications({ id, project, come }: PublicationsProps) {
  const w = useWords(articleWords).publications;
  const [look, setLook] = useState(0);
  const [all, setAll] = useState(false);
  const { article } = useFreshQuery<ArticlePublicationsQuery>(
    graphql`
    query ArticlePublicationsQuery($id: ID!) @throwOnFieldError {
      article(id: $id) {
        publications {
          state
          isTeaser
          publishedAt
          message
          code
          parameters
          channel {
            id
            databaseId
            name
          }
        }
      }
    }
  `,
    { id },
    `${come} ${look}`,
  );
  const again = () => startTransition(() => setLook((count) => count + 1));
  const soon = useSoon(again);
  useSubscription<ArticlePublicationsSubscription>(
    useMemo(
      () => ({
        subscription: graphql`
          subscription ArticlePublicationsSubscription($project: ID!) {
            projectChannels(project: $project) {
              kind
            }
          }
        `,
        variables: { project: project.id },
        onNext: (event) => {
          // The existing state arrives first, item by item, as if it had changed.
          if (event && event.projectChannels.kind !== 'CHANGED') soon();
        },
        // Without events, the query is repeated from time to time. The socket's own errors are not shown.
        onError: () => {},
      }),
      [project.id, soon],
    ),
  );
  useFallbackPolling(again, pollInterval, false);
  const publications = article?.publications ?? [];
  if (publications.length === 0)
    return (
      <section aria-label={w.heading}>
        <p className={styles.none}>
          {w.none}{' '}
          {project.canConfigure && <Link to={`/projects/${project.databaseId}/add-channel`}>{w.add}</Link>}
        </p>
      </section>
    );
  const shown = all ? publications : publications.slice(0, shownAtFirst);
  const published = publications.filter(({ state }) => state === 'PUBLISHED').length;
  return (
    <section aria-label={w.heading}>
      <p className={styles.counts}>{w.counts({ published, all: publications.length })}</p>
      <ul className={styles.list}>
        {shown.map((publication) => (
          <Row key={publication.channel.id} publication={publication} project={project} />
        ))}
      </ul>
      {shown.length < publications.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          {w.all({ count: publications.length })}
        </Button>
      )}
    </section>
  );
}

/**
 * Debounces work: runs it once, a moment later, for all requests until then, because many channels publish at
 * once.
 */
function useSoon(work: () => void): () => void {
  const latest = useRef(work);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, together);
  }, []);
}

const signs: Readonly<Record<string, ComponentType<IconProps>>> = {
  PUBLISHED: IconCircleCheck,
  PENDING: IconClock,
};

function Row({
  publication: { channel, state, isTeaser, publishedAt, message, code, parameters },
  project,
}: {
  publication: Publication;
  project: PublicationsProps['project'];
}) {
  const w = useWords(articleWords).publications;
  const formatDate = useDateTimeFormat();
  const Sign = signs[state] ?? IconCircleMinus;
  return (
    <li data-state={state}>
      <Sign size={18} role="img" aria-label={w.state({ state })} />
      <div>
        {project.canConfigure ? (
          <Link
            className={styles.name}
            to={`/projects/${project.databaseId}/channel/${channel.databaseId}`}
            state={{ channel: channel.id }}
          >
            {channel.name}
          </Link>
        ) : (
          <span className={styles.name}>{channel.name}</span>
        )}
        <p className={styles.reason}>
          {formatServerMessage({ message, code, parameters })} {isTeaser && w.teaser}{' '}
          {publishedAt && w.since({ when: formatDate(publishedAt) })}
        </p>
      </div>
    </li>
  );
}
