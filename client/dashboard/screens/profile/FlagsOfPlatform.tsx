import { graphql, useLazyLoadQuery } from 'react-relay';
import type { FlagsOfPlatformQuery } from '../../__generated__/FlagsOfPlatformQuery.graphql.ts';
import { PlatformFlags } from '../administration/PlatformFlags.tsx';

/** For administrators, on their profile: what is shown to everybody. */
export default function FlagsOfPlatform({ attempt }: { attempt: number }) {
  const { platformFeatures } = useLazyLoadQuery<FlagsOfPlatformQuery>(
    graphql`
    query FlagsOfPlatformQuery @throwOnFieldError {
      platformFeatures
    }
  `,
    {},
    { fetchKey: attempt, fetchPolicy: 'store-and-network' },
  );
  return <PlatformFlags held={platformFeatures} />;
}
