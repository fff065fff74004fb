import type { App } from '../../../server/kernel/app.ts';
import type { Newsroom } from '../../support/factories.ts';
import type { ServerProcess } from '../../support/process.ts';
import type { Site } from '../../support/site.ts';
import type { Figure } from '../figure.ts';

/**
 * Attack of a caller on the running server. Each has a separate file in this folder, and a line in
 * `attack-figures.ts` above.
 */
export interface Attack {
  /** As the table says it, in a few words. */
  name: string;
  /** Default `embedded`. */
  database?: 'embedded' | 'PostgreSQL';
  /** Additional environment variables of the server. */
  env?: Record<string, string>;
  /** Makes what has to be in the database before the server starts, beside the two newsrooms. */
  prepare?(app: App, tenants: Tenants): Promise<void>;
  /**
   * The attack. From its beginning to two seconds after its end the server is watched. @returns figures of
   * its own
   */
  run(stage: Stage): Promise<Figure[] | void>;
}

/** An organization with a project, and what its people and programs call with. */
export interface Tenant {
  room: Newsroom;
  /** Bearer tokens of sessions. */
  tokens: Record<'maintainer' | 'editor' | 'viewer' | 'outsider' | 'admin', string>;
  /** A read-only key of the project, a key that may write, and the organization's token. */
  credentials: Record<'readOnlyKey' | 'key' | 'partner', string>;
}

/** Attacker, and another tenant with 20 articles who works during the attack. */
export interface Tenants {
  attacker: Tenant;
  other: Tenant;
}

export interface Stage extends Tenants {
  url: string;
  server: ServerProcess;
  /** A publisher's site that the server may fetch from. */
  site: Site;
  /** Where the database is, if it is PostgreSQL. */
  databaseUrl: string | undefined;
  /** 1 for the attack in full, less for a try. */
  scale: number;
}
