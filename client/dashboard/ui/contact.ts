import { createContext, use } from 'react';

/** The address of whoever enables what is not booked; empty: nobody is signed in. */
export const ContactContext = createContext('');

/** A mail to whoever enables what is not booked. @param subject none unless given */
export function useContactLink(subject?: string): string {
  const email = use(ContactContext);
  return `mailto:${email}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`;
}
