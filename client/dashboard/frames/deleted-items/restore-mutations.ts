import { graphql } from 'react-relay';
import type { restoreMutationsArticleMutation } from '../../__generated__/restoreMutationsArticleMutation.graphql.ts';
import type { restoreMutationsChannelMutation } from '../../__generated__/restoreMutationsChannelMutation.graphql.ts';
import type { restoreMutationsDictionaryMutation } from '../../__generated__/restoreMutationsDictionaryMutation.graphql.ts';
import type { restoreMutationsPlaylistMutation } from '../../__generated__/restoreMutationsPlaylistMutation.graphql.ts';
import type { restoreMutationsRuleMutation } from '../../__generated__/restoreMutationsRuleMutation.graphql.ts';

export type RestoreMutation =
  | restoreMutationsArticleMutation
  | restoreMutationsChannelMutation
  | restoreMutationsDictionaryMutation
  | restoreMutationsPlaylistMutation
  | restoreMutationsRuleMutation;

/**
 * Mutations that restore items. Each returns the new content of its list; the list of articles is updated by
 * an event.
 */
export const restoreMutations = {
  articles: graphql`
    mutation restoreMutationsArticleMutation($input: RestoreArticleInput!) {
      result: restoreArticle(input: $input) {
        __typename
        ... on RestoreArticleSuccess {
          article {
            ...ArticleRow_article
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `,
  channels: graphql`
    mutation restoreMutationsChannelMutation($input: RestoreChannelInput!) {
      result: restoreChannel(input: $input) {
        __typename
        ... on RestoreChannelSuccess {
          project {
            channels(first: 100) {
              edges {
                node {
                  playsLastWeek
                  ...ChannelCard_channel
                }
              }
            }
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `,
  dictionaries: graphql`
    mutation restoreMutationsDictionaryMutation($input: RestoreDictionaryInput!) {
      result: restoreDictionary(input: $input) {
        __typename
        ... on RestoreDictionarySuccess {
          dictionary {
            id
            deletedAt
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `,
  playlists: graphql`
    mutation restoreMutationsPlaylistMutation($input: RestorePlaylistInput!) {
      result: restorePlaylist(input: $input) {
        __typename
        ... on RestorePlaylistSuccess {
          project {
            playlists(first: 20, offset: 0) {
              totalCount
              edges {
                node {
                  ...PlaylistRow_playlist
                }
              }
            }
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `,
  rules: graphql`
    mutation restoreMutationsRuleMutation($input: RestoreProcessingRuleInput!) {
      result: restoreProcessingRule(input: $input) {
        __typename
        ... on RestoreProcessingRuleSuccess {
          project {
            ...RuleList_project
            ...ProcessingRulesScreen_project
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `,
} as const;
