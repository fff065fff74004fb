import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { lazy, useEffect, useRef, useState } from 'react';
import { Part } from '../../relay/Part.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import { hiddenFeatures, showHiddenFeature, useHiddenFeatures } from './hidden-features.ts';
import styles from './ProfileScreen.module.css';
import { VerifiedOrganization } from './VerifiedOrganization.tsx';

/** Loaded when it is opened: it describes what each flag does. */
const PlatformFlagsSection = lazy(() => withWords(import('./PlatformFlagsSection.tsx')));

/** Milliseconds for which the confirmation of a switch is shown. */
const savedMs = 3000;

/** For administrators: extra features in this browser, and organizations that pay by invoice. */
export function AdministratorSettings() {
  const { administrator: w } = useWords(profileWords);
  const shown = useHiddenFeatures();
  const [savedAt, setSavedAt] = useState(0);
  const [creating, setCreating] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (savedAt === 0) return;
    const timer = setTimeout(() => setSavedAt(0), savedMs);
    return () => clearTimeout(timer);
  }, [savedAt]);
  return (
    <Panel title={w.title}>
      <section className={styles.fields} aria-labelledby="hidden-features">
        <h3 id="hidden-features" className={styles.subtitle}>
          {w.hidden}
          <span role="status">{savedAt > 0 && <span className={styles.mark}>{w.saved}</span>}</span>
        </h3>
        <p className={styles.note}>{w.about}</p>
        {hiddenFeatures.map((feature) => (
          <Checkbox
            key={feature}
            label={w.features[feature]}
            checked={shown.has(feature)}
            onChange={(event) => {
              if (showHiddenFeature(feature, event.currentTarget.checked)) setSavedAt(Date.now());
            }}
          />
        ))}
        <h3 className={styles.subtitle}>{w.flags}</h3>
        <Part what={w.flagsWhat} waiting={<Bar height={120} />}>
          {(attempt) => <PlatformFlagsSection attempt={attempt} />}
        </Part>
        <h3 className={styles.subtitle}>{w.organizations}</h3>
        <div>
          <Button ref={trigger} variant="default" onClick={() => setCreating(true)}>
            {w.create}
          </Button>
        </div>
      </section>
      {creating && <VerifiedOrganization trigger={trigger} onClose={() => setCreating(false)} />}
    </Panel>
  );
}
