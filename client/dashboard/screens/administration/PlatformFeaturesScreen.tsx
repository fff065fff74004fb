import { graphql, usePreloadedQuery } from 'react-relay';
import type { RecordSourceSelectorProxy } from 'relay-runtime';
import type { PlatformFeaturesScreenMutation } from '../../__generated__/PlatformFeaturesScreenMutation.graphql.ts';
import type { PlatformFeaturesScreenQuery } from '../../__generated__/PlatformFeaturesScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { useAction } from '../../relay/use-action.ts';
import { Panel } from '../../ui/Panel.tsx';
import { administrationWords } from '../../generated/words/administration.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';
import { AdministrationFrame } from './AdministrationFrame.tsx';
import { FeatureSwitches, type FeatureChange } from './FeatureSwitches.tsx';
import { changeHeld } from './change-held.ts';

/** For administrators: the flags that are on for everybody. */
export default function PlatformFeaturesScreen() {
  const { platformFeatures } = usePreloadedQuery<PlatformFeaturesScreenQuery>(
    graphql`
    query PlatformFeaturesScreenQuery @preloadable @throwOnFieldError {
      platformFeatures
    }
  `,
    useLoadedQuery<PlatformFeaturesScreenQuery>(),
  );
  const { features: w, parts } = useWords(administrationWords);
  const [set] = useAction<PlatformFeaturesScreenMutation>(graphql`
    mutation PlatformFeaturesScreenMutation($input: SetPlatformFeaturesInput!) {
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
      changeHeld(store.getRoot(), 'platformFeatures', input);
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
    <AdministrationFrame>
      <Panel title={parts.features}>
        <p className={styles.note}>{w.ofAll}</p>
        <FeatureSwitches of={w.everybody} groups={['flags']} held={platformFeatures} change={change} />
      </Panel>
    </AdministrationFrame>
  );
}
