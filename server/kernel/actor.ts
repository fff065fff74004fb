import type { PlatformRole } from '../../prisma/generated/client/enums.ts';

/** Who asks, as the credentials say; every area's function takes it first and authorises against it. */
export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'user'; userId: number; role: PlatformRole; sessionId: string }
  /** A partner's program, for one organization. */
  | { kind: 'partner'; organizationId: number; readOnly: boolean; tokenId: number }
  /** The key of an api or api_readonly source, for one project. */
  | { kind: 'key'; projectId: number; readOnly: boolean; sourceId: number }
  /** Parlance itself: jobs that act on nobody's request. */
  | { kind: 'system' };

export const anonymous: Actor = { kind: 'anonymous' };
export const system: Actor = { kind: 'system' };
