import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { useTransferImportMutation } from '../../__generated__/useTransferImportMutation.graphql.ts';
import type { useTransferQuery } from '../../__generated__/useTransferQuery.graphql.ts';
import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { failureMessage } from '../../relay/failures.ts';
import { useAction } from '../../relay/use-action.ts';
import { notify, showError } from '../../ui/messages.ts';
import { saveFile } from '../../ui/save-file.ts';
import { useWords } from '../../words/word-catalogue.ts';

const types = { CSV: 'text/csv', PLS: 'application/pls+xml' } as const;
export type FileFormat = keyof typeof types;

/** Milliseconds that the outcome of an import is shown (specification, section 9). */
const shown = 5_000;

/** The format of a file by the end of its name; null: none that is taken. */
export function formatOf(name: string): FileFormat | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toUpperCase();
  return ending === 'CSV' || ending === 'PLS' ? ending : null;
}

/** Imports and exports a dictionary's entries. */
export function useTransfer(id: string, name: string, onImported: () => void) {
  const { transfer: w } = useWords(dictionariesWords);
  const environment = useRelayEnvironment();
  const [send, importing] = useAction<useTransferImportMutation>(graphql`
    mutation useTransferImportMutation($input: ImportDictionaryInput!) {
      result: importDictionary(input: $input) {
        __typename
        ... on ImportDictionarySuccess {
          added
          changed
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const take = async (file: File) => {
    const format = formatOf(file.name);
    if (!format) return notify(w.onlyThese, shown, 'plain');
    // Its place is filled with the file on the way.
    const outcome = await send(
      { input: { dictionary: id, format, file: null } },
      { files: { 'input.file': file }, tell: false },
    );
    if (!outcome.ok) return notify(outcome.message || w.failed, shown, 'plain');
    notify(w.imported, shown);
    onImported();
  };
  const give = async (format: FileFormat) => {
    try {
      const answer = await fetchQuery<useTransferQuery>(
        environment,
        graphql`
          query useTransferQuery($id: ID!, $format: DictionaryFormat!) {
            dictionary(id: $id) {
              file(format: $format)
            }
          }
        `,
        { id, format },
        { fetchPolicy: 'network-only' },
      ).toPromise();
      const text = answer?.dictionary?.file;
      if (typeof text === 'string')
        saveFile(text, `${name}.${format.toLowerCase()}`, `${types[format]};charset=utf-8`);
    } catch (error) {
      showError(failureMessage(error));
    }
  };
  return { take, importing, give };
}
