import { commitMutation, graphql, type Environment } from 'relay-runtime';
import type { keepLanguageMutation } from '../../__generated__/keepLanguageMutation.graphql.ts';

/** Has mails written in the language that somebody chose. A failure takes nothing from the screen. */
export function keepLanguage(environment: Environment, language: string): void {
  commitMutation<keepLanguageMutation>(environment, {
    mutation: graphql`
      mutation keepLanguageMutation($input: UpdateUserInput!) {
        result: updateUser(input: $input) {
          __typename
        }
      }
    `,
    variables: { input: { language } },
  });
}
