import { createContext, use } from 'react';

/** Email address of the contact who enables features that are not booked; empty: signed out. */
export const ContactContext = createContext('');

/**
 * Returns a mailto link to the contact who enables features that are not booked.
 * @param subject none unless given
 */
export function useContactLink(subject?: string): string {
  const email = use(ContactContext);
  return `mailto:${email}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`;
}
