import { useEffect, useRef, useState } from 'react';
import { graphql } from 'react-relay';
import type { useHighResMutation } from '../../__generated__/useHighResMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { showError } from '../../ui/messages.ts';

/** Milliseconds between two questions whether the file is there. */
const pollEvery = 3_000;

/**
 * The high-resolution download: asks for the file, asks again until it is there, then saves it as `{title}.mp3`.
 * @returns how to begin, and percent while it is being made, else null
 */
export function useHighRes(id: string, title: string): [start: () => void, progress: number | null] {
  const [progress, setProgress] = useState<number | null>(null);
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

  async function start() {
    if (progress !== null) return;
    setProgress(0);
    while (!left.current) {
      const outcome = await request({ input: { id } });
      if (!outcome.ok) break;
      const { status, progress: percent, url, error } = outcome.result;
      if (url) save(url, `${title}.mp3`);
      if (status === 'failed') showError({ message: error ?? 'The file could not be made.' });
      if (status !== 'processing') break;
      setProgress(percent ?? 0);
      await new Promise((resolve) => setTimeout(resolve, pollEvery));
    }
    setProgress(null);
  }
  return [() => void start(), progress];
}

function save(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
