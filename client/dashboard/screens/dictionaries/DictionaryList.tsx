import { Button } from '@mantine/core';
import { IconEar, IconPlus } from '@tabler/icons-react';
import { startTransition, useState } from 'react';
import { graphql } from 'react-relay';
import { Link, useSearchParams } from 'react-router-dom';
import type { DictionaryListQuery } from '../../__generated__/DictionaryListQuery.graphql.ts';
import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { Part } from '../../relay/Part.tsx';
import { useFallbackPolling } from '../../relay/use-fallback-polling.ts';
import { EmptyState } from '../../ui/lists/EmptyState.tsx';
import { WaitingBar } from '../../ui/WaitingBar.tsx';
import { useRestorableDays } from '../../ui/time/restorable-days.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Dictionaries.module.css';
import { DictionaryPanel } from './DictionaryPanel.tsx';
import { DictionarySettings } from './DictionarySettings.tsx';
import type { OwnerProps } from './dictionary-owner.ts';
import { RestoreDictionaries } from './RestoreDictionaries.tsx';
import { Tabs } from './Tabs.tsx';
import { useReadOnlyNotice } from './use-read-only-notice.ts';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

/** The dictionaries of one owner, one tab each, and the one that is chosen. */
export function DictionaryList(props: OwnerProps) {
  const w = useWords(dictionariesWords);
  return (
    <Part what={w.what} waiting={<WaitingBar label={w.loading} height={320} />}>
      {(attempt) => <Chosen {...props} attempt={attempt} />}
    </Part>
  );
}

function Chosen({ owner, mayWrite, isAdmin, voice, attempt }: OwnerProps & { attempt: number }) {
  const w = useWords(dictionariesWords);
  const [look, setLook] = useState(0);
  const [parameters, setParameters] = useSearchParams();
  const [asked, setAsked] = useState<'new' | 'deleted' | null>(null);
  const { unless, look: disabled } = useReadOnlyNotice(mayWrite);
  const { dictionaries } = useFreshQuery<DictionaryListQuery>(
    dictionaryListQuery,
    owner,
    `${attempt}.${look}`,
  );
  const again = () => startTransition(() => setLook((count) => count + 1));
  useFallbackPolling(again);
  const chosen =
    dictionaries.find(({ databaseId }) => String(databaseId) === parameters.get('dictionary')) ??
    dictionaries[0];
  return (
    <>
      <div className={styles.above}>
        {/* A project's own dictionary exists from the start; a separate tab would repeat the project's. */}
        {(owner.level !== 'PROJECT' || dictionaries.length > 1) && dictionaries.length > 0 && (
          <DictionaryTabs dictionaries={dictionaries} chosen={chosen} parameters={parameters} />
        )}
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          {...disabled}
          onClick={unless(() => setAsked('new'))}
        >
          {w.add}
        </Button>
      </div>
      {chosen ? (
        <DictionaryPanel
          key={chosen.id}
          dictionary={chosen}
          owner={owner}
          mayWrite={mayWrite}
          isAdmin={isAdmin}
          voice={voice}
          onDeleted={() => {
            setParameters(addressOf(parameters, null), { replace: true });
            again();
          }}
          onRestored={again}
          onRestore={() => setAsked('deleted')}
        />
      ) : (
        <NoDictionary owner={owner} mayWrite={mayWrite} onRestore={() => setAsked('deleted')} />
      )}
      {asked === 'new' && (
        <DictionarySettings
          owner={owner}
          dictionary={null}
          onClose={() => setAsked(null)}
          onSaved={(databaseId) => {
            setAsked(null);
            setParameters(addressOf(parameters, databaseId), { replace: true });
            again();
          }}
        />
      )}
      {asked === 'deleted' && (
        <RestoreDictionaries owner={owner} onClose={() => setAsked(null)} onRestored={again} />
      )}
    </>
  );
}

type Dictionary = DictionaryListQuery['response']['dictionaries'][number];

interface DictionaryTabsProps {
  dictionaries: readonly Dictionary[];
  chosen: Dictionary | undefined;
  parameters: URLSearchParams;
}

function DictionaryTabs({ dictionaries, chosen, parameters }: DictionaryTabsProps) {
  const w = useWords(dictionariesWords);
  return (
    <Tabs label={w.tabs}>
      {dictionaries.map(({ id, databaseId, name }) => (
        <Link
          key={id}
          to={`?${addressOf(parameters, databaseId)}`}
          aria-current={id === chosen?.id ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </Tabs>
  );
}

/**
 * Returns the query string of a dictionary, without search and page of another one.
 * @param dictionary null: the first one
 */
function addressOf(parameters: URLSearchParams, dictionary: number | null): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const name of ['dictionary', 'q', 'page']) next.delete(name);
  if (dictionary !== null) next.set('dictionary', String(dictionary));
  return next;
}

interface NoDictionaryProps extends Pick<OwnerProps, 'owner' | 'mayWrite'> {
  onRestore: () => void;
}

function NoDictionary({ owner, mayWrite, onRestore }: NoDictionaryProps) {
  const w = useWords(dictionariesWords);
  const days = useRestorableDays();
  const none = w.none[owner.level === 'GLOBAL' ? 'global' : 'organization'];
  return (
    <EmptyState
      icon={IconEar}
      role="status"
      title={none.title}
      action={
        mayWrite &&
        days > 0 && (
          <Button variant="subtle" onClick={onRestore}>
            {w.restore.dictionaries}
          </Button>
        )
      }
    >
      {mayWrite ? none.text : none.textForOthers}
    </EmptyState>
  );
}

const dictionaryListQuery = graphql`
  query DictionaryListQuery($level: DictionaryLevel!, $organization: ID, $project: ID) @throwOnFieldError {
    dictionaries(level: $level, organization: $organization, project: $project) {
      id
      databaseId
      name
      ...DictionaryPanel_dictionary
    }
  }
`;
