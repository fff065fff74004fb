import failingItemsQuery from '../../__generated__/FailingItemsScreenQuery$parameters.ts';
import featuresQuery from '../../__generated__/PlatformFeaturesScreenQuery$parameters.ts';
import logQuery from '../../__generated__/AdministrationLogScreenQuery$parameters.ts';
import mailQuery from '../../__generated__/MailScreenQuery$parameters.ts';
import organizationQuery from '../../__generated__/AdministeredOrganizationScreenQuery$parameters.ts';
import organizationsQuery from '../../__generated__/OrganizationsScreenQuery$parameters.ts';
import paymentsQuery from '../../__generated__/PaymentsScreenQuery$parameters.ts';
import peopleQuery from '../../__generated__/PeopleScreenQuery$parameters.ts';
import personQuery from '../../__generated__/AdministeredPersonScreenQuery$parameters.ts';
import projectQuery from '../../__generated__/AdministeredProjectScreenQuery$parameters.ts';
import securityQuery from '../../__generated__/SecurityLogScreenQuery$parameters.ts';
import systemQuery from '../../__generated__/SystemScreenQuery$parameters.ts';

/** Queries of the administration's screens. They are separate from their routes, which everyone loads. */
export const administrationQueries = {
  failingItems: failingItemsQuery,
  features: featuresQuery,
  log: logQuery,
  mail: mailQuery,
  organization: organizationQuery,
  organizations: organizationsQuery,
  payments: paymentsQuery,
  people: peopleQuery,
  person: personQuery,
  project: projectQuery,
  security: securityQuery,
  system: systemQuery,
};
