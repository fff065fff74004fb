/** Checks after each change of the page whether a player is still where it belongs. */
export type Guardian = () => void;

/** Keep the players that are outside of their containers on the page. */
export const guardians = new Set<Guardian>();
