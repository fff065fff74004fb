import { Button, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { AddSource_project$key } from '../../__generated__/AddSource_project.graphql.ts';
import type { AddSourceMutation, SourceType } from '../../__generated__/AddSourceMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { ApiKeysDialog } from '../project/ApiKeysDialog.tsx';
import { sourceLabel } from '../project/source-kinds.ts';
import styles from './SettingsForm.module.css';

const types: SourceType[] = ['rss', 'api', 'api_readonly', 'parser', 'manual'];

/** One more source; at once, without waiting for Save. */
export function AddSource({ project: key }: { project: AddSource_project$key }) {
  const { id } = useFragment(
    graphql`
    fragment AddSource_project on Project {
      id
    }
  `,
    key,
  );
  const [type, setType] = useState<SourceType>('rss');
  const [url, setUrl] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [keys, setKeys] = useState<{ label: string; apiKey: string }[]>([]);
  const [create, busy] = useAction<AddSourceMutation>(graphql`
    mutation AddSourceMutation($input: CreateSourceInput!) {
      result: createSource(input: $input) {
        __typename
        ... on CreateSourceSuccess {
          apiKey
          project {
            id
            sources {
              id
              url
              ...SourceItem_source
            }
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const addressed = type === 'rss' || type === 'parser';
  const add = async () => {
    const outcome = await create({ input: { project: id, type, url: addressed ? url.trim() || null : null } });
    if (!outcome.ok) return setError(Object.values(outcome.fieldErrors)[0] ?? null);
    setUrl('');
    setError(null);
    notify('Source added', 2000);
    if (outcome.result.apiKey) setKeys([{ label: sourceLabel(type), apiKey: outcome.result.apiKey }]);
  };
  return (
    <div className={styles.add}>
      <Select
        label="Another source"
        data={types.map((value) => ({ value, label: sourceLabel(value) }))}
        allowDeselect={false}
        value={type}
        onChange={(value) => {
          setType(value as SourceType);
          setError(null);
        }}
      />
      {addressed && (
        <TextInput
          aria-label="Address of the new source"
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
      <Button variant="default" leftSection={<IconPlus size={15} />} loading={busy} onClick={() => void add()}>
        Add source
      </Button>
      <ApiKeysDialog keys={keys} onClose={() => setKeys([])} />
    </div>
  );
}
