import type { PlatformRole } from '../../prisma/generated/client/enums.ts';

/**
 * The caller, from the credentials. It is the first argument of every area's function, which authorizes it.
 */
export type Actor =
  /**
   * A caller without any rights; also one whose organization requires a second factor that is not set up yet.
   */
  | { kind: 'anonymous'; enrolling?: EnrollingActor }
  | { kind: 'user'; userId: number; role: PlatformRole; sessionId: string }
  /** A partner's program, for one organization. */
  | {
      kind: 'partner';
      organizationId: number;
      readOnly: boolean;
      tokenId: number;
      /** Projects that it is for; null: all of the organization. */
      projectIds: readonly number[] | null;
      /** Null: as many as programs are let make. */
      callsPerMinute: number | null;
    }
  /** The key of an api or api_readonly source, for one project. */
  | { kind: 'key'; projectId: number; readOnly: boolean; sourceId: number }
  /** Parlance itself: jobs that run without a user's request. */
  | { kind: 'system' };

/**
 * A user who signed in with a password alone where more is required: may set up a second factor, and sign
 * out.
 */
export interface EnrollingActor {
  userId: number;
  sessionId: string;
}

export const anonymous: Actor = { kind: 'anonymous' };
export const system: Actor = { kind: 'system' };

/**
 * Looks the caller up again: each event of a subscription is checked against the current rights.
 * @throws NotSignedInError once the credentials have ended
 */
export type ActorNow = () => Promise<Actor>;

/**
 * Whom limits and turns are counted for: a person with all sessions, an organization's programs, a project's,
 * or an address.
 */
export function callerOf(actor: Actor, remoteAddress: string): string {
  switch (actor.kind) {
    case 'user':
      return `user ${actor.userId}`;
    case 'partner':
      return `organization ${actor.organizationId}`;
    case 'key':
      return `project ${actor.projectId}`;
    case 'anonymous':
      return `address ${networkOf(remoteAddress)}`;
    case 'system':
      return 'system';
  }
}

/** An IPv4 address, or the 64 bits of an IPv6 address that one household or machine has to itself. */
export const networkOf = (address: string): string => blockOf(address, 4);

/** The 48 bits of an IPv6 address that one customer of a provider rents; of an IPv4 address, the address. */
export const siteNetworkOf = (address: string): string => blockOf(address, 3);

/** @param size of the block, in groups of 16 bits */
function blockOf(address: string, size: number): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !address.includes(':')) return mapped ?? address;
  const [head = '', tail] = address.split('%')[0]!.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, size)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/${16 * size}`;
}
