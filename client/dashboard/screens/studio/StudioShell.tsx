// oxlint-disable relay/unused-fields -- the screens read it through the outlet
import { IconBuilding, IconCirclePlus, IconHome, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { Suspense, useMemo, useEffect } from 'react';
import { graphql, useFragment, usePreloadedQuery } from 'react-relay';
import { Link, Navigate, NavLink, Outlet, useLocation, useMatches } from 'react-router-dom';
import type { StudioShell_studio$key } from '../../__generated__/StudioShell_studio.graphql.ts';
import type {
  StudioShellQuery,
  StudioShellQuery$data,
} from '../../__generated__/StudioShellQuery.graphql.ts';
import { studioWords } from '../../generated/words/studio.ts';
import { BusyLine } from '../../relay/BusyLine.tsx';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { keepMutationOrder, sendWaiting } from '../../relay/mutation-order.ts';
import { rememberReturnPath } from '../../relay/return-path.ts';
import { ContactContext } from '../../ui/contact.ts';
import { EmptyState } from '../../ui/lists/EmptyState.tsx';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { ReturnToPlace } from '../../ui/lists/ReturnToPlace.tsx';
import { ScreenSkeleton, type ScreenHandle } from '../../ui/lists/Skeletons.tsx';
import { TimeZoneContext } from '../../ui/time/time-zone.ts';
import { Wave } from '../../ui/player/Wave.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { ConnectionBanner } from '../shell/ConnectionBanner.tsx';
import { NowPlaying } from '../shell/NowPlaying.tsx';
import { ReleaseBanner } from '../shell/ReleaseBanner.tsx';
import { StartupPlaceholder } from '../shell/StartupPlaceholder.tsx';
import { useSchemeSwitch } from '../shell/use-scheme-switch.ts';
import { StudioContext } from './studio-context.ts';
import type { StudioHandle } from './studio-handle.ts';
import styles from './Studio.module.css';

keepMutationOrder();

/** Frame of the studio's screens. Users without a newsroom see nothing else. */
export default function StudioShell() {
  useEffect(() => sendWaiting, []);
  const query = useLoadedQuery<StudioShellQuery>();
  return (
    <Suspense fallback={<StartupPlaceholder />}>
      <Frame query={query} />
    </Suspense>
  );
}

type Person = NonNullable<NonNullable<StudioShellQuery$data['viewer']>['user']>;

function Frame({ query }: { query: ReturnType<typeof useLoadedQuery<StudioShellQuery>> }) {
  const { viewer, studio } = usePreloadedQuery<StudioShellQuery>(
    graphql`
    query StudioShellQuery @preloadable @throwOnFieldError {
      viewer {
        contactEmail
        user {
          id
          name
          email
          avatar
          timeZone
        }
      }
      studio {
        ...StudioShell_studio
      }
    }
  `,
    query,
  );
  const w = useWords(studioWords);
  if (!viewer) {
    rememberReturnPath(window.location);
    return <Navigate to="/" replace />;
  }
  const { user } = viewer;
  // A program has no studio.
  if (!user || !studio)
    return (
      <main>
        <EmptyState screen icon={IconBuilding} title={w.noStudioHeading} role="alert">
          {w.noStudio}
        </EmptyState>
      </main>
    );
  return (
    <ContactContext value={viewer.contactEmail}>
      <TimeZoneContext value={user.timeZone ?? undefined}>
        <Open person={user} studio={studio} />
      </TimeZoneContext>
    </ContactContext>
  );
}

function Open({ person, studio: key }: { person: Person; studio: StudioShell_studio$key }) {
  const w = useWords(studioWords);
  const studio = useFragment(studioFragment, key);
  const surroundings = useMemo(() => ({ person: person.id, studio }), [person.id, studio]);
  const { pathname } = useLocation();
  return (
    <StudioContext value={surroundings}>
      <div className={styles.frame}>
        <a className={styles.skip} href="#content">
          {w.skip}
        </a>
        <BusyLine className={styles.progress} />
        <nav className={styles.side} aria-label={w.navigation}>
          <Link to="/studio" className={styles.brand} aria-label={w.product}>
            <Logo size={32} />
            <span>
              Parlance <small>{w.studio}</small>
            </span>
          </Link>
          <ul className={styles.nav}>
            <li>
              <NavLink to="/studio" end>
                <IconHome size={19} stroke={1.7} /> {w.home}
              </NavLink>
            </li>
            <li>
              <NavLink to="/studio/new-audio">
                <IconCirclePlus size={19} stroke={1.7} /> {w.newAudio}
              </NavLink>
            </li>
            {!studio.studioOnly && (
              <li>
                <Link to="/projects/dashboard">
                  <IconBuilding size={19} stroke={1.7} /> {w.newsrooms}
                </Link>
              </li>
            )}
          </ul>
          <div className={styles.art}>
            <Wave bars={30} />
          </div>
        </nav>
        <div className={styles.rest}>
          <TopBar person={person} />
          <ConnectionBanner />
          <ReleaseBanner />
          <Screen />
          <footer className={styles.footer}>
            <ul>
              {studio.aboutUrl && (
                <li>
                  <a href={studio.aboutUrl}>{w.about}</a>
                </li>
              )}
              {studio.blogUrl && (
                <li>
                  <a href={studio.blogUrl}>{w.blog}</a>
                </li>
              )}
              <li>
                <a href={studio.licenseUrl}>{w.license}</a>
              </li>
            </ul>
            <LanguageSwitch />
          </footer>
          {!pathname.startsWith('/studio/edit-audio/') && (
            <div className={styles.playing}>
              <NowPlaying />
            </div>
          )}
        </div>
      </div>
      <ReturnToPlace />
    </StudioContext>
  );
}

function TopBar({ person: { name, email, avatar } }: { person: Person }) {
  const w = useWords(studioWords);
  const scheme = useSchemeSwitch();
  const crumb = useMatches()
    .map(({ handle }) => (handle as Partial<StudioHandle> | undefined)?.crumb)
    .findLast((found) => found !== undefined);
  const shown = name || email;
  return (
    <header className={styles.top}>
      <nav aria-label={w.breadcrumbs}>
        <ol className={styles.crumbs}>
          <li>{crumb ? <Link to="/studio">{w.home}</Link> : <span aria-current="page">{w.home}</span>}</li>
          {crumb && (
            <li>
              <span aria-current="page">{w[crumb]}</span>
            </li>
          )}
        </ol>
      </nav>
      <div className={styles.end}>
        <button type="button" className={styles.icon} onClick={scheme.change} aria-label={scheme.label}>
          {scheme.shown === 'dark' ? <IconSun size={19} stroke={1.7} /> : <IconMoon size={19} stroke={1.7} />}
        </button>
        <Link
          to="/studio/profile"
          className={styles.who}
          title={shown}
          aria-label={w.profile({ name: shown })}
        >
          <span className={styles.avatar}>
            {avatar ? <img src={avatar} alt="" /> : shown.slice(0, 1).toUpperCase()}
          </span>
          <span>{shown}</span>
        </Link>
        <Link to="/logout" className={styles.logout}>
          <IconLogout size={18} stroke={1.7} /> <span>{w.logout}</span>
        </Link>
      </div>
    </header>
  );
}

function Screen() {
  const matches = useMatches();
  const match = matches.findLast(({ handle }) => (handle as Partial<ScreenHandle> | undefined)?.skeleton);
  const { skeleton = 'text' } = (match?.handle ?? {}) as Partial<ScreenHandle>;
  return (
    <Suspense
      key={[match?.id, match?.params['slug']].join()}
      fallback={
        <div className={styles.page}>
          <main id="content" tabIndex={-1}>
            <ScreenSkeleton kind={skeleton} />
          </main>
        </div>
      }
    >
      <Outlet />
    </Suspense>
  );
}

const studioFragment = graphql`
  fragment StudioShell_studio on Studio {
    studioOnly
    premium {
      available
    }
    usage {
      balanceMs
    }
    defaultLanguage
    defaultVoice {
      name
    }
    maxCharacters
    aboutUrl
    blogUrl
    licenseUrl
    ...Usage_studio
  }
`;
