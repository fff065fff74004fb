import type { ComponentType } from 'react';
import { createBrowserRouter, redirect, type LoaderFunctionArgs, type RouteObject, type ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { loadQuery } from 'react-relay';
import { getRequest, graphql, type Environment, type OperationType, type PreloadableConcreteRequest } from 'relay-runtime';
import addArticleQuery from './__generated__/AddArticleScreenQuery$parameters.ts';
import type { AddArticleScreenQuery } from './__generated__/AddArticleScreenQuery.graphql.ts';
import articlesQuery from './__generated__/ArticlesTableQuery$parameters.ts';
import type { ArticlesTableQuery } from './__generated__/ArticlesTableQuery.graphql.ts';
import createProjectQuery from './__generated__/CreateProjectScreenQuery$parameters.ts';
import type { CreateProjectScreenQuery } from './__generated__/CreateProjectScreenQuery.graphql.ts';
import dashboardQuery from './__generated__/DashboardScreenQuery$parameters.ts';
import type { DashboardScreenQuery } from './__generated__/DashboardScreenQuery.graphql.ts';
import editArticleQuery from './__generated__/EditArticleScreenQuery$parameters.ts';
import type { EditArticleScreenQuery } from './__generated__/EditArticleScreenQuery.graphql.ts';
import organizationQuery from './__generated__/OrganizationScreenQuery$parameters.ts';
import type { OrganizationScreenQuery } from './__generated__/OrganizationScreenQuery.graphql.ts';
import processingRulesQuery from './__generated__/ProcessingRulesScreenQuery$parameters.ts';
import type { ProcessingRulesScreenQuery } from './__generated__/ProcessingRulesScreenQuery.graphql.ts';
import profileQuery from './__generated__/ProfileScreenQuery$parameters.ts';
import type { ProfileScreenQuery } from './__generated__/ProfileScreenQuery.graphql.ts';
import projectQuery from './__generated__/ProjectScreenQuery$parameters.ts';
import type { ProjectScreenQuery } from './__generated__/ProjectScreenQuery.graphql.ts';
import settingsQuery from './__generated__/SettingsScreenQuery$parameters.ts';
import type { SettingsScreenQuery } from './__generated__/SettingsScreenQuery.graphql.ts';
import providersQuery from './__generated__/ProvidersScreenQuery$parameters.ts';
import type { ProvidersScreenQuery } from './__generated__/ProvidersScreenQuery.graphql.ts';
import shellQuery from './__generated__/ShellQuery$parameters.ts';
import type { ShellQuery } from './__generated__/ShellQuery.graphql.ts';
import type { routesViewerQuery } from './__generated__/routesViewerQuery.graphql.ts';
import { takeReturnPath } from './relay/return-path.ts';
import { articleVariables } from './screens/project/article-variables.ts';
import { ScreenFailure } from './screens/shell/ScreenFailure.tsx';
import { Starting } from './screens/shell/Starting.tsx';
import type { ScreenHandle, SkeletonKind } from './ui/Skeletons.tsx';

const viewerQuery = graphql`
  query routesViewerQuery {
    viewer {
      __typename
    }
  }
`;

const skeleton = (kind: SkeletonKind): ScreenHandle => ({ skeleton: kind });
const screen = (load: () => Promise<{ default: ComponentType }>) => async () => ({ Component: (await load()).default });
/** What else changes in the address, filters and steps, needs no reading of the screen's own data. */
const ofAnotherProject = ({ currentParams, nextParams, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) => currentParams['id'] !== nextParams['id'] || currentUrl.href === nextUrl.href;
const toDashboard = () => redirect('/projects/dashboard');

/**
 * Every address. A loader begins the screen's one query while its code is still on the way (render as you fetch).
 */
export function createRouter(environment: Environment) {
  function query<T extends OperationType>(parameters: PreloadableConcreteRequest<T>, variables: (args: LoaderFunctionArgs) => T['variables']) {
    return (args: LoaderFunctionArgs) => loadQuery<T>(environment, parameters, variables(args), { fetchPolicy: 'store-and-network' });
  }

  async function leaveWhenSignedIn() {
    // Past the store: the shell that is being left would see that nobody is signed in, and take where it still stands for the way back.
    const answer = await environment.getNetwork().execute(getRequest(viewerQuery).params, {}, {}).toPromise().catch(() => null);
    const data = answer && 'data' in answer ? (answer.data as routesViewerQuery['response'] | null) : null;
    return data?.viewer ? redirect(takeReturnPath()) : null;
  }

  const editArticle: Partial<RouteObject> = {
    handle: skeleton('form'),
    loader: query<EditArticleScreenQuery>(editArticleQuery, ({ params }) => ({ id: params['articleId']! })),
    lazy: screen(() => import('./screens/article/EditArticleScreen.tsx')),
  };

  return createBrowserRouter([
    {
      hydrateFallbackElement: <Starting />,
      errorElement: <ScreenFailure whole />,
      children: [
        { path: '/', loader: leaveWhenSignedIn, lazy: screen(() => import('./screens/sign-in/SignInScreen.tsx')) },
        { path: '/logout', lazy: screen(() => import('./screens/sign-in/SignOutScreen.tsx')) },
        {
          path: '/projects',
          loader: () => loadQuery<ShellQuery>(environment, shellQuery, {}, { fetchPolicy: 'store-and-network' }),
          shouldRevalidate: ({ defaultShouldRevalidate, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) => defaultShouldRevalidate && currentUrl.href === nextUrl.href,
          lazy: screen(() => import('./screens/shell/Shell.tsx')),
          children: [
            {
              // The inner boundary: the navigation stays when a screen fails.
              errorElement: <ScreenFailure />,
              children: [
                { index: true, loader: toDashboard, element: <Starting /> },
                { path: 'dashboard', handle: skeleton('cards'), loader: query<DashboardScreenQuery>(dashboardQuery, () => ({})), lazy: screen(() => import('./screens/dashboard/DashboardScreen.tsx')) },
                { path: 'create', handle: skeleton('form'), loader: query<CreateProjectScreenQuery>(createProjectQuery, () => ({})), lazy: screen(() => import('./screens/create-project/CreateProjectScreen.tsx')) },
                { path: 'profile', handle: skeleton('form'), loader: query<ProfileScreenQuery>(profileQuery, () => ({})), lazy: screen(() => import('./screens/profile/ProfileScreen.tsx')) },
                {
                  path: 'organization/:slug',
                  handle: skeleton('table'),
                  loader: query<OrganizationScreenQuery>(organizationQuery, ({ params }) => ({ slug: params['slug']! })),
                  lazy: screen(() => import('./screens/organization/OrganizationScreen.tsx')),
                },
                { path: 'providers', handle: skeleton('table'), loader: query<ProvidersScreenQuery>(providersQuery, () => ({})), lazy: screen(() => import('./screens/providers/ProvidersScreen.tsx')) },
                { path: 'docs', loader: () => redirect('/projects/docs/first-article'), element: <Starting /> },
                { path: 'docs/:slug', handle: skeleton('text'), lazy: screen(() => import('./screens/docs/DocsScreen.tsx')) },
                {
                  path: ':id/settings',
                  handle: skeleton('form'),
                  loader: query<SettingsScreenQuery>(settingsQuery, ({ params }) => ({ id: params['id']! })),
                  lazy: screen(() => import('./screens/settings/SettingsScreen.tsx')),
                },
                {
                  path: ':id/processing-rules',
                  handle: skeleton('table'),
                  loader: query<ProcessingRulesScreenQuery>(processingRulesQuery, ({ params }) => ({ id: params['id']! })),
                  shouldRevalidate: ofAnotherProject,
                  lazy: screen(() => import('./screens/rules/ProcessingRulesScreen.tsx')),
                },
                {
                  path: ':id/add-article',
                  handle: skeleton('form'),
                  loader: query<AddArticleScreenQuery>(addArticleQuery, ({ params }) => ({ id: params['id']! })),
                  lazy: screen(() => import('./screens/article/AddArticleScreen.tsx')),
                },
                { path: ':id/articles/:articleId', ...editArticle } as RouteObject,
                { path: ':id/:page/article/:articleId', ...editArticle } as RouteObject,
                {
                  path: ':id',
                  handle: skeleton('table'),
                  loader: query<ProjectScreenQuery>(projectQuery, ({ params }) => ({ id: params['id']! })),
                  shouldRevalidate: ofAnotherProject,
                  lazy: screen(() => import('./screens/project/ProjectScreen.tsx')),
                  children: [
                    {
                      path: ':tablePage?',
                      errorElement: <ScreenFailure />,
                      loader: query<ArticlesTableQuery>(articlesQuery, ({ params, request }) => articleVariables(params['id']!, params['tablePage'], new URL(request.url).searchParams.get('query'))),
                      lazy: screen(() => import('./screens/project/ArticlesTable.tsx')),
                    },
                  ],
                },
              ],
            },
          ],
        },
        { path: '*', loader: toDashboard, element: <Starting /> },
      ],
    },
  ]);
}
