/** What the route of a screen says of it to the frame around it. */
export interface StudioHandle {
  /** Where one is, below the dashboard. */
  crumb: 'newAudio' | 'editAudio' | 'profileTitle';
}
