import { graphql } from 'react-relay';
import type { useUpdateRuleMutation } from '../../__generated__/useUpdateRuleMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';

/** Saves a rule. All changes of rules share the mutation, so that they are sent in their order. */
export const useUpdateRule = () =>
  useAction<useUpdateRuleMutation>(graphql`
    mutation useUpdateRuleMutation($input: UpdateProcessingRuleInput!) {
      result: updateProcessingRule(input: $input) {
        __typename
        ... on UpdateProcessingRuleSuccess {
          rule {
            ...RuleCard_rule
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
