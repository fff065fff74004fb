import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about plans and payments. */
export const premiumMessages = declareMessages({
  PREMIUM_NOT_SET_UP: 'Upgrades are not set up here.',
  PREMIUM_UNKNOWN_PLAN: 'There is no such plan.',
  PREMIUM_PLAN_OF_ORGANIZATIONS: 'This plan is bought for an organization.',
  PREMIUM_PLAN_OF_PERSONS: 'This plan is not sold to organizations.',
  PREMIUM_SUBSCRIBED_ALREADY: 'You have a plan already. Change it under Manage Premium.',
  PREMIUM_NOTHING_TO_MANAGE: 'You have no plan to manage yet.',
  PREMIUM_UNREACHABLE: 'The payment service cannot be reached right now. Try again in a moment.',
  PREMIUM_UNKNOWN_SUBSCRIPTION: 'There is no such subscription.',
  PREMIUM_OTHER_ADDRESS:
    'Payments belong to the server at {publicUrl}. An administrator has to say under Payments whether this server has moved or is a copy.',
  PREMIUM_TOO_MANY: 'Too many attempts. Please try again later.',
});
