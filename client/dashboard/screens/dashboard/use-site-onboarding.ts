// oxlint-disable relay/unused-fields -- what is found is handed to SiteOnboarding, which shows it
import { useEffect, useState } from 'react';
import { fetchQuery, graphql, requestSubscription, useRelayEnvironment } from 'react-relay';
import type { useSiteOnboardingQuery } from '../../__generated__/useSiteOnboardingQuery.graphql.ts';
import type {
  useSiteOnboardingSubscription,
  useSiteOnboardingSubscription$data,
} from '../../__generated__/useSiteOnboardingSubscription.graphql.ts';
import { connectionState } from '../../relay/connection.ts';
import { failureMessage } from '../../relay/failures.ts';

export type OnboardingSite = useSiteOnboardingSubscription$data['siteOnboarding'];

/**
 * Time after which a notice says that it takes long, and after which a socket that never opened is given up,
 * milliseconds.
 */
const slowAfter = 6_000;
const socketPatience = 4_000;

/**
 * What is found out about an address, as it comes in. Where no socket can be had it comes in one piece.
 * @returns `failure`: why nothing can be found out, in words
 */
export function useSiteOnboarding(address: string): {
  look: OnboardingSite | null;
  failure: string | null;
  slow: boolean;
} {
  const environment = useRelayEnvironment();
  const [look, setLook] = useState<OnboardingSite | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    let told = false;
    let ended = false;
    let asked: { unsubscribe: () => void } | null = null;
    const timers = [setTimeout(() => setSlow(true), slowAfter)];
    const askOnce = () => {
      if (told || asked || ended) return;
      watching.dispose();
      asked = fetchQuery<useSiteOnboardingQuery>(
        environment,
        graphql`
          query useSiteOnboardingQuery($url: String!) @throwOnFieldError {
            siteOnboarding(url: $url) {
              ...useSiteOnboarding_look @relay(mask: false)
            }
          }
        `,
        { url: address },
        { fetchPolicy: 'network-only' },
      ).subscribe({
        next: ({ siteOnboarding }) => setLook(siteOnboarding),
        error: (error: unknown) => setFailure(failureMessage(error).message),
      });
    };
    const watching = requestSubscription<useSiteOnboardingSubscription>(environment, {
      subscription: graphql`
        subscription useSiteOnboardingSubscription($url: String!) {
          siteOnboarding(url: $url) {
            ...useSiteOnboarding_look @relay(mask: false)
          }
        }
      `,
      variables: { url: address },
      onNext: (data) => {
        if (!data || ended) return;
        told = true;
        setLook(data.siteOnboarding);
      },
      // The socket tells no reason; the same, asked once, does.
      onError: askOnce,
    });
    timers.push(setTimeout(() => !connectionState().live && askOnce(), socketPatience));
    return () => {
      ended = true;
      for (const timer of timers) clearTimeout(timer);
      watching.dispose();
      asked?.unsubscribe();
    };
  }, [environment, address]);
  return { look, failure, slow: slow && !look?.done };
}

/** What both ways ask for. */
export const siteFragment = graphql`
  fragment useSiteOnboarding_look on SiteOnboarding {
    site
    name
    language
    feeds {
      url
      title
    }
    sitemap
    source {
      type
      url
    }
    voice {
      name
      label
      language
    }
    articles {
      url
      title
      excerpt
      opening
      characters
      durationMs
      isGiven
      isInSource
      problem {
        kind
      }
    }
    problem {
      kind
    }
    done
  }
`;
