import { Switch } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Outcome } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import type { Feature } from '../../generated/registries.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';
import { featuresOf, type FeatureGroup } from './feature-groups.ts';

/** What is given and taken, as the mutations take it. */
export interface FeatureChange {
  on: Feature[];
  off: Feature[];
}

interface FeatureSwitchesProps {
  /** Name of the holder, as notices show it. */
  of: string;
  groups: readonly FeatureGroup[];
  held: readonly string[];
  /** Origin of features that are inherited rather than held here, by feature. */
  inherited?: Readonly<Record<string, string>>;
  change: (change: FeatureChange) => Promise<Outcome<unknown>>;
}

/** Features by their names, with what each does; a switch takes effect at once. */
export function FeatureSwitches({ of, groups, held, inherited = {}, change }: FeatureSwitchesProps) {
  const { features: w } = useWords(administrationWords);
  const { names } = useWords(organizationWords).features;
  const running = useRef(new Set<Feature>());
  const [errors, setErrors] = useState<Partial<Record<Feature, string | null>>>({});
  const set = async (feature: Feature, on: boolean) => {
    // A second click before the answer would ask for the opposite of what is seen.
    if (running.current.has(feature)) return;
    running.current.add(feature);
    setErrors((others) => ({ ...others, [feature]: null }));
    const outcome = await change(on ? { on: [feature], off: [] } : { on: [], off: [feature] });
    running.current.delete(feature);
    if (outcome.ok)
      return notify(
        on ? w.given({ feature: names[feature], to: of }) : w.taken({ feature: names[feature], from: of }),
        2000,
      );
    const [error] = Object.values(outcome.fieldErrors);
    if (error) setErrors((others) => ({ ...others, [feature]: error }));
  };
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <fieldset key={group} className={styles.group}>
          <legend className={groups.length > 1 ? undefined : 'visually-hidden'}>{w.groups[group]}</legend>
          {featuresOf(group).map((feature) => (
            <div key={feature} className={styles.feature}>
              <Switch
                label={names[feature]}
                // Otherwise the name holds the description too.
                aria-label={names[feature]}
                description={w.does[feature]}
                error={errors[feature]}
                classNames={{ description: styles.does, error: styles.does }}
                checked={held.includes(feature)}
                onChange={({ currentTarget }) => void set(feature, currentTarget.checked)}
              />
              {inherited[feature] && <span className={styles.mark}>{inherited[feature]}</span>}
            </div>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
