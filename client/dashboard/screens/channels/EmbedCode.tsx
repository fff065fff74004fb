import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../ui/Panel.tsx';
import type { ChannelFormState } from './channel-form-state.ts';
import styles from './ChannelForm.module.css';
import { CopyField } from './CopyField.tsx';
import { embedCode } from './embed-code.ts';

/** The HTML that puts the player into the publisher's pages. @param article whether it can be for one article */
export function EmbedCode({ form: { channel }, article = false }: { form: ChannelFormState; article?: boolean }) {
  const [typed, setTyped] = useState('');
  const number = /^[1-9]\d{0,8}$/.test(typed.trim()) ? Number(typed) : null;
  const isWrong = typed.trim() !== '' && number === null;
  return (
    <Panel title="Embed code">
      {channel?.loaderUrl ? (
        <div className={styles.section}>
          {article && (
            <TextInput
              label="Article"
              description="ID of the article that is played. Empty: the article of the page, found by the page's address."
              className={styles.short!}
              inputMode="numeric"
              value={typed}
              error={isWrong && 'Must be the ID of an article: a number.'}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          )}
          <CopyField label="Code" code value={embedCode({ loader: channel.loaderUrl, slug: channel.slug, article: number })} />
        </div>
      ) : (
        <p className={styles.hint}>Once the channel is created, its code can be copied here.</p>
      )}
    </Panel>
  );
}
