import { MantineProvider } from '@mantine/core';
import { act, render } from '@testing-library/react';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { loadQuery, RelayEnvironmentProvider } from 'react-relay';
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router-dom';
import type {
  ConcreteRequest,
  GraphQLResponse,
  GraphQLSingularResponse,
  OperationDescriptor,
  OperationType,
} from 'relay-runtime';
import { createMockEnvironment, MockPayloadGenerator, type MockResolvers } from 'relay-test-utils';
import { accountEntries, projectParts } from '../dashboard/routes.tsx';
import { IdentityOutlet } from '../dashboard/screens/identity/IdentityOutlet.tsx';
import { ScreenFailure } from '../dashboard/screens/shell/ScreenFailure.tsx';
import { MessageOutlet } from '../dashboard/ui/MessageOutlet.tsx';

/**
 * The values of a test, by GraphQL type; each type's shape is one that the Relay compiler made for a fragment
 * or operation.
 */
export type Values<Types extends object> = MockResolvers<{ [Type in keyof Types]: Types[Type] }>;

/**
 * The fields of a fragment's data and of what it leads to, so that those of several fragments on one type can
 * be put together.
 */
export type Fields<Data> = Data extends readonly (infer One)[]
  ? readonly Fields<One>[]
  : Data extends object
    ? { [Name in keyof Data as Exclude<Name, ' $fragmentType' | ' $fragmentSpreads'>]: Fields<Data[Name]> }
    : Data;

type MockEnvironment = ReturnType<typeof createMockEnvironment>;

export interface Stage {
  environment: MockEnvironment;
  /** Where one is: path and search. */
  address: () => string;
  /**
   * The variables of the latest call of that operation that waits for its answer. @throws Error when none
   * does
   */
  sent: <Q extends OperationType>(operation: string) => Q['variables'];
  isPending: (operation: string) => boolean;
  /**
   * Answers the latest call of that operation. What `values` leaves out is made up; the field at `failed`
   * could not be read.
   */
  answer: <Types extends object>(
    operation: string,
    values: Values<Types>,
    failed?: readonly string[],
  ) => Promise<void>;
  /** Answers with exactly this. */
  answerWith: (operation: string, response: GraphQLResponse) => Promise<void>;
  /** The mutation was made: `type` is its success, with what it answers. */
  succeed: (operation: string, type: string, data?: object) => Promise<void>;
  /** The server refuses fields of the mutation's input. */
  refuse: (operation: string, fieldErrors: Record<string, string>) => Promise<void>;
  /** The call fails as when the server cannot be reached or masks what went wrong. */
  fail: (operation: string, error: Error) => Promise<void>;
}

/**
 * Renders a screen as its route would: the loader starts its query, and its documents go to a mock network.
 * The counts for a project's tabs are zero unless the test responds to them.
 * @param path of the route, with its parameters
 * @param at the address to open
 */
export async function renderScreen<Q extends OperationType>(
  Screen: ComponentType,
  query: ConcreteRequest,
  variables: Q['variables'],
  { path, at = path, answersTabs = false }: { path: string; at?: string; answersTabs?: boolean },
): Promise<Stage> {
  const environment = createMockEnvironment();
  return renderRoutes(
    environment,
    [{ path, loader: () => loadQuery<Q>(environment, query, variables), element: <Screen /> }],
    at,
    answersTabs,
  );
}

/** Renders one component without a surrounding screen. */
export async function renderComponent(component: ReactNode): Promise<Stage> {
  return renderRoutes(createMockEnvironment(), [{ path: '/', element: component }], '/', false);
}

async function renderRoutes(
  environment: MockEnvironment,
  routes: RouteObject[],
  at: string,
  answersTabs: boolean,
): Promise<Stage> {
  const frame = (
    <Suspense fallback="Loading">
      <Outlet />
    </Suspense>
  );
  const router = createMemoryRouter(
    [
      {
        element: frame,
        handle: { projectParts, accountEntries },
        hydrateFallbackElement: <></>,
        children: [{ errorElement: <ScreenFailure />, children: [...routes, { path: '*', element: <></> }] }],
      },
    ],
    { initialEntries: [at] },
  );
  await act(async () => {
    render(
      <MantineProvider
        env="test"
        withCssVariables={false}
        withGlobalClasses={false}
        deduplicateCssVariables={false}
      >
        <RelayEnvironmentProvider environment={environment}>
          <RouterProvider router={router} />
          <IdentityOutlet />
          <MessageOutlet />
        </RelayEnvironmentProvider>
      </MantineProvider>,
    );
  });
  const pending = (name: string) =>
    environment.mock.getAllOperations().findLast(({ request }) => request.node.params.name === name);
  const latest = (name: string): OperationDescriptor => {
    const operation = pending(name);
    if (!operation)
      throw new Error(
        `No ${name} waits for an answer, only: ${environment.mock
          .getAllOperations()
          .map(({ request }) => request.node.params.name)
          .join(', ')}`,
      );
    return operation;
  };
  const answerWith = (name: string, response: GraphQLResponse) =>
    act(async () => environment.mock.resolve(latest(name), response));
  return {
    environment,
    address: () => router.state.location.pathname + router.state.location.search,
    sent: (name) => latest(name).request.variables,
    isPending: (name) => pending(name) !== undefined,
    answer: async (name, values, failed) => {
      await act(async () => {
        const operation = latest(name);
        const response = MockPayloadGenerator.generate(operation, values as MockResolvers);
        environment.mock.resolve(operation, failed ? withFailure(response, failed) : response);
      });
      // React's `act` never ends where three boundaries or more wait and are rendered again
      // (github.com/react/react/issues/37556): the two counts in the tabs do not wait.
      const counts = answersTabs ? undefined : pending('ProjectTabsQuery');
      if (counts)
        await answerWith(
          'ProjectTabsQuery',
          MockPayloadGenerator.generate(counts, { ...(values as MockResolvers), ...nothingToCount }),
        );
    },
    answerWith,
    succeed: (name, type, data = {}) => answerWith(name, { data: { result: { __typename: type, ...data } } }),
    refuse: (name, refused) => {
      const fieldErrors = Object.entries(refused).map(([field, message]) => ({ field, message }));
      return answerWith(name, {
        data: {
          result: {
            __typename: 'ValidationError',
            __isError: 'ValidationError',
            message: 'Something is wrong.',
            fieldErrors,
          },
        },
      });
    },
    fail: (name, error) => act(async () => environment.mock.reject(latest(name), error)),
  };
}

const nothingToCount: MockResolvers = { ProjectArticlesConnection: () => ({ totalCount: 0 }) };

/** The same answer as a server gives it that could not read one field. */
function withFailure(response: GraphQLSingularResponse, path: readonly string[]): GraphQLSingularResponse {
  const parent = path
    .slice(0, -1)
    .reduce<any>((object, key) => object[key], (response as { data: unknown }).data);
  parent[path.at(-1)!] = null;
  return {
    ...response,
    errors: [{ message: 'Internal server error', path: [...path] }],
  } as unknown as GraphQLSingularResponse;
}
