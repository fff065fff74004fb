/** What each screen of the administration asks; apart from their routes, which everybody loads. */
export { default as featuresQuery } from '../../__generated__/PlatformFeaturesScreenQuery$parameters.ts';
export { default as logQuery } from '../../__generated__/AdministrationLogScreenQuery$parameters.ts';
export { default as mailQuery } from '../../__generated__/MailScreenQuery$parameters.ts';
export { default as organizationQuery } from '../../__generated__/AdministeredOrganizationScreenQuery$parameters.ts';
export { default as organizationsQuery } from '../../__generated__/OrganizationsScreenQuery$parameters.ts';
export { default as peopleQuery } from '../../__generated__/PeopleScreenQuery$parameters.ts';
export { default as personQuery } from '../../__generated__/AdministeredPersonScreenQuery$parameters.ts';
export { default as projectQuery } from '../../__generated__/AdministeredProjectScreenQuery$parameters.ts';
export { default as securityQuery } from '../../__generated__/SecurityLogScreenQuery$parameters.ts';
