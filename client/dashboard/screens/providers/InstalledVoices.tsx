// oxlint-disable relay/unused-fields -- rows read what they are handed, formatStored() the notices
import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { fetchQuery, graphql, useFragment, useRelayEnvironment } from 'react-relay';
import type {
  InstalledVoices_installed$data,
  InstalledVoices_installed$key,
} from '../../__generated__/InstalledVoices_installed.graphql.ts';
import type { InstalledVoicesQuery } from '../../__generated__/InstalledVoicesQuery.graphql.ts';
import type { InstalledVoicesCancelMutation } from '../../__generated__/InstalledVoicesCancelMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { FoldingPanel, Panel } from '../../ui/Panel.tsx';
import { languageLabel } from '../../ui/format.ts';
import { providersWords } from '../../generated/words/providers.ts';
import { formatStored } from '../../words/server-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { AddVoice } from './AddVoice.tsx';
import { megabytesOf } from './megabytes.ts';
import styles from './ProvidersScreen.module.css';
import { RemoveVoice } from './RemoveVoice.tsx';
import { useInstallVoice } from './use-install-voice.ts';

/** Milliseconds between two looks while a voice is being installed. */
const progressEvery = 1_000;

/** Voice models in the server's folder, what is being installed, and what is wrong with other folders. */
export function InstalledVoices({ installed }: { installed: InstalledVoices_installed$key }) {
  const w = useWords(providersWords).installed;
  const { folder, voices, installations, problems } = useFragment(installedFragment, installed);
  const refresh = useProgress(installations.some(({ failure }) => failure == null));
  const isEmpty = voices.length + installations.length + problems.length === 0;
  const [adding, setAdding] = useState(isEmpty);
  return (
    <>
      <Panel title={w.title}>
        {isEmpty && <p>{w.empty}</p>}
        <ul className={styles.list}>
          {installations.map((one) => (
            <Installation key={one.name} installation={one} onChange={refresh} />
          ))}
          {voices.map((voice) => (
            <li key={voice.name}>
              <span className={styles.what}>
                <strong>{voice.label}</strong>
                <span>
                  {[voice.languages.map(languageLabel).join(', '), voice.license ?? w.noLicense].join(' · ')}
                </span>
                {voice.nonCommercial && <span>{w.nonCommercial}</span>}
                <div className={styles.test}>
                  <RemoveVoice voice={voice} onRemove={refresh} />
                </div>
              </span>
              <span className={styles.voices}>
                {w.speakers({ count: voice.speakers })}
                <span>{w.size({ megabytes: megabytesOf(voice.size) })}</span>
              </span>
            </li>
          ))}
          {problems.map(({ name, problem }) => (
            <li key={name}>
              <span className={styles.state} data-tone="bad">
                {w.unusable}
              </span>
              <span className={styles.what}>
                <strong>{name}</strong>
                <span>{problem}</span>
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <FoldingPanel title={w.addTitle} open={adding} onOpen={() => setAdding(true)}>
        {adding && (
          <AddVoice
            folder={folder}
            present={[...voices, ...installations.filter(({ failure }) => failure == null)].map(
              ({ name }) => name,
            )}
            onInstall={refresh}
          />
        )}
      </FoldingPanel>
    </>
  );
}

function Installation({
  installation: { name, label, size, done, failure, failureNotice },
  onChange,
}: {
  installation: InstalledVoices_installed$data['installations'][number];
  onChange: () => void;
}) {
  const w = useWords(providersWords).installed;
  const [install, installing] = useInstallVoice();
  const [cancel, canceling] = useAction<InstalledVoicesCancelMutation>(graphql`
    mutation InstalledVoicesCancelMutation($input: CancelVoiceInstallationInput!) {
      result: cancelVoiceInstallation(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const percent = Math.floor((done / Math.max(1, size)) * 100);
  return (
    <li>
      <span className={styles.state} data-tone={failure == null ? undefined : 'bad'}>
        {failure == null ? w.installing : w.failed}
      </span>
      <span className={styles.what}>
        <strong>{label}</strong>
        {failure == null ? (
          <span
            className={styles.progress}
            role="progressbar"
            aria-label={w.progressOf({ voice: label })}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
          >
            <span style={{ width: `${percent}%` }} />
          </span>
        ) : (
          <span role="alert">{formatStored(failure, failureNotice && [failureNotice])}</span>
        )}
        <span className={styles.test}>
          {failure != null && (
            <Button
              size="compact-sm"
              variant="default"
              loading={installing}
              onClick={() => void install(name).then(onChange)}
            >
              {w.again}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            loading={canceling}
            aria-label={(failure == null ? w.cancelOf : w.dismissOf)({ voice: label })}
            onClick={() => void cancel({ input: { name } }).then(onChange)}
          >
            {failure == null ? w.cancel : w.dismiss}
          </Button>
        </span>
      </span>
      {failure == null && (
        <span className={styles.voices}>
          {w.percent({ percent: percent / 100 })}
          <span>{w.doneOf({ done: megabytesOf(done), megabytes: megabytesOf(size) })}</span>
        </span>
      )}
    </li>
  );
}

/** Reloads the voices when asked, and while one is being installed. */
function useProgress(isInstalling: boolean): () => void {
  const environment = useRelayEnvironment();
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round === 0 && !isInstalling) return undefined;
    // A failed request is repeated in the next round.
    const reading = fetchQuery<InstalledVoicesQuery>(environment, refreshQuery, {}).subscribe({
      error: () => {},
    });
    return () => reading.unsubscribe();
  }, [environment, round, isInstalling]);
  useEffect(() => {
    if (!isInstalling) return undefined;
    const timer = setInterval(() => setRound((count) => count + 1), progressEvery);
    return () => clearInterval(timer);
  }, [isInstalling]);
  return useCallback(() => setRound((count) => count + 1), []);
}

const refreshQuery = graphql`
  query InstalledVoicesQuery @throwOnFieldError {
    installedVoices {
      ...InstalledVoices_installed
    }
  }
`;

const installedFragment = graphql`
  fragment InstalledVoices_installed on InstalledVoices {
    folder
    voices {
      name
      label
      languages
      speakers
      size
      license
      nonCommercial
      projects
    }
    installations {
      name
      label
      size
      done
      failure
      failureNotice {
        code
        parameters
      }
    }
    problems {
      name
      problem
    }
  }
`;
