import { IconArrowRight, IconPlus } from '@tabler/icons-react';
import { lazy } from 'react';
import { graphql, usePreloadedQuery } from 'react-relay';
import { Link } from 'react-router-dom';
import type { DashboardScreenQuery } from '../../__generated__/DashboardScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { Part } from '../../relay/Part.tsx';
import { excerpt } from '../../ui/format.ts';
import { Bar } from '../../ui/Skeletons.tsx';
import { dashboardWords } from '../../generated/words/dashboard.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { firstDocPages } from '../docs/doc-pages.ts';
import { CardArt } from './CardArt.tsx';
import styles from './DashboardScreen.module.css';

// The greeting stands while the code of what changes is on the way.
const OverviewPart = lazy(() => import('./OverviewPart.tsx'));
const FirstMinute = lazy(() => import('./FirstMinute.tsx'));
const PendingInvitations = lazy(() => import('../invitation/PendingInvitations.tsx'));

export default function DashboardScreen() {
  const w = useWords(dashboardWords);
  const { viewer } = usePreloadedQuery<DashboardScreenQuery>(
    graphql`
    query DashboardScreenQuery @preloadable @throwOnFieldError {
      viewer {
        ...PendingInvitations_viewer
        invitations {
          __typename
        }
        user {
          name
        }
        organizations {
          ...shown_membership
          role
          organization {
            id
          }
        }
        projects(first: 1) {
          edges {
            __typename
          }
        }
      }
    }
  `,
    useLoadedQuery<DashboardScreenQuery>(),
  );
  const name = viewer?.user?.name;
  const any = (viewer?.projects.edges.length ?? 0) > 0;
  const organization = viewer?.organizations.find(({ role }) => role !== 'VIEWER')?.organization.id ?? null;
  return (
    <>
      <header className={styles.hero}>
        <div>
          <h1>{name ? w.helloTo({ name }) : w.hello}</h1>
          <p>{any ? w.leadSome : w.leadNone}</p>
        </div>
        <Link to="/projects/create/" className={styles.create}>
          <IconPlus size={17} stroke={2.2} /> {w.create}
        </Link>
      </header>
      {viewer && viewer.invitations.length > 0 && (
        <Part what={w.invitations} waiting={<Bar height={52} />}>
          {() => <PendingInvitations viewer={viewer} />}
        </Part>
      )}
      {any && (
        <Part what={w.nowPart} waiting={<OverviewSkeleton />}>
          {(attempt) => <OverviewPart attempt={attempt} />}
        </Part>
      )}
      <Part what={w.firstMinute.title} waiting={<Bar height={132} />}>
        {() => <FirstMinute organization={organization} />}
      </Part>
      <section aria-labelledby="learn">
        <h2 id="learn" className={styles.heading}>
          {w.howItWorks}
        </h2>
        <ul className={styles.cards}>
          {firstDocPages.map(({ slug, title, lead }) => (
            <li key={slug} className={styles.card}>
              <CardArt slug={slug} />
              <div className={styles.text}>
                <h3>{title}</h3>
                <p>{excerpt(lead)}</p>
                <Link
                  to={`/projects/docs/${slug}`}
                  className={styles.more}
                  aria-label={w.readAbout({ title })}
                >
                  {w.read} <IconArrowRight size={15} />
                </Link>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function OverviewSkeleton() {
  return (
    <div className={styles.overview} aria-hidden="true">
      <div className={styles.figures}>
        {[1, 2, 3, 4].map((key) => (
          <Bar key={key} height={72} />
        ))}
      </div>
      <div className={styles.lists}>
        <Bar height={170} />
        <Bar height={170} />
      </div>
    </div>
  );
}
