import type { World } from '../rest/rest-calls.ts';
import type { AudienceName } from './callers.ts';

interface Row {
  may: AudienceName;
  hidden?: true;
  call?: (world: World) => string;
}

const mutation =
  (name: string, more = ''): Row['call'] =>
  ({ studioAudio: { slug } }) =>
    `mutation { ${name}(input: { slug: "${slug}"${more} }) { __typename ... on Error { message } } }`;
const form = ', text: "Else.", language: "en-US", voice: "offline:en-US-Otto"';

/** The studio is each person's own, editors' too; a plan is a person's, or a maintainer's organization's. */
export const studioOperations: Record<string, Row> = {
  'Query.signUpEnabled': { may: 'anybody' },
  'Query.organizationPlans': { may: 'anybody' },
  'Query.studio': { may: 'people' },
  'Query.studioAudio': {
    may: 'whose studio it is',
    call: ({ studioAudio }) => `{ studioAudio(slug: "${studioAudio.slug}") { slug } }`,
  },
  // Unavailable without payments; tested in tests/premium.
  'Mutation.openCheckout': { may: 'nobody without payments' },
  'Mutation.openBillingPortal': { may: 'nobody without payments' },
  // Past what may be refused to whom, the password is too short: to hash one for each takes long.
  'Mutation.signUp': {
    may: 'anybody',
    call: () =>
      'mutation { signUp(input: { email: "x@example.com", name: "X", password: "short" }) { __typename } }',
  },
  'Mutation.confirmSignUp': { may: 'anybody' },
  'Query.paymentComparisons': { may: 'administrators' },
  'Query.subscriptionIssues': { may: 'administrators' },
  'Query.reversedPayments': { may: 'administrators' },
  'Query.failedPaymentEvents': { may: 'administrators' },
  'Query.paymentInstallation': {
    may: 'administrators',
    // Without payments it is null.
    call: () => '{ timeZones paymentInstallation { isCurrent } }',
  },
  // Without payments there is no subscription to end: tests/premium.
  'Mutation.endSubscription': { may: 'nobody without payments' },
  'Mutation.retryPaymentEvents': { may: 'administrators' },
  'Mutation.claimPayments': { may: 'administrators' },
  'Mutation.createStudioAudio': { may: 'people' },
  'Mutation.updateStudioAudio': { may: 'whose studio it is', call: mutation('updateStudioAudio', form)! },
  'Mutation.deleteStudioAudio': { may: 'whose studio it is', call: mutation('deleteStudioAudio')! },
  'Mutation.restoreStudioAudio': { may: 'whose studio it is', call: mutation('restoreStudioAudio')! },
  'Mutation.shareStudioAudio': {
    may: 'whose studio it is',
    call: mutation('shareStudioAudio', ', shared: true')!,
  },
  'Mutation.readStudioPage': { may: 'people' },
  'Mutation.readStudioDocument': { may: 'people' },
  'Mutation.recordStudioRegistration': { may: 'people' },
  'Mutation.suspendAccount': { may: 'administrators' },
  'Mutation.reactivateAccount': { may: 'administrators' },
  'Subscription.studioAudio': {
    may: 'whose studio it is',
    call: ({ studioAudio }) => `subscription { studioAudio(slug: "${studioAudio.slug}") { audio { slug } } }`,
  },
  'Subscription.studioAudios': { may: 'people', call: () => 'subscription { studioAudios { __typename } }' },
};
