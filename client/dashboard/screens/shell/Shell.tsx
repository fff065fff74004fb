import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { graphql, usePreloadedQuery } from 'react-relay';
import { Link, Navigate, Outlet, useLocation, useMatches, useNavigate } from 'react-router-dom';
import type { ShellQuery } from '../../__generated__/ShellQuery.graphql.ts';
import { BusyLine } from '../../relay/BusyLine.tsx';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { keepMutationOrder, sendWaiting } from '../../relay/mutation-order.ts';
import { rememberReturnPath } from '../../relay/return-path.ts';
import { ReturnToPlace } from '../../ui/lists/ReturnToPlace.tsx';
import { ScreenSkeleton, type ScreenHandle } from '../../ui/lists/Skeletons.tsx';
import { focusContent } from '../../ui/dialogs/return-focus.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { ContactContext } from '../../ui/contact.ts';
import { DemoPathContext } from '../../ui/demo-path.ts';
import { RestorableDaysContext } from '../../ui/time/restorable-days.ts';
import { TimeZoneContext } from '../../ui/time/time-zone.ts';
import { useLanguage } from '../../words/language.ts';
import { shellWords } from '../../generated/words/shell.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { Commands, type CommandWindow } from './Commands.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { NowPlaying } from './NowPlaying.tsx';
import { ReleaseBanner } from './ReleaseBanner.tsx';
import { SideBar } from './SideBar.tsx';
import styles from './Shell.module.css';
import { StartupPlaceholder } from './StartupPlaceholder.tsx';
import { TopBar } from './TopBar.tsx';

keepMutationOrder();

/** Frame of every signed-in screen. */
export default function Shell() {
  useEffect(() => sendWaiting, []);
  const query = useLoadedQuery<ShellQuery>();
  return (
    <Suspense fallback={<StartupPlaceholder />}>
      <Frame query={query} />
    </Suspense>
  );
}

function Frame({ query }: { query: ReturnType<typeof useLoadedQuery<ShellQuery>> }) {
  const { viewer } = usePreloadedQuery<ShellQuery>(shellQuery, query);
  const w = useWords(shellWords);
  const [asked, setAsked] = useState<CommandWindow | null>(null);
  const search = useCallback(() => setAsked('palette'), []);
  const drawer = useRef<HTMLDialogElement>(null);
  // Its list is as long as the one beside the screen: it is made when it is first asked for.
  const [drawn, setDrawn] = useState(false);
  const location = useLocation();
  useEffect(() => drawer.current?.close(), [location]);
  const { pathname } = location;
  const opened = useRef(pathname);
  useEffect(() => {
    if (pathname === opened.current) return;
    opened.current = pathname;
    // What had the focus may have gone with the screen that was left, or goes now with the palette.
    const timer = setTimeout(() => document.activeElement === document.body && focusContent());
    return () => clearTimeout(timer);
  }, [pathname]);

  if (!viewer) return <SignedOut />;
  // Users without a newsroom don't see the newsroom screens.
  if (viewer.studioOnly) return <Navigate to="/studio" replace />;
  return (
    <ContactContext value={viewer.contactEmail}>
      <TimeZoneContext value={viewer.user?.timeZone ?? undefined}>
        <RestorableDaysContext value={viewer.restorableDays}>
          <DemoPathContext value={viewer.demoPath ?? null}>
            <div className={styles.frame}>
              <a className={styles.skip} href="#content">
                {w.skip}
              </a>
              <TopBar
                user={viewer.user ?? null}
                onMenu={() => {
                  flushSync(() => setDrawn(true));
                  drawer.current?.showModal();
                }}
                onSearch={search}
              />
              {viewer.user && <Commands user={viewer.user} asked={asked} onAsk={setAsked} />}
              <BusyLine className={styles.progress} />
              <aside className={styles.side}>
                <SideBar viewer={viewer} />
              </aside>
              {/* A click beside it closes it; by keyboard Escape does, which the browser hears. */}
              {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
              <dialog
                ref={drawer}
                className={styles.drawer}
                aria-label={w.navigation}
                onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
              >
                <div className={styles.drawerContent}>
                  {drawn && <SideBar viewer={viewer} onClose={() => drawer.current?.close()} />}
                </div>
              </dialog>
              <div className={styles.main}>
                <ConnectionBanner />
                <ReleaseBanner />
                <main id="content" className={styles.content} tabIndex={-1}>
                  <Screen />
                </main>
                <footer className={styles.footer}>
                  <span>Parlance</span>
                  <Link to="/projects/docs">{w.documentation}</Link>
                </footer>
                <NowPlaying />
              </div>
            </div>
            <ReturnToPlace />
          </DemoPathContext>
        </RestorableDaysContext>
      </TimeZoneContext>
    </ContactContext>
  );
}

/** Redirects signed-out users to the sign-in, and back here afterwards. */
function SignedOut() {
  const navigate = useNavigate();
  useEffect(() => {
    // The browser's address, not the router's: while this is being left, the latter still is the one before.
    rememberReturnPath(window.location);
    void navigate('/', { replace: true });
  }, [navigate]);
  return <StartupPlaceholder />;
}

// A screen of another kind or object gets its skeleton; a change of filters keeps the content.
function Screen() {
  const matches = useMatches();
  const match = matches.findLast(({ handle }) => (handle as Partial<ScreenHandle> | undefined)?.skeleton);
  const { skeleton = 'text', title } = (match?.handle ?? {}) as Partial<ScreenHandle>;
  useLanguage();
  useDocumentTitle(typeof title === 'function' ? title() : title);
  const { id, articleId, slug } = match?.params ?? {};
  return (
    <Suspense key={[match?.id, id, articleId, slug].join()} fallback={<ScreenSkeleton kind={skeleton} />}>
      <Outlet />
    </Suspense>
  );
}

const shellQuery = graphql`
  query ShellQuery @preloadable @throwOnFieldError {
    viewer {
      contactEmail
      restorableDays
      demoPath
      studioOnly
      user {
        timeZone
        ...TopBar_user
        ...Commands_user
      }
      ...SideBar_viewer
    }
  }
`;
