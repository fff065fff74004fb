import { graphql, usePreloadedQuery } from 'react-relay';
import type { PlatformFeaturesScreenQuery } from '../../__generated__/PlatformFeaturesScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { Panel } from '../../ui/Panel.tsx';
import { administrationWords } from '../../generated/words/administration.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { AdministrationFrame } from './AdministrationFrame.tsx';
import { PlatformFlags } from './PlatformFlags.tsx';

/** For administrators: the feature flags that are on for everyone. */
export default function PlatformFeaturesScreen() {
  const { platformFeatures } = usePreloadedQuery<PlatformFeaturesScreenQuery>(
    graphql`
    query PlatformFeaturesScreenQuery @preloadable @throwOnFieldError {
      platformFeatures
    }
  `,
    useLoadedQuery<PlatformFeaturesScreenQuery>(),
  );
  const { parts } = useWords(administrationWords);
  return (
    <AdministrationFrame>
      <Panel title={parts.features}>
        <PlatformFlags held={platformFeatures} />
      </Panel>
    </AdministrationFrame>
  );
}
