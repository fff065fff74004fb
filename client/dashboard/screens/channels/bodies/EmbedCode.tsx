import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Panel } from '../../../ui/Panel.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { createdState, type ChannelFormState } from '../channel-form-state.ts';
import styles from '../ChannelForm.module.css';
import { PageCheck } from '../check/PageCheck.tsx';
import { CopyField } from '../fields/CopyField.tsx';
import { EmbedRecipes } from './EmbedRecipes.tsx';
import { embedCode } from './embed-code.ts';

/**
 * The HTML that puts the player into the publisher's pages, and a check of such a page.
 * @param article whether it can be for one article
 */
export function EmbedCode({
  form: { channel, project },
  article = false,
}: {
  form: ChannelFormState;
  article?: boolean;
}) {
  const { embed: w, problems } = useWords(channelsWords);
  const isNew = (useLocation().state as Partial<typeof createdState> | null)?.created;
  const [typed, setTyped] = useState('');
  const number = /^[1-9]\d{0,8}$/.test(typed.trim()) ? Number(typed) : null;
  const isWrong = typed.trim() !== '' && number === null;
  const code = (loader: string, slug: string) => (
    <CopyField
      label={w.code}
      copyLabel={w.copy}
      code
      focused={isNew}
      value={embedCode({ loader, slug, article: number })}
    />
  );
  return (
    <>
      <Panel title={w.title}>
        {!channel?.loaderUrl ? (
          <p className={styles.hint}>{w.later}</p>
        ) : article ? (
          <EmbedRecipes loader={channel.loaderUrl} slug={channel.slug}>
            <TextInput
              label={w.article}
              description={w.articleHint}
              className={styles.short!}
              inputMode="numeric"
              value={typed}
              error={isWrong && problems.article}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            {code(channel.loaderUrl, channel.slug)}
          </EmbedRecipes>
        ) : (
          code(channel.loaderUrl, channel.slug)
        )}
      </Panel>
      {channel?.loaderUrl && <PageCheck channel={channel.id} project={project.databaseId} />}
    </>
  );
}
