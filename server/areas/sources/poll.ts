import type { Source } from '../../../prisma/generated/client/client.ts';
import type { Actor } from '../access.ts';
import type { App } from '../app.ts';
import { accessSource } from './sources.ts';
import { policy } from './policy.ts';

export async function pollSource(app: App, actor: Actor, id: number): Promise<Source> {
  const { source } = await accessSource(app.db, actor, id, policy.pollSource);
  return source;
}
