/** Of something that the organization has not booked, under its field. */
export const lockedMessage = 'This feature is not enabled in your organization. Want to unlock it?';
