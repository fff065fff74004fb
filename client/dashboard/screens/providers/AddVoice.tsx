// oxlint-disable relay/unused-fields -- voices are handed whole to the dialog, notices to formatStored()
import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { AddVoiceLicenseQuery } from '../../__generated__/AddVoiceLicenseQuery.graphql.ts';
import type { AddVoiceQuery } from '../../__generated__/AddVoiceQuery.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { SearchSelect } from '../../ui/forms/SearchSelect.tsx';
import { languageLabel } from '../../ui/format.ts';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { code } from '../../ui/rich-text.tsx';
import { providersWords } from '../../generated/words/providers.ts';
import { useLanguage } from '../../words/language.ts';
import { formatStored } from '../../words/server-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { VoiceLicense } from '../voices/VoiceLicense.tsx';
import { languageOptions } from '../voices/language-options.ts';
import { megabytesOf } from './megabytes.ts';
import styles from './ProvidersScreen.module.css';
import { useInstallVoice } from './use-install-voice.ts';

interface AddVoiceProps {
  /** Path of the voices folder on the server. */
  folder: string;
  /** Names of voices that are installed or being installed. */
  present: readonly string[];
  onInstall: () => void;
}

type Voice = AddVoiceQuery['response']['voiceIndex']['voices'][number];

/** What the index offers, by language; without a connection, what to copy where. */
export function AddVoice(props: AddVoiceProps) {
  const w = useWords(providersWords).installed;
  return (
    <Part what={w.index} waiting={<Bar height={150} />}>
      {(attempt) => <Index {...props} attempt={attempt} />}
    </Part>
  );
}

function Index({ folder, present, onInstall, attempt }: AddVoiceProps & { attempt: number }) {
  const w = useWords(providersWords).installed;
  const shown = useLanguage();
  const [round, setRound] = useState(0);
  const { voiceIndex } = useLazyLoadQuery<AddVoiceQuery>(
    indexQuery,
    {},
    { fetchKey: `${attempt}.${round}`, fetchPolicy: 'network-only' },
  );
  const { address, languages, voices, tooLarge, problem, problemNotice } = voiceIndex;
  const [picked, setPicked] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Voice | null>(null);
  const language = picked ?? languages.find((one) => one.startsWith(shown.slice(0, 2))) ?? languages[0];
  const offline = <p className={styles.hint}>{w.offline({ address, folder, code })}</p>;
  if (problem != null)
    return (
      <div className={styles.index}>
        <p role="alert">{formatStored(problem, problemNotice && [problemNotice])}</p>
        {offline}
        <div>
          <Button size="compact-sm" variant="default" onClick={() => setRound(round + 1)}>
            {w.again}
          </Button>
        </div>
      </div>
    );
  return (
    <div className={styles.index}>
      <SearchSelect
        label={w.language}
        nothingFoundMessage={w.noLanguage}
        data={languageOptions(languages.map((one) => ({ language: one })))}
        value={language ?? null}
        onChange={setPicked}
      />
      <ul className={styles.list}>
        {voices
          .filter((voice) => voice.language === language)
          .map((voice) => (
            <li key={voice.name}>
              <span className={styles.what}>
                <strong>{voice.label}</strong>
                <span>
                  {[w.size({ megabytes: megabytesOf(voice.size) }), voice.license]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {present.includes(voice.name) ? (
                <span className={styles.voices}>{w.present}</span>
              ) : (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={w.installOf({ voice: voice.label })}
                  onClick={() => setChosen(voice)}
                >
                  {w.install}
                </Button>
              )}
            </li>
          ))}
      </ul>
      {tooLarge.length > 0 && <p className={styles.hint}>{w.tooLarge({ voices: tooLarge.join(', ') })}</p>}
      {offline}
      {chosen && <Confirm voice={chosen} onInstall={onInstall} onClose={() => setChosen(null)} />}
    </div>
  );
}

/** Shows size and license before anything is downloaded. */
function Confirm({
  voice,
  onInstall,
  onClose,
}: {
  voice: Voice;
  onInstall: () => void;
  onClose: () => void;
}) {
  const w = useWords(providersWords).installed;
  const [install, busy] = useInstallVoice();
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    const problem = await install(voice.name);
    setError(problem);
    if (problem !== null) return;
    onInstall();
    onClose();
  };
  return (
    <Dialog
      title={w.installTitle({ voice: voice.label })}
      opened
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {w.cancel}
          </Button>
          <Button loading={busy} onClick={() => void confirm()}>
            {w.install}
          </Button>
        </>
      }
    >
      <p>{w.installText({ language: languageLabel(voice.language), megabytes: megabytesOf(voice.size) })}</p>
      <Part what={w.license} waiting={<Bar height={20} />}>
        {(attempt) => <License name={voice.name} attempt={attempt} />}
      </Part>
      <FieldError>{error}</FieldError>
    </Dialog>
  );
}

function License({ name, attempt }: { name: string; attempt: number }) {
  const w = useWords(providersWords).installed;
  const { indexedVoiceLicense: license } = useLazyLoadQuery<AddVoiceLicenseQuery>(
    licenseQuery,
    { name },
    { fetchKey: attempt },
  );
  return license ? <VoiceLicense license={license} /> : <p className={styles.hint}>{w.askPublisher}</p>;
}

const indexQuery = graphql`
  query AddVoiceQuery @throwOnFieldError {
    voiceIndex {
      address
      languages
      voices {
        name
        label
        language
        size
        license
      }
      tooLarge
      problem
      problemNotice {
        code
        parameters
      }
    }
  }
`;

const licenseQuery = graphql`
  query AddVoiceLicenseQuery($name: String!) @throwOnFieldError {
    indexedVoiceLicense(name: $name) {
      ...VoiceLicense_license
    }
  }
`;
