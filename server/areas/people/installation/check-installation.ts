import { examineInstallation } from '../../../doctor/examine-installation.ts';
import type { CheckName, Finding, FindingState } from '../../../doctor/check-finding.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { requireAdmin } from '../../access/identity/policy.ts';

export type { CheckName, Finding, FindingState };

/** Examinations that are running, which all who ask at the same time share. */
const running = new WeakMap<App, Promise<Finding[]>>();

/**
 * Examines this installation: settings, disks, database, storage, clocks, email, speech, public address and
 * backups. Takes some seconds.
 * @throws NotSignedInError, NotAllowedError for anyone but administrators
 */
export async function checkInstallation(app: App, actor: Actor): Promise<Finding[]> {
  requireAdmin(actor);
  const shared = running.get(app) ?? examine(app).finally(() => running.delete(app));
  running.set(app, shared);
  return shared;
}

const examine = ({ config, db, storage, speech, tokens }: App): Promise<Finding[]> =>
  examineInstallation({
    config,
    database: { db, isListening: async () => db.isListening() },
    storage,
    speech: {
      providers: speech.providers.status(),
      installedVoices: speech.installed.installed.models.length,
    },
    keys: tokens,
  });
