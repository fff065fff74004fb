import type { ComponentType } from 'react';
import type {
  LoaderFunction,
  LoaderFunctionArgs,
  RouteObject,
  ShouldRevalidateFunction,
} from 'react-router-dom';
import { loadQuery } from 'react-relay';
import type { Environment, OperationType, PreloadableConcreteRequest } from 'relay-runtime';
import type { ScreenHandle, SkeletonKind } from '../ui/lists/Skeletons.tsx';
import { withWords } from '../words/words-part.ts';

/** An address of the dashboard as the screen that it shows declares it; `routes.tsx` puts them together. */
export type ScreenRoute = (environment: Environment) => RouteObject;

export interface RouteDeclaration<T extends OperationType> {
  /** Path below `/projects` and its siblings; for a nested route, below its parent. */
  path: string;
  /** Of the document; a screen whose title depends on its data sets it. */
  title?: ScreenHandle['title'];
  screen: () => Promise<{ default: ComponentType }>;
  /** What is shown while its data is on the way. */
  skeleton?: SkeletonKind;
  /**
   * The screen's one query and its variables. It starts while the screen's code is still loading (render as
   * you fetch). For screens that few users open, a function loads the query's description first, to keep it
   * out of the bundle that everyone loads.
   */
  query?: [
    parameters: PreloadableConcreteRequest<T> | (() => Promise<PreloadableConcreteRequest<T>>),
    variables: (args: LoaderFunctionArgs) => T['variables'],
  ];
  /** Shown instead of the screen when it fails. If absent, the surrounding screen is replaced. */
  failure?: ComponentType;
  shouldRevalidate?: ShouldRevalidateFunction;
  children?: readonly ScreenRoute[];
}

export function screenRoute<T extends OperationType>({
  path,
  title,
  screen,
  skeleton,
  query,
  failure,
  shouldRevalidate,
  children,
}: RouteDeclaration<T>): ScreenRoute {
  return (environment) => ({
    path,
    lazy: async () => ({ Component: (await withWords(screen())).default }),
    ...(skeleton && { handle: { skeleton, ...(title && { title }) } satisfies ScreenHandle }),
    ...(query && { loader: loaderOf(environment, query) }),
    ...(failure && { ErrorBoundary: failure }),
    ...(shouldRevalidate && { shouldRevalidate }),
    ...(children && { children: children.map((child) => child(environment)) }),
  });
}

function loaderOf<T extends OperationType>(
  environment: Environment,
  [parameters, variables]: NonNullable<RouteDeclaration<T>['query']>,
): LoaderFunction {
  const load = (request: PreloadableConcreteRequest<T>, args: LoaderFunctionArgs) =>
    loadQuery<T>(environment, request, variables(args), { fetchPolicy: 'store-and-network' });
  return typeof parameters === 'function'
    ? async (args) => load(await parameters(), args)
    : (args) => load(parameters, args);
}

/**
 * Of a project's screens: what else changes in the address, filters and steps, needs no reading of the
 * screen's own data.
 */
export const whenProjectChanges: ShouldRevalidateFunction = ({
  currentParams,
  nextParams,
  currentUrl,
  nextUrl,
}) => currentParams['id'] !== nextParams['id'] || currentUrl.href === nextUrl.href;

/** Search term and page number are in the address, but the list itself queries for them. */
export const whenPathChanges: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href;
