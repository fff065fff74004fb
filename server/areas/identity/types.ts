import type { User } from '../../../prisma/generated/client/client.ts';
import { builder } from '../../graphql/builder.ts';

/** GraphQL types that other areas lead to, or add to. */
export const UserType = builder.objectRef<User>('User');

/** Whoever asks. It holds nothing: its fields look at the call's credentials. */
export const ViewerType = builder.objectRef<Record<never, never>>('Viewer');
