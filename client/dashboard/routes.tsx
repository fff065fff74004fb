import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  redirect,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router-dom';
import { loadQuery } from 'react-relay';
import { getRequest, graphql, type Environment } from 'relay-runtime';
import shellQuery from './__generated__/ShellQuery$parameters.ts';
import type { ShellQuery } from './__generated__/ShellQuery.graphql.ts';
import type { routesViewerQuery } from './__generated__/routesViewerQuery.graphql.ts';
import { takeReturnPath } from './relay/return-path.ts';
import { administrationEntry, administrationRoutes } from './screens/administration/routes.ts';
import { addArticlePart } from './screens/article/add-article-part.ts';
import { articleRoutes } from './screens/article/routes.ts';
import { channelsPart } from './screens/channels/channel-parts.ts';
import { channelRoutes } from './screens/channels/routes.ts';
import { createProjectRoutes } from './screens/create-project/routes.ts';
import { dashboardRoutes } from './screens/dashboard/routes.ts';
import { dictionaryPart } from './screens/dictionaries/dictionary-part.ts';
import { dictionariesRoutes, projectDictionaryRoutes } from './screens/dictionaries/routes.ts';
import { docsRoutes } from './screens/docs/routes.ts';
import { organizationRoutes } from './screens/organization/routes.ts';
import { profileEntry, profileRoutes } from './screens/profile/routes.ts';
import { projectRoutes } from './screens/project/routes.ts';
import { providersEntry, providersRoutes } from './screens/providers/routes.ts';
import { playlistsPart } from './screens/playlists/playlist-part.ts';
import { playlistRoutes } from './screens/playlists/routes.ts';
import type { ProjectPartsHandle } from './frames/project-part/ProjectTabs.tsx';
import { qaPart } from './screens/review/review-part.ts';
import { reviewRoutes } from './screens/review/routes.ts';
import { rulesPart } from './screens/rules/rules-part.ts';
import { rulesRoutes } from './screens/rules/routes.ts';
import { securityLogRoutes } from './screens/security-log/routes.ts';
import { settingsPart } from './screens/settings/settings-part.ts';
import { settingsRoutes } from './screens/settings/routes.ts';
import { statisticsRoutes } from './screens/statistics/routes.ts';
import { statsPart } from './screens/statistics/stats-part.ts';
import { webhookRoutes } from './screens/webhooks/routes.ts';
import { webhooksPart } from './screens/webhooks/webhooks-part.ts';
import type { AccountHandle } from './screens/shell/account-entry.ts';
import { ScreenFailure } from './screens/shell/ScreenFailure.tsx';
import { StartupPlaceholder } from './screens/shell/StartupPlaceholder.tsx';
import { withWords } from './words/words-part.ts';

const viewerQuery = graphql`
  query routesViewerQuery {
    viewer {
      __typename
    }
    secondFactorRequirement {
      isDue
    }
  }
`;

const screen = (load: () => Promise<{ default: ComponentType }>) => async () => ({
  Component: (await withWords(load())).default,
});
const toDashboard = () => redirect('/projects/dashboard');
const unknown = async () => {
  (await withWords(import('./ui/unknown-address.ts'))).notifyUnknownAddress();
  return toDashboard();
};
const toDictionaries = () => redirect('/dictionaries/projects');

/** What lies below `/projects`: each screen declares its own. */
const screens = [
  ...dashboardRoutes,
  ...createProjectRoutes,
  ...profileRoutes,
  ...organizationRoutes,
  ...providersRoutes,
  ...administrationRoutes,
  ...securityLogRoutes,
  ...docsRoutes,
  ...settingsRoutes,
  ...rulesRoutes,
  ...reviewRoutes,
  ...statisticsRoutes,
  ...webhookRoutes,
  ...playlistRoutes,
  ...articleRoutes,
  ...channelRoutes,
  ...projectDictionaryRoutes,
  ...projectRoutes,
];

/** The parts of a project, in the order of its tabs. */
export const projectParts = [
  addArticlePart,
  channelsPart,
  playlistsPart,
  dictionaryPart,
  rulesPart,
  qaPart,
  statsPart,
  webhooksPart,
  settingsPart,
];

/** Addresses of a project that people guess from the name of a tab, and where they lead. */
const guessedPaths = {
  rules: rulesPart,
  review: qaPart,
  statistics: statsPart,
  dictionaries: dictionaryPart,
};

/** What the account's menu offers, in this order. */
export const accountEntries = [profileEntry, providersEntry, administrationEntry];

