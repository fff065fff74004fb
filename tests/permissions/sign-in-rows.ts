import type { World } from '../rest/rest-calls.ts';
import type { AudienceName } from './callers.ts';

interface Row {
  may: AudienceName;
  hidden?: true;
  call?: (world: World) => string;
}

/** Operations of signing in, and of what concerns security. */
export const signInOperations: Record<string, Row> = {
  'Query.signInProviders': { may: 'anybody' },
  'Query.securityLog': { may: 'administrators' }, // of an organization: below
  'Mutation.requestPasswordReset': { may: 'anybody' },
  'Mutation.resetPassword': { may: 'anybody' },
  'Mutation.uploadAvatar': { may: 'people' },
  'Mutation.removeAvatar': { may: 'people' },
  'Mutation.requestEmailChange': { may: 'people' },
  'Mutation.confirmEmailChange': { may: 'anybody' },
  'Mutation.exportOwnData': { may: 'people' },
  'Mutation.deleteOwnAccount': { may: 'people' },
  'Mutation.linkIdentity': { may: 'anybody' },
  'Mutation.requestIdentityLink': { may: 'anybody' },
  'Mutation.unlinkIdentity': { may: 'people' },
  'Mutation.endSession': { may: 'people' },
  'Mutation.confirmIdentity': { may: 'people' },
  'Mutation.revealSecurityKey': { may: 'maintainers' },
  'Mutation.beginSecondFactor': { may: 'people' },
  'Mutation.confirmSecondFactor': { may: 'people' },
  'Mutation.removeSecondFactor': { may: 'people' },
  'Mutation.resetSecondFactor': { may: 'administrators' },
  'Mutation.beginPasskey': { may: 'people' },
  'Mutation.confirmPasskey': { may: 'people' },
  'Mutation.renamePasskey': { may: 'people' },
  'Mutation.removePasskey': { may: 'people' },
  'Mutation.beginPasskeySignIn': { may: 'anybody' },
  'Mutation.signInWithPasskey': { may: 'anybody' },
  'Query.secondFactorRequirement': {
    may: 'anybody',
    // Not due for any caller here.
    call: () => '{ timeZones secondFactorRequirement { isDue } }',
  },
  'Mutation.requireSecondFactor': { may: 'maintainers of the organization' },
};

const ofViewer = (selection: string): Row => ({
  may: 'people',
  hidden: true,
  call: () => `{ viewer { ${selection} } }`,
});

/** Parts of operations that are for others than the operation. */
export const signInParts: Record<string, Row> = {
  'Query.securityLog of an organization': {
    may: 'maintainers of the organization',
    call: ({ organization }) =>
      `{ securityLog(organization: "${organization.id}") { edges { node { createdAt } } } }`,
  },
  'Viewer.sessions': ofViewer('sessions { current }'),
  'Viewer.identities': ofViewer('identities { provider }'),
  'Viewer.passkeys': ofViewer('passkeys { name }'),
  'Viewer.identityProofs': ofViewer('identityProofs { password }'),
  'Viewer.secondFactor': ofViewer('secondFactor { enabled }'),
};
