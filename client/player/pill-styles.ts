/** Styles of the full pill, which nobody needs before the first play. */
export { default as css } from './pill-styles.css?inline';