/** Every address. */
export function createRouter(environment: Environment) {
  async function leaveWhenSignedIn({ request }: LoaderFunctionArgs) {
    const refused = new URL(request.url).searchParams.get('refused');
    // Bypasses the store: otherwise the shell that is being left would see the user signed out, and would
    // store its current path as the return path.
    const answer = await environment
      .getNetwork()
      .execute(getRequest(viewerQuery).params, {}, {})
      .toPromise()
      .catch(() => null);
    const data = answer && 'data' in answer ? (answer.data as routesViewerQuery['response'] | null) : null;
    // Whose organization asks for a second step goes no further without one.
    if (data?.secondFactorRequirement?.isDue) return redirect('/second-step');
    if (!data?.viewer) return null;
    // The sign-in form is for people who are signed out: others read there where they come from why it
    // failed.
    if (refused !== null)
      await (await withWords(import('./relay/sign-in-refusal.ts'))).showSignInRefusal(refused);
    return redirect(takeReturnPath());
  }

  return createBrowserRouter(
    [
      {
        id: 'root',
        hydrateFallbackElement: <StartupPlaceholder />,
        errorElement: <ScreenFailure whole />,
        children: [
          {
            path: '/',
            loader: leaveWhenSignedIn,
            lazy: screen(() => import('./screens/sign-in/SignInScreen.tsx')),
          },
          {
            path: '/forgotten-password',
            lazy: screen(() => import('./screens/sign-in/ForgottenPasswordScreen.tsx')),
          },
          {
            path: '/reset-password',
            lazy: screen(() => import('./screens/sign-in/ResetPasswordScreen.tsx')),
          },
          { path: '/confirm-email', lazy: screen(() => import('./screens/sign-in/ConfirmEmailScreen.tsx')) },
          { path: '/link-account', lazy: screen(() => import('./screens/sign-in/LinkAccountScreen.tsx')) },
          {
            path: '/identity-confirmed',
            lazy: screen(() => import('./screens/identity/IdentityConfirmedScreen.tsx')),
          },
          { path: '/invitation', lazy: screen(() => import('./screens/invitation/InvitationScreen.tsx')) },
          {
            path: '/organizations/:slug',
            loader: ({ params }) => redirect(`/projects/organization/${params['slug']}`),
            element: <StartupPlaceholder />,
          },
          { path: '/second-step', lazy: screen(() => import('./screens/sign-in/SecondStepScreen.tsx')) },
          { path: '/no-more-mails', lazy: screen(() => import('./screens/sign-in/UnsubscribeScreen.tsx')) },
          {
            path: '/shared/:token',
            lazy: screen(() => import('./screens/statistics/SharedStatisticsScreen.tsx')),
          },
          { path: '/sign-up', lazy: screen(() => import('./screens/sign-in/SignUpScreen.tsx')) },
          {
            path: '/confirm-sign-up',
            lazy: screen(() => import('./screens/sign-in/ConfirmSignUpScreen.tsx')),
          },
          { path: '/logout', lazy: screen(() => import('./screens/sign-in/SignOutScreen.tsx')) },
          {
            handle: { projectParts, accountEntries } satisfies ProjectPartsHandle & AccountHandle,
            loader: () =>
              loadQuery<ShellQuery>(environment, shellQuery, {}, { fetchPolicy: 'store-and-network' }),
            shouldRevalidate: ({
              defaultShouldRevalidate,
              currentUrl,
              nextUrl,
            }: ShouldRevalidateFunctionArgs) => defaultShouldRevalidate && currentUrl.href === nextUrl.href,
            lazy: screen(() => import('./screens/shell/Shell.tsx')),
            children: [
              {
                // The inner boundary: the navigation stays when a screen fails.
                errorElement: <ScreenFailure />,
                children: [
                  {
                    path: '/projects',
                    children: [
                      { index: true, loader: toDashboard, element: <StartupPlaceholder /> },
                      {
                        path: 'docs',
                        loader: () => redirect('/projects/docs/first-article'),
                        element: <StartupPlaceholder />,
                      },
                      ...Object.entries(guessedPaths).map(([guess, { path }]) => ({
                        path: `:id/${guess}`,
                        loader: ({ params }: LoaderFunctionArgs) =>
                          redirect(`/projects/${params['id']}/${path}`),
                        element: <StartupPlaceholder />,
                      })),
                      ...screens.map((route) => route(environment)),
                    ],
                  },
                  {
                    path: '/dictionaries',
                    children: [
                      ...dictionariesRoutes.map((route) => route(environment)),
                      { index: true, loader: toDictionaries, element: <StartupPlaceholder /> },
                      { path: '*', loader: toDictionaries, element: <StartupPlaceholder /> },
                    ],
                  },
                ],
              },
            ],
          },
          { path: '*', loader: unknown, element: <StartupPlaceholder /> },
        ],
      },
    ],
    {
      // The studio has its own routes, which newsrooms don't load.
      async patchRoutesOnNavigation({ path, patch }) {
        if (!/^\/studio(\/|$)/.test(path)) return;
        const { studioRoute } = await import('./screens/studio/routes.ts');
        patch('root', [studioRoute(environment)]);
      },
    },
  );
}
