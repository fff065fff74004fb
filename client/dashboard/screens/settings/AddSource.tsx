import { Button, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { AddSource_project$key } from '../../__generated__/AddSource_project.graphql.ts';
import type { AddSourceMutation } from '../../__generated__/AddSourceMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { sourceWords } from '../../generated/words/source.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { ApiKeysDialog, type ShownKey } from '../project/ApiKeysDialog.tsx';
import { sourceKinds, type SourceKind } from './settings-fields.ts';
import styles from './SettingsForm.module.css';

/** One more source; at once, without waiting for Save. */
export function AddSource({ project: key }: { project: AddSource_project$key }) {
  const { id } = useFragment(projectFragment, key);
  const w = useWords(sourceWords);
  const [type, setType] = useState<SourceKind>('RSS');
  const [url, setUrl] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [keys, setKeys] = useState<ShownKey[]>([]);
  const [create, busy] = useAction<AddSourceMutation>(addSourceMutation);
  const addressed = type === 'RSS' || type === 'PARSER';
  const add = async () => {
    const outcome = await create({
      input: { project: id, type, url: addressed ? url.trim() || null : null },
    });
    if (!outcome.ok) return setError(Object.values(outcome.fieldErrors)[0] ?? null);
    setUrl('');
    setError(null);
    notify(w.added, 2000);
    if (outcome.result.apiKey) setKeys([{ label: w.types[type], apiKey: outcome.result.apiKey }]);
  };
  return (
    <div className={styles.add}>
      <Select
        label={w.another}
        data={sourceKinds.map((value) => ({ value, label: w.types[value] }))}
        allowDeselect={false}
        value={type}
        onChange={(value) => {
          setType(value as SourceKind);
          setError(null);
        }}
      />
      {addressed && (
        <TextInput
          aria-label={w.newAddress}
          placeholder="https://"
          inputMode="url"
          value={url}
          error={error}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            setError(null);
          }}
        />
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={15} />}
        loading={busy}
        onClick={() => void add()}
      >
        {w.add}
      </Button>
      <ApiKeysDialog keys={keys} onClose={() => setKeys([])} />
    </div>
  );
}

const projectFragment = graphql`
  fragment AddSource_project on Project {
    id
  }
`;

const addSourceMutation = graphql`
  mutation AddSourceMutation($input: CreateSourceInput!) {
    result: createSource(input: $input) {
      __typename
      ... on CreateSourceSuccess {
        apiKey
        project {
          id
          sourceTypes
          sources {
            ...liveFragments_source
            id
            url
            ...SourceItem_source
          }
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
