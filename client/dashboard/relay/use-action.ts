import { useCallback, useRef, useState } from 'react';
import { useRelayEnvironment } from 'react-relay';
import {
  commitMutation,
  graphql,
  readInlineData,
  type Environment,
  type GraphQLTaggedNode,
  type MutationParameters,
  type SelectorStoreUpdater,
  type UploadableMap,
} from 'relay-runtime';
import type { useAction_failure$key } from '../__generated__/useAction_failure.graphql.ts';
import type { FieldErrors } from '../ui/forms/field-errors.ts';
import { showError } from '../ui/messages.ts';
import { formatServerMessage } from '../words/server-words.ts';
import { uiWords } from '../generated/words/ui.ts';
import { currentWords } from '../words/word-catalogue.ts';
import { isUnauthenticated, failureMessage } from './failures.ts';
import { askToConfirm, confirmationNeeded } from './identity-confirmation.ts';
import type { UploadProgress } from './send-files.ts';

/** How calls fail: each of them spreads it, as `failure`, beside its success. */
const failureFragment = graphql`
  fragment useAction_failure on Error @inline {
    message
    code
    parameters
    ... on ValidationError {
      fieldErrors {
        field
        message
        code
        parameters
      }
    }
  }
`;

/** What every call selects, under the alias `result`. */
export interface ActionResult {
  readonly __typename: string;
  readonly failure?: useAction_failure$key | null | undefined;
}

export type Outcome<R> =
  | { ok: true; result: R }
  /** `type` is the typed error's, `code` that of its message; null: the call itself failed. */
  | { ok: false; type: string | null; code: string | null; message: string; fieldErrors: FieldErrors };

type Action = MutationParameters & { response: { readonly result: ActionResult } };

interface ActionOptions<A extends Action> extends FailureReporting {
  updater?: SelectorStoreUpdater<A['response']>;
  optimisticUpdater?: SelectorStoreUpdater<A['response']>;
  /** Files by the path of their variable, such as `input.file`. */
  files?: UploadableMap;
  onProgress?: UploadProgress;
}

/** How a failure is handled. */
export interface FailureReporting {
  /** Show failures that belong to no field in the error dialog; on by default. */
  tell?: boolean;
  /** The type of an error that the caller shows in its own way. */
  expected?: string;
}

/** What a call's answer comes to. */
export function outcomeOf<R extends ActionResult>(
  result: R,
  { tell = true, expected }: FailureReporting,
): Outcome<R> {
  if (result.__typename.endsWith('Success')) return { ok: true, result };
  const failure = readInlineData(failureFragment, result.failure ?? null);
  const fieldErrors: Record<string, string> = {};
  // Of one field there may be several, such as lines of a file.
  for (const { field, message, code, parameters } of failure?.fieldErrors ?? [])
    fieldErrors[field] = [fieldErrors[field], formatServerMessage({ message, code, parameters })]
      .filter(Boolean)
      .join(' ');
  // What is wrong with an input as a whole is what is wrong with its fields.
  const message =
    Object.values(fieldErrors).join(' ') ||
    (failure ? formatServerMessage(failure) : currentWords(uiWords).tryLater);
  const isShown = result.__typename === expected || result.__typename === confirmationNeeded;
  if (tell && !isShown && Object.keys(fieldErrors).length === 0) showError({ message });
  return { ok: false, type: result.__typename, code: failure?.code ?? null, message, fieldErrors };
}

/** What a call comes to that was not answered. */
export function outcomeOfFailure(error: unknown, { tell = true }: FailureReporting): Outcome<never> {
  // A session that ended has its own way: to the sign-in.
  const words = failureMessage(error);
  if (tell && !isUnauthenticated(error)) showError(words);
  return { ok: false, type: null, code: null, message: words.message, fieldErrors: {} };
}

/**
 * Runs a mutation as `useAction` does, for what is no component, or may be gone when it is answered. Where
 * the person has to confirm who it is, the call is repeated as it was after that.
 */
export async function commitAction<A extends Action>(
  environment: Environment,
  mutation: GraphQLTaggedNode,
  variables: A['variables'],
  options: ActionOptions<A> = {},
): Promise<Outcome<A['response']['result']>> {
  const outcome = await commitOnce<A>(environment, mutation, variables, options);
  const isWaiting = !outcome.ok && outcome.type === confirmationNeeded;
  return isWaiting && (await askToConfirm())
    ? commitOnce<A>(environment, mutation, variables, options)
    : outcome;
}

const commitOnce = <A extends Action>(
  environment: Environment,
  mutation: GraphQLTaggedNode,
  variables: A['variables'],
  options: ActionOptions<A> = {},
): Promise<Outcome<A['response']['result']>> =>
  new Promise((resolve) => {
    commitMutation<A>(environment, {
      mutation,
      variables,
      ...(options.updater ? { updater: options.updater } : {}),
      ...(options.optimisticUpdater ? { optimisticUpdater: options.optimisticUpdater } : {}),
      ...(options.files
        ? {
            uploadables: options.files,
            cacheConfig: { force: true, metadata: { onProgress: options.onProgress } },
          }
        : {}),
      onCompleted: ({ result }) => resolve(outcomeOf(result, options)),
      onError: (error) => resolve(outcomeOfFailure(error, options)),
    });
  });

/**
 * Runs a mutation whose answer is a success or one of the typed errors. Errors of fields come back to be
 * shown under them; all others open the error dialog. @returns the function, and whether it runs
 */
export function useAction<A extends Action>(mutation: GraphQLTaggedNode) {
  const environment = useRelayEnvironment();
  const [busy, setBusy] = useState(false);
  const running = useRef(0);
  const run = useCallback(
    async (variables: A['variables'], options: ActionOptions<A> = {}) => {
      running.current += 1;
      setBusy(true);
      const outcome = await commitAction<A>(environment, mutation, variables, options);
      running.current -= 1;
      setBusy(running.current > 0);
      return outcome;
    },
    [environment, mutation],
  );
  return [run, busy] as const;
}
