import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about plans and payments. */
export const premiumMessages = declareMessages({
  PREMIUM_NOT_SET_UP: 'Upgrades aren’t available on this server.',
  PREMIUM_UNKNOWN_PLAN: 'We couldn’t find this plan.',
  PREMIUM_PLAN_OF_ORGANIZATIONS: 'This plan is for organizations.',
  PREMIUM_PLAN_OF_PERSONS: 'This plan isn’t available to organizations.',
  PREMIUM_SUBSCRIBED_ALREADY: 'You already have a plan. Change it under Manage Premium.',
  PREMIUM_NOTHING_TO_MANAGE: 'You don’t have a plan yet.',
  PREMIUM_UNREACHABLE: 'We can’t reach the payment service. Try again in a moment.',
  PREMIUM_UNKNOWN_SUBSCRIPTION: 'We couldn’t find this subscription.',
  PREMIUM_OTHER_ADDRESS:
    'Payments belong to the server at {publicUrl}. Under Payments, an administrator must confirm whether this server was moved or copied.',
  PREMIUM_TOO_MANY: 'Too many attempts. Try again later.',
});
