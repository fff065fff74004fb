import { Button, Tabs } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../ChannelForm.module.css';
import { CopyField } from '../fields/CopyField.tsx';
import { recipeCode, recipeNames, type RecipeName } from './embed-recipes.ts';

interface EmbedRecipesProps {
  /** Address of the player's script. */
  loader: string;
  /** Of the channel. */
  slug: string;
  /** The recipe for plain HTML, whose code can name an article. */
  children: ReactNode;
}

/** How the player gets into the pages of the systems that publishers use, with the channel's own code. */
export function EmbedRecipes({ loader, slug, children }: EmbedRecipesProps) {
  const {
    embed: { recipes: w },
  } = useWords(channelsWords);
  const [shown, setShown] = useState<string | null>('html');
  return (
    <Tabs value={shown} onChange={setShown} keepMounted={false}>
      <Tabs.List aria-label={w.label}>
        {recipeNames.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {w.names[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="html" className={styles.recipe!}>
        {children}
      </Tabs.Panel>
      {recipeNames
        .filter((name) => name !== 'html')
        .map((name) => (
          <Tabs.Panel key={name} value={name} className={styles.recipe!}>
            <p className={styles.hint}>{w.hints[name]}</p>
            {name === 'wordpress' ? (
              <WordPress loader={loader} />
            ) : (
              recipeCode(name, { loader, slug }).map((code, index) => (
                <CopyField key={index} label={blockLabel(w.blocks, name, index)} code value={code} />
              ))
            )}
          </Tabs.Panel>
        ))}
    </Tabs>
  );
}

const blockLabel = (labels: Readonly<Record<string, string>>, name: RecipeName, index: number): string =>
  labels[`${name}${index + 1}`] ?? name;

/** The plugin to download, and what to enter in it. */
function WordPress({ loader }: { loader: string }) {
  const {
    embed: { recipes: w },
  } = useWords(channelsWords);
  const server = loader.replace(/\/player\/loader\.js$/, '');
  return (
    <>
      <div>
        <Button
          component="a"
          href={`${server}/wordpress/parlance.zip`}
          download
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          {w.download}
        </Button>
      </div>
      <p className={styles.hint}>{w.install}</p>
      <CopyField label={w.server} value={server} />
    </>
  );
}
