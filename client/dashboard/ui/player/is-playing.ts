/** Whether something sounds, or is about to. The document knows, so that nobody loads a player to ask. */
export const isPlaying = (): boolean => [...document.querySelectorAll('audio')].some(({ paused }) => !paused);
