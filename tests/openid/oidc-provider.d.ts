/** Types of the provider as far as the tests use it; it ships none. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export default class Provider {
    constructor(issuer: string, configuration: object);
    use(middleware: (ctx: any, next: () => Promise<void>) => Promise<unknown>): void;
    callback(): RequestListener;
    interactionDetails(
      request: unknown,
      response: unknown,
    ): Promise<{
      prompt: { name: string };
      params: Record<string, unknown>;
      session?: { accountId: string };
      grantId?: string;
    }>;
    interactionFinished(request: unknown, response: unknown, result: object, options: object): Promise<void>;
    Grant: {
      new (properties: { accountId: string; clientId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
  }
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
}
