import { graphql, usePreloadedQuery } from 'react-relay';
import type { AdministrationLogScreenQuery } from '../../__generated__/AdministrationLogScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { Panel } from '../../ui/Panel.tsx';
import { administrationWords } from '../../generated/words/administration.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { AdministrationFrame } from './AdministrationFrame.tsx';
import { AdministrationRecords } from './AdministrationRecords.tsx';

/** For administrators: who of them did what, and why. */
export default function AdministrationLogScreen() {
  const query = usePreloadedQuery<AdministrationLogScreenQuery>(
    graphql`
    query AdministrationLogScreenQuery @preloadable @throwOnFieldError {
      ...AdministrationRecords_query
    }
  `,
    useLoadedQuery<AdministrationLogScreenQuery>(),
  );
  const { log: w } = useWords(administrationWords);
  return (
    <AdministrationFrame>
      <Panel title={w.title}>
        <AdministrationRecords query={query} none={w.none} />
      </Panel>
    </AdministrationFrame>
  );
}
