// oxlint-disable relay/unused-fields -- the trial is handed whole to who shows it
import { useRef, useState } from 'react';
import { graphql } from 'react-relay';
import type {
  useTryExtractionQuery,
  useTryExtractionQuery$data,
} from '../../../__generated__/useTryExtractionQuery.graphql.ts';
import { useImperativeQuery } from '../../../relay/use-imperative-query.ts';
import { extractorRuleNames, type SettingsFields } from '../settings-fields.ts';
import type { SettingsFormState } from '../settings-form-state.ts';

export type Trial = NonNullable<useTryExtractionQuery$data['result']['page']>;

/** Rules that a page was read with. Only complete rules are sent, not one that is being typed. */
export interface ExtractionRuleInput {
  extractorRules: SettingsFields['extractorRules'];
  urlReplacements: SettingsFields['urlReplacements'];
}

export const extractionRuleInput = ({
  extractorRules,
  urlReplacements,
}: SettingsFields): ExtractionRuleInput => ({
  extractorRules: extractorRules.filter(({ selector }) => selector.trim() !== ''),
  urlReplacements: urlReplacements.filter(({ source }) => source.trim() !== ''),
});

/**
 * Reads a page with rules that need not be saved. @returns the function, what the latest call answered or why
 * it failed, whether it runs
 */
export function useTryExtraction({ project, value, isAdministrator }: SettingsFormState) {
  const [run, busy] = useImperativeQuery<useTryExtractionQuery>(graphql`
    query useTryExtractionQuery($input: TryExtractionInput!) {
      result: tryExtraction(input: $input) {
        __typename
        ... on TryExtractionSuccess @alias(as: "page") {
          url
          title
          text
          publishedAt
          language
          failure
          paragraphs {
            text
            isIncluded
            reason
            rule {
              type
              selector
            }
          }
          failureNotice {
            code
            parameters
          }
          rules {
            type
            selector
            matched
            removed
            removedCharacters
            problem
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [trial, setTrial] = useState<Trial | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(0);
  const tryOn = async (url: string, rules: ExtractionRuleInput) => {
    const turn = ++latest.current;
    const ipAddress = isAdministrator && value.extractorServerIp ? value.extractorIpAddress : null;
    const outcome = await run(
      { input: { project: project.id, url: url.trim(), ...rules, ipAddress } },
      { tell: false },
    );
    // A later call has overtaken it.
    if (turn !== latest.current) return;
    if (outcome.ok && outcome.result.page) {
      setTrial(outcome.result.page);
      setProblem(null);
    } else if (!outcome.ok) {
      setProblem(Object.values(outcome.fieldErrors)[0] ?? outcome.message);
    }
  };
  return { tryOn, trial, problem, busy };
}

/** A rule's type in the specification's words. */
export const ruleName = (type: string): string =>
  extractorRuleNames[type as keyof typeof extractorRuleNames] ?? type;
