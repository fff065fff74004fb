import { lazy, Suspense } from 'react';
import { graphql, usePreloadedQuery } from 'react-relay';
import type { DashboardScreenQuery } from '../../__generated__/DashboardScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { Part } from '../../relay/Part.tsx';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { dashboardWords } from '../../generated/words/dashboard.ts';
import { withWords } from '../../words/words-part.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './DashboardScreen.module.css';

// The greeting shows while the code of the changing parts loads.
const OverviewPart = lazy(() => withWords(import('./OverviewPart.tsx')));
const OnboardingForm = lazy(() => import('./OnboardingForm.tsx'));
const DocumentationCards = lazy(() => withWords(import('./DocumentationCards.tsx')));
const PinnedReports = lazy(() => import('../statistics/PinnedReports.tsx'));
const PendingInvitations = lazy(() => import('../invitation/PendingInvitations.tsx'));
const NaturalVoicesNotice = lazy(() => withWords(import('./NaturalVoicesNotice.tsx')));
const SecondStepNotice = lazy(() => withWords(import('./SecondStepNotice.tsx')));

export default function DashboardScreen() {
  const w = useWords(dashboardWords);
  const {
    viewer,
    lacksNaturalVoices,
    secondFactorRequirement: demand,
  } = usePreloadedQuery<DashboardScreenQuery>(dashboardScreenQuery, useLoadedQuery<DashboardScreenQuery>());
  const name = viewer?.user?.name;
  const any = (viewer?.projects.edges.length ?? 0) > 0;
  const organization = viewer?.organizations.find(({ role }) => role !== 'VIEWER')?.organization.id ?? null;
  const hearYourSite = (
    <Part what={w.firstMinute.title} holds={any} waiting={<Bar height={132} />}>
      {() => <OnboardingForm organization={organization} email={any ? null : viewer?.user?.email} />}
    </Part>
  );
  return (
    <>
      <header className={styles.hero}>
        <div>
          <h1>{name ? w.helloTo({ name }) : w.hello}</h1>
          <p>{any ? w.leadSome : w.leadNone}</p>
        </div>
      </header>
      {demand && <Part what={w.nowPart}>{() => <SecondStepNotice demand={demand} />}</Part>}
      {viewer && viewer.invitations.length > 0 && (
        <Part what={w.invitations} waiting={<Bar height={52} />}>
          {() => <PendingInvitations viewer={viewer} />}
        </Part>
      )}
      {!any && lacksNaturalVoices && <Part what={w.nowPart}>{() => <NaturalVoicesNotice />}</Part>}
      {!any && hearYourSite}
      {/* They come together: how tall each is, is not known before, and none pushes another away. */}
      <Suspense fallback={<OverviewSkeleton />}>
        {any && (
          <>
            <Part what={w.nowPart} holds>
              {(attempt) => <OverviewPart attempt={attempt} />}
            </Part>
            <Part what={w.pinnedPart}>{(attempt) => <PinnedReports attempt={attempt} />}</Part>
            {hearYourSite}
          </>
        )}
        {/** Users with a project know the explanation, and find it here. */}
        <details className={styles.learn} open={!any}>
          <summary>
            <h2>{w.howItWorks}</h2>
          </summary>
          <Part what={w.howItWorks} waiting={<Bar height={260} />}>
            {() => <DocumentationCards />}
          </Part>
        </details>
      </Suspense>
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

const dashboardScreenQuery = graphql`
  query DashboardScreenQuery @preloadable @throwOnFieldError {
    lacksNaturalVoices
    secondFactorRequirement {
      ...SecondStepNotice_demand
    }
    viewer {
      ...PendingInvitations_viewer
      invitations {
        __typename
      }
      user {
        name
        email
      }
      organizations {
        ...liveFragments_membership
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
`;
