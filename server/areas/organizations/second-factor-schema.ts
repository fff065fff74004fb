import { builder } from '../../graphql/builder.ts';
import { whenceOf } from '../../graphql/context.ts';
import { accessErrors } from '../../graphql/error-types.ts';
import { databaseId } from '../../graphql/ids.ts';
import { ValidationError } from '../../kernel/errors.ts';
import {
  readSecondFactorDemand,
  requireSecondFactor,
  type SecondFactorDemand,
} from './second-factor-demand.ts';
import { OrganizationType } from './types.ts';

const SecondFactorDemandType = builder
  .objectRef<SecondFactorDemand>('SecondFactorDemand')
  .implement({
    description: 'A second factor or a passkey that organizations ask the caller for, who has neither.',
    fields: (t) => ({
      organizations: t.exposeStringList('organizations', {
        description: 'Names of the organizations, sorted alphabetically.',
      }),
      from: t.expose('from', {
        type: 'DateTime',
        description: 'From when the caller can do nothing else before it is set up.',
      }),
      isDue: t.exposeBoolean('isDue', {
        description: 'Whether that is so now: everything else answers as if nobody was signed in.',
      }),
      email: t.exposeString('email', { description: 'E-mail address of the account.' }),
      hasPassword: t.exposeBoolean('hasPassword', {
        description: 'Whether the account has a password, which setting one up asks for.',
      }),
    }),
  });

builder.queryField('secondFactorDemand', (t) =>
  t.field({
    type: SecondFactorDemandType,
    nullable: true,
    description:
      'What organizations ask of whoever is signed in with a password. Null when nobody is, when nothing is asked for, and when it is ' +
      'there.',
    resolve: (_, __, { app, actor }) => readSecondFactorDemand(app, actor),
  }),
);

builder.prismaObjectField(OrganizationType, 'secondFactorFrom', (t) =>
  t.expose('secondFactorFrom', {
    type: 'DateTime',
    nullable: true,
    description:
      'From when its members need a second factor or a passkey to get in. Null when they need none.',
  }),
);

builder.relayMutationField(
  'requireSecondFactor',
  {
    description: 'The organization, and what it asks for.',
    inputFields: (t) => ({
      organization: t.id({ description: 'Global ID or database ID of the organization.' }),
      required: t.boolean({ description: 'Whether members need a second factor or a passkey.' }),
      graceDays: t.int({
        required: false,
        description: 'Days that members have to set one up: 0 to 90. Defaults to 14.',
      }),
    }),
  },
  {
    description:
      'Has an organization ask its members for a second factor or a passkey. Those who lack it are told by mail; whoever signs in ' +
      'without one after these days sets it up before anything else. Sign-ins by an OpenID provider are not concerned, nor is the last ' +
      'administrator of the platform. Requires the maintainer role in the organization.',
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, context) => {
      const organizationId = databaseId('Organization', input.organization);
      await requireSecondFactor(context.app, context.actor, {
        organizationId,
        required: input.required,
        graceDays: input.graceDays ?? 14,
        ...whenceOf(context),
      });
      return { organization: { id: organizationId } };
    },
  },
  {
    name: 'RequireSecondFactorSuccess',
    description: 'The organization asks for what was chosen.',
    outputFields: (t) => ({
      organization: t.expose('organization', { type: OrganizationType, description: 'The organization.' }),
    }),
  },
);
