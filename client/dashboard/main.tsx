import './ui/base.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RelayEnvironmentProvider } from 'react-relay';
import { RouterProvider } from 'react-router-dom';
import { watchBrowserConnection } from './relay/connection.ts';
import { createEnvironment } from './relay/environment.ts';
import { takeRelease, watchRelease } from './relay/release.ts';
import { rememberReturnPath } from './relay/return-path.ts';
import { createRouter } from './routes.tsx';
import { fetchFonts } from './ui/fonts/fetch-fonts.ts';
import { IdentityOutlet } from './screens/identity/IdentityOutlet.tsx';
import { MessageOutlet } from './ui/MessageOutlet.tsx';
import { isPlaying } from './ui/player/is-playing.ts';
import { cssVariables, theme } from './ui/theme.ts';
import { forgetTyping, hasUnsavedChanges, watchTyping } from './ui/forms/unsaved-changes.ts';
import { wordsLoaded } from './words/words-part.ts';

const environment = createEnvironment(
  () => {
    const { location: here, navigation } = router.state;
    if (here.pathname === '/') return;
    // Where one was going to counts, not where one still is.
    rememberReturnPath(navigation.location ?? here);
    void router.navigate('/', { replace: true });
  },
  () =>
    void import('./relay/sign-in-refusal.ts').then(({ signInWithGoogle }) => signInWithGoogle(environment)),
);
const router = createRouter(environment);
let shown = router.state.location.key;
watchBrowserConnection();
watchTyping();
fetchFonts();
watchRelease(
  () => hasUnsavedChanges() || isPlaying(),
  () => router.state.navigation.state !== 'idle',
);
router.subscribe(({ navigation, location }) => {
  if (navigation.state !== 'idle' || location.key === shown) return;
  shown = location.key;
  forgetTyping();
  takeRelease();
});

const root = createRoot(document.getElementById('root')!);
// Their files are on the way already; without them the screen of failures, too, has nothing to say.
void Promise.resolve(wordsLoaded()).then(() =>
  root.render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <RelayEnvironmentProvider environment={environment}>
          <RouterProvider router={router} />
          <IdentityOutlet />
        </RelayEnvironmentProvider>
        <MessageOutlet />
      </MantineProvider>
    </StrictMode>,
  ),
);
