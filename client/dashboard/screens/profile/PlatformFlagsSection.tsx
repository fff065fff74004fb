import { graphql, useLazyLoadQuery } from 'react-relay';
import type { PlatformFlagsSectionQuery } from '../../__generated__/PlatformFlagsSectionQuery.graphql.ts';
import { PlatformFlags } from '../administration/PlatformFlags.tsx';

/** For administrators, on their profile: the feature flags that are on for everyone. */
export default function PlatformFlagsSection({ attempt }: { attempt: number }) {
  const { platformFeatures } = useLazyLoadQuery<PlatformFlagsSectionQuery>(
    graphql`
    query PlatformFlagsSectionQuery @throwOnFieldError {
      platformFeatures
    }
  `,
    {},
    { fetchKey: attempt, fetchPolicy: 'store-and-network' },
  );
  return <PlatformFlags held={platformFeatures} />;
}
