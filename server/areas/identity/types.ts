import { builder } from '../../graphql/builder.ts';

/** GraphQL types that other areas lead to, or add to. */
export const UserType = builder.prismaObject('User', {
  description: 'A person with an account.',
  select: { id: true },
});

/** Whoever asks. It holds nothing: its fields look at the call's credentials. */
export const ViewerType = builder.objectRef<Record<never, never>>('Viewer');
