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
  /** Below `/projects` or what stands beside it; of a route within another, below that. */
  path: string;
  /** Of the document; a screen whose title depends on its data sets it. */
  title?: ScreenHandle['title'];
  screen: () => Promise<{ default: ComponentType }>;
  /** What is shown while its data is on the way. */
  skeleton?: SkeletonKind;
  /**
   * The screen's one query, which begins while its code is still on the way (render as you fetch), and what
   * it is asked. A function loads the query's description first, where what everybody loads is to be spared
   * of it: for screens that few open.
   */
  query?: [
    parameters: PreloadableConcreteRequest<T> | (() => Promise<PreloadableConcreteRequest<T>>),
    variables: (args: LoaderFunctionArgs) => T['variables'],
  ];
  /** What stands in its place when it fails; unless given, the screen around it is replaced. */
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
export const ofAnotherProject: ShouldRevalidateFunction = ({
  currentParams,
  nextParams,
  currentUrl,
  nextUrl,
}) => currentParams['id'] !== nextParams['id'] || currentUrl.href === nextUrl.href;

/** What is searched for and which page is shown stand in the address, but are asked by the list itself. */
export const ofAnotherPath: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href;
