import { graphql, usePreloadedQuery } from 'react-relay';
import type { SystemScreenQuery } from '../../__generated__/SystemScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import styles from './Administration.module.css';
import { AdministrationFrame } from './AdministrationFrame.tsx';
import { Backups } from './Backups.tsx';
import { InstallationChecks } from './InstallationChecks.tsx';

/** For administrators: whether this installation is well, and its backups. */
export default function SystemScreen() {
  const { installationBackups } = usePreloadedQuery<SystemScreenQuery>(
    graphql`
      query SystemScreenQuery @preloadable @throwOnFieldError {
        installationBackups {
          ...Backups_backups
        }
      }
    `,
    useLoadedQuery<SystemScreenQuery>(),
  );
  return (
    <AdministrationFrame>
      <div className={styles.parts}>
        <InstallationChecks />
        <Backups backups={installationBackups} />
      </div>
    </AdministrationFrame>
  );
}
