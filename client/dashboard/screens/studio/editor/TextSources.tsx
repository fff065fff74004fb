import { Button, TextInput } from '@mantine/core';
import { IconFileText, IconWorldDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { studioWords } from '../../../generated/words/studio.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './StudioForm.module.css';
import { documentKinds } from './document-file.ts';

interface TextSourcesProps {
  /** What is being read at the moment: an address or the name of a document. */
  reading: string | null;
  onAddress: (url: string) => void;
  onFile: (file: File) => void;
  /** What is wrong with the address. */
  error: string | null;
  onEdit: () => void;
}

/** Texts that are there already: on a page of the web, or in a document. */
export function TextSources({ reading, onAddress, onFile, error, onEdit }: TextSourcesProps) {
  const { source: w } = useWords(studioWords);
  const [address, setAddress] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const read = (url: string) => {
    if (reading === null) onAddress(url.trim());
  };
  return (
    <div className={styles.sources}>
      <div className={styles.address}>
        <TextInput
          aria-label={w.address}
          placeholder={w.addressHint}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={address}
          error={error}
          onChange={({ currentTarget }) => {
            setAddress(currentTarget.value);
            onEdit();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The button is inside the form that generates audio.
            event.preventDefault();
            read(address);
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text').trim();
            if (address === '' && /^https?:\/\/\S+$/.test(pasted)) {
              event.preventDefault();
              setAddress(pasted);
              read(pasted);
            }
          }}
        />
        <Button
          variant="default"
          leftSection={<IconWorldDownload size={16} />}
          disabled={reading !== null}
          onClick={() => read(address)}
        >
          {w.read}
        </Button>
      </div>
      <div className={styles.open}>
        <input
          ref={input}
          className="visually-hidden"
          type="file"
          accept={documentKinds}
          tabIndex={-1}
          aria-label={w.file}
          disabled={reading !== null}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            // The same document may be chosen again.
            currentTarget.value = '';
            if (file) onFile(file);
          }}
        />
        <Button
          variant="default"
          leftSection={<IconFileText size={16} />}
          disabled={reading !== null}
          onClick={() => input.current?.click()}
        >
          {w.file}
        </Button>
        <span className={styles.hint}>{w.kinds}</span>
      </div>
    </div>
  );
}
