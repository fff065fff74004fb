// oxlint-disable relay/unused-fields -- what was read is handed whole to the form
import { useRef, useState } from 'react';
import { graphql } from 'react-relay';
import type { useTextSourcePageMutation } from '../../../__generated__/useTextSourcePageMutation.graphql.ts';
import type { useTextSourceFileMutation } from '../../../__generated__/useTextSourceFileMutation.graphql.ts';
import { studioWords } from '../../../generated/words/studio.ts';
import { useAction } from '../../../relay/use-action.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { documentMegabytes, refusalOf } from './document-file.ts';

/** A text that was there already. */
export interface SourceText {
  /** Source of the text to display: the address of the page or the name of the document. */
  from: string;
  text: string;
  /** Whether only its beginning was taken. */
  isCut: boolean;
}

type Reading = { of: 'address' | 'file'; name: string };
export interface SourceFailure {
  of: 'address' | 'file';
  message: string;
}

/** Reads pages of the web and documents. @param onText is given what was found */
export function useTextSource(onText: (found: SourceText) => void) {
  const { source: w, form } = useWords(studioWords);
  const [reading, setReading] = useState<Reading | null>(null);
  const [failure, setFailure] = useState<SourceFailure | null>(null);
  /** Number of the latest request: responses to earlier ones are dropped. */
  const asked = useRef(0);
  const [readPage] = useAction<useTextSourcePageMutation>(graphql`
    mutation useTextSourcePageMutation($input: ReadStudioPageInput!) {
      result: readStudioPage(input: $input) {
        __typename
        ... on ReadStudioPageSuccess {
          title
          text
          isCut
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [readFile] = useAction<useTextSourceFileMutation>(graphql`
    mutation useTextSourceFileMutation($input: ReadStudioDocumentInput!) {
      result: readStudioDocument(input: $input) {
        __typename
        ... on ReadStudioDocumentSuccess {
          title
          text
          isCut
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);

  const run = async (
    what: Reading,
    read: () => ReturnType<typeof readPage> | ReturnType<typeof readFile>,
  ): Promise<void> => {
    const number = (asked.current += 1);
    setFailure(null);
    setReading(what);
    const outcome = await read();
    if (asked.current !== number) return;
    setReading(null);
    if (!outcome.ok) {
      const message = Object.values(outcome.fieldErrors)[0] ?? (outcome.message || form.wentWrong);
      return setFailure({ of: what.of, message });
    }
    const { title = '', text = '', isCut = false } = outcome.result;
    if (text.trim() === '') return setFailure({ of: what.of, message: w.empty });
    // The heading of a page is read, too, unless the text begins with it.
    const heading = what.of === 'address' && title && !text.startsWith(title) ? `${title}\n\n` : '';
    onText({ from: what.name, text: heading + text, isCut });
  };
  return {
    /** What is being read: an address or the name of a document. */
    reading: reading?.name ?? null,
    failure,
    clear: () => setFailure(null),
    readPage(address: string): void {
      if (address === '') return setFailure({ of: 'address', message: w.required });
      const url = /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`;
      void run({ of: 'address', name: address }, () => readPage({ input: { url } }, { tell: false }));
    },
    readFile(file: File): void {
      const refusal = refusalOf(file);
      if (refusal)
        return setFailure({
          of: 'file',
          message: refusal === 'tooLarge' ? w.tooLarge({ megabytes: documentMegabytes }) : w[refusal],
        });
      void run({ of: 'file', name: file.name }, () =>
        readFile({ input: { file: null } }, { tell: false, files: { 'input.file': file } }),
      );
    },
  };
}
