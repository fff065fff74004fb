// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { useEffect, useRef, useState } from 'react';
import { graphql } from 'react-relay';
import type { useHighResMutation } from '../../../__generated__/useHighResMutation.graphql.ts';
import { useAction } from '../../../relay/use-action.ts';
import { showError } from '../../../ui/messages.ts';
import { projectWords } from '../../../generated/words/project.ts';
import { currentWords } from '../../../words/word-catalogue.ts';
import { formatStored } from '../../../words/server-words.ts';

/** Milliseconds between two questions whether the file is there. */
const pollEvery = 3_000;

export type HighResFormat = 'MP3' | 'WAV';

/** A file that is being made. */
interface Making {
  format: HighResFormat;
  percent: number;
}

/**
 * The high-resolution download: asks for the file, asks again until it is there, then saves it under the
 * article's title.
 * @returns how to begin, and what is being made, else null
 */
export function useHighRes(
  id: string,
  title: string,
): [start: (format: HighResFormat) => void, making: Making | null] {
  const [making, setMaking] = useState<Making | null>(null);
  const left = useRef(false);
  const [request] = useAction<useHighResMutation>(graphql`
    mutation useHighResMutation($input: RequestHighResInput!) {
      result: requestHighRes(input: $input) {
        __typename
        ... on RequestHighResSuccess {
          status
          progress
          url
          error
          errorNotices {
            code
            parameters
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  async function start(format: HighResFormat) {
    if (making !== null) return;
    setMaking({ format, percent: 0 });
    while (!left.current) {
      const outcome = await request({ input: { article: id, format } });
      if (!outcome.ok) break;
      const { status, progress: percent, url, error, errorNotices } = outcome.result;
      if (url) save(url, `${title}.${format.toLowerCase()}`);
      if (status === 'FAILED')
        showError({
          message: error ? formatStored(error, errorNotices) : currentWords(projectWords).menu.notMade,
        });
      if (status !== 'PROCESSING') break;
      setMaking({ format, percent: percent ?? 0 });
      await new Promise((resolve) => setTimeout(resolve, pollEvery));
    }
    setMaking(null);
  }
  return [(format) => void start(format), making];
}

function save(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
