import { Button, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useState } from 'react';
import { keyCaps, singleKeysOn, turnSingleKeys } from '../../ui/command-keys.ts';
import { commandGroups, usePresentCommands } from '../../ui/commands.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { paletteWords } from '../../generated/words/palette.ts';
import { uiWords } from '../../generated/words/ui.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { KeyCaps } from './KeyCaps.tsx';
import styles from './ShortcutsDialog.module.css';

/** Every command that has keys here and now: the same that the keys are looked up in. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const w = useWords(paletteWords);
  const { close } = useWords(uiWords);
  const [single, setSingle] = useState(singleKeysOn);
  const commands = usePresentCommands().filter(
    ({ keys }) => keys && (single || keyCaps(keys, w.keys).length > 1 || keys === 'Space'),
  );
  return (
    <Dialog title={w.shortcuts} opened onClose={onClose} actions={<Button onClick={onClose}>{close}</Button>}>
      {commandGroups.map((group) => {
        const inGroup = commands.filter((command) => (command.group ?? 'screen') === group);
        if (inGroup.length === 0) return null;
        return (
          <section key={group} className={styles.group}>
            <h3>{w.groups[group]}</h3>
            <dl>
              {inGroup.map(({ id, label, keys }) => (
                <div key={id}>
                  <dt>{label}</dt>
                  <dd>
                    <KeyCaps keys={keys!} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        );
      })}
      <Switch
        label={w.singleKeys}
        description={w.singleKeysHint}
        checked={single}
        onChange={({ currentTarget: { checked } }) => {
          turnSingleKeys(checked);
          setSingle(checked);
        }}
      />
    </Dialog>
  );
}
