/** Behind the link of the stage's invitation. */
export const invitationSecret = 'in_known';
