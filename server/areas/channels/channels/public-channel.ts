import type { App } from '../../../kernel/app.ts';
import type { ChannelSettings, ChannelType } from './kinds/registry.ts';
import { settingsIn } from './channel-settings.ts';

/** A channel as the public doors need it; of several types, one of those. */
export type PublicChannel<Type extends ChannelType = ChannelType> = { [One in Type]: ChannelOf<One> }[Type];

interface ChannelOf<Type extends ChannelType> {
  id: number;
  slug: string;
  type: Type;
  projectId: number;
  settings: ChannelSettings<Type>;
  revision: number;
  createdAt: Date;
  /** When its settings were last changed. */
  modifiedAt: Date;
  project: {
    name: string;
    mainUrl: string | null;
    /** BCP 47. */
    voiceLanguage: string;
    paywall: boolean;
    paywallCTA: string;
    securityEnabled: boolean;
    cover: string | null;
    organizationId: number | null;
    /** IANA name; of a private project UTC. */
    timezone: string;
  };
}

/**
 * Returns a channel of one of the types by its slug or its database id; null: there is none; 'gone': it was
 * deleted. Checks no rights: channels are public.
 */
export async function publicChannel<Type extends ChannelType>(
  app: App,
  types: Type | readonly Type[],
  idOrSlug: string,
): Promise<PublicChannel<Type> | 'gone' | null> {
  const isId = /^[1-9]\d{0,9}$/.test(idOrSlug);
  if (isId && Number(idOrSlug) > 2_147_483_647) return null;
  const row = await app.db.sql
    .selectFrom('Channel as c')
    .innerJoin('Project as p', 'p.id', 'c.projectId')
    .leftJoin('Organization as o', 'o.id', 'p.organizationId')
    .where((eb) => (isId ? eb('c.id', '=', Number(idOrSlug)) : eb('c.slug', '=', idOrSlug)))
    .select([
      'c.id',
      'c.slug',
      'c.type',
      'c.projectId',
      'c.settings',
      'c.revision',
      'c.createdAt',
      'c.modifiedAt',
      'c.deletedAt',
    ])
    .select([
      'p.name',
      'p.mainUrl',
      'p.voiceLanguage',
      'p.paywall',
      'p.paywallCTA',
      'p.securityEnabled',
      'p.cover',
      'p.organizationId',
    ])
    .select(['p.deletedAt as projectDeletedAt', 'o.timezone'])
    .executeTakeFirst();
  if (!row || ![types].flat().includes(row.type as Type)) return null;
  if (row.deletedAt !== null || row.projectDeletedAt !== null) return 'gone';
  const {
    id,
    slug,
    projectId,
    revision,
    createdAt,
    modifiedAt,
    name,
    mainUrl,
    voiceLanguage,
    paywall,
    paywallCTA,
  } = row;
  const type = row.type as Type;
  return {
    id,
    slug,
    type,
    projectId,
    settings: settingsIn(type, row.settings),
    revision,
    createdAt,
    modifiedAt,
    project: {
      name,
      mainUrl,
      voiceLanguage,
      paywall,
      paywallCTA,
      securityEnabled: row.securityEnabled,
      cover: row.cover,
      organizationId: row.organizationId,
      timezone: row.timezone ?? 'UTC',
    },
  } satisfies ChannelOf<Type> as PublicChannel<Type>;
}
