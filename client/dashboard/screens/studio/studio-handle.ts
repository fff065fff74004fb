/** Description of a screen by its route, for the frame around it. */
export interface StudioHandle {
  /** Where one is, below the dashboard. */
  crumb: 'newAudio' | 'editAudio' | 'profileTitle';
}
