/**
 * Returns whether something plays or is about to. It checks the document, so that the player's code need not
 * be loaded.
 */
export const isPlaying = (): boolean => [...document.querySelectorAll('audio')].some(({ paused }) => !paused);
