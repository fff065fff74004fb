import { graphql, usePreloadedQuery } from 'react-relay';
import type { SecurityLogScreenQuery } from '../../__generated__/SecurityLogScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { Panel } from '../../ui/Panel.tsx';
import { securityLogWords } from '../../generated/words/securityLog.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { SecurityRecords } from '../security-log/SecurityRecords.tsx';
import { AdministrationFrame } from './AdministrationFrame.tsx';

/** For administrators: what concerned security, everywhere. */
export default function SecurityLogScreen() {
  const query = usePreloadedQuery<SecurityLogScreenQuery>(
    graphql`
    query SecurityLogScreenQuery @preloadable @throwOnFieldError {
      ...SecurityRecords_query
    }
  `,
    useLoadedQuery<SecurityLogScreenQuery>(),
  );
  const w = useWords(securityLogWords);
  return (
    <AdministrationFrame>
      <Panel title={w.title}>
        <SecurityRecords query={query} />
      </Panel>
    </AdministrationFrame>
  );
}
