import { graphql } from 'react-relay';
import type { RecordSourceSelectorProxy } from 'relay-runtime';
import type { PlatformFlagsMutation } from '../../__generated__/PlatformFlagsMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';
import { FeatureSwitches, type FeatureChange } from './FeatureSwitches.tsx';
import { updateFeatures } from './update-features.ts';

/**
 * Shows the feature flags that are on for everyone, which the server stores.
 * @param held flags that are on
 */
export function PlatformFlags({ held }: { held: readonly string[] }) {
  const { features: w } = useWords(administrationWords);
  const [set] = useAction<PlatformFlagsMutation>(graphql`
    mutation PlatformFlagsMutation($input: SetPlatformFeaturesInput!) {
      result: setPlatformFeatures(input: $input) {
        __typename
        ... on SetPlatformFeaturesSuccess {
          features
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const change = (input: FeatureChange) => {
    const apply = (store: RecordSourceSelectorProxy) =>
      updateFeatures(store.getRoot(), 'platformFeatures', input);
    return set(
      { input },
      {
        optimisticUpdater: apply,
        updater: (store, data) => {
          if (data?.result.__typename === 'SetPlatformFeaturesSuccess') apply(store);
        },
      },
    );
  };
  return (
    <>
      <p className={styles.note}>{w.ofAll}</p>
      <FeatureSwitches of={w.everybody} groups={['flags']} held={held} change={change} />
    </>
  );
}
