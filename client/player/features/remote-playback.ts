import type { Feature } from './feature.ts';

/** Safari's own way, before and beside the Remote Playback API. */
interface SafariAudio extends HTMLAudioElement {
  webkitShowPlaybackTargetPicker?(): void;
}

/**
 * Plays on another device, by the Remote Playback API (Cast) or AirPlay. It is offered while the browser
 * knows of a device.
 */
export const remotePlayback: Feature = ({ store, words, guard }) => {
  const media = store.media as SafariAudio;
  let isAvailable = false;
  const airPlay = media.webkitShowPlaybackTargetPicker;
  const onAvailability = (event: Event): void => {
    isAvailable = (event as Event & { availability?: string }).availability === 'available';
  };
  let watch: number | undefined;
  if (airPlay) media.addEventListener('webkitplaybacktargetavailabilitychanged', onAvailability);
  else
    media.remote
      ?.watchAvailability((available) => (isAvailable = available))
      .then((id) => (watch = id))
      .catch(() => {
        // A browser that does not watch in the background may still have a device: it asks at the click.
        isAvailable = true;
      });
  const prompt = guard(async () => {
    if (airPlay) return airPlay.call(media);
    // The listener may choose no device.
    await media.remote.prompt().catch(() => {});
  });
  return {
    menu: () => (isAvailable && store.item.audio ? [{ label: words.cast, act: prompt }] : []),
    end() {
      media.removeEventListener('webkitplaybacktargetavailabilitychanged', onAvailability);
      if (watch !== undefined) media.remote.cancelWatchAvailability(watch).catch(() => {});
    },
  };
};
