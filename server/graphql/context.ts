import type { Actor, ActorNow } from '../kernel/actor.ts';
import type { App } from '../kernel/app.ts';

/** Context of every resolver: the parts of the process, and the caller. */
export interface Context {
  app: App;
  actor: Actor;
  /** Looks the caller up again; for operations that outlive a call (subscriptions). */
  actorNow: ActorNow;
  /** Cookies that the answer is to set; absent where the transport has none (subscriptions). */
  cookies?: CookieJar;
  /** Tells the transport that something was refused, and after how many seconds it is worth another try. */
  refused?(retryAfter: number): void;
  /** Of a call of the compatibility layer, whose lists are as long as its documents ask for. */
  wholeLists?: true;
  /** For limits by address; empty where unknown. */
  remoteAddress: string;
  /** Self-description of a browser or program. */
  userAgent?: string | undefined;
}

/** Sets and clears the session's cookie on the answer, and keeps what tells the device. */
export interface CookieJar {
  /** Token of the session that the browser has, or had. */
  readonly session: string | undefined;
  /** What `keepLinking` gave an earlier answer. */
  readonly linking: string | undefined;
  /** What `keepSigningUp` gave an earlier answer. */
  readonly signingUp: string | undefined;
  /** What `keepDevice` gave an earlier answer. */
  readonly device: string | undefined;
  /** The language that was chosen in the browser. */
  readonly language: string | undefined;
  keepDevice(device: string): void;
  /** Has the browser keep that it signed up, so that the link which it was sent counts there. */
  keepSigningUp(secret: string): void;
  /** Has the browser keep what it needs to link an identity. */
  keepLinking(sealed: string): void;
  setSession(token: string, expiresAt: Date): void;
  clear(): void;
}

/** From where a call comes, as the security log keeps it. */
export const clientOf = ({ remoteAddress, userAgent, cookies }: Context) => ({
  remoteAddress,
  userAgent,
  language: cookies?.language,
  session: cookies?.session,
});
