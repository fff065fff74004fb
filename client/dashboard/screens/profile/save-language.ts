import { commitMutation, graphql, type Environment } from 'relay-runtime';
import type { saveLanguageMutation } from '../../__generated__/saveLanguageMutation.graphql.ts';

/** Has mails written in the language that somebody chose. A failure takes nothing from the screen. */
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
