import { graphql } from 'react-relay';
import type { PlatformFlagsSectionQuery } from '../../__generated__/PlatformFlagsSectionQuery.graphql.ts';
import { PlatformFlags } from '../administration/PlatformFlags.tsx';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

/** For administrators, on their profile: the feature flags that are on for everyone. */
export default function PlatformFlagsSection({ attempt }: { attempt: number }) {
  const { platformFeatures } = useFreshQuery<PlatformFlagsSectionQuery>(
    graphql`
    query PlatformFlagsSectionQuery @throwOnFieldError {
      platformFeatures
    }
  `,
    {},
    attempt,
  );
  return <PlatformFlags held={platformFeatures} />;
}
