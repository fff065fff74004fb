import { commitMutation, graphql, type Environment } from 'relay-runtime';
import type { saveLanguageMutation } from '../../__generated__/saveLanguageMutation.graphql.ts';

/** Sets the language of the user's emails. A failure is ignored because it doesn't affect the screen. */
export function saveLanguage(environment: Environment, language: string): void {
  commitMutation<saveLanguageMutation>(environment, {
    mutation: graphql`
      mutation saveLanguageMutation($input: UpdateUserInput!) {
        result: updateUser(input: $input) {
          __typename
        }
      }
    `,
    variables: { input: { language } },
  });
}
