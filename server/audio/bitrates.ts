/** How sound is encoded. */
export interface EncoderProfile {
  /** Hertz. */
  sampleRate: 22_050 | 24_000 | 44_100 | 48_000;
  channels: 1 | 2;
  /** Constant bit rate, kbit/s. */
  bitrate: 64 | 128 | 256 | 320;
}

/** What every article gets. */
export const STANDARD_PROFILE: EncoderProfile = { sampleRate: 22_050, channels: 1, bitrate: 64 };

/** The same speech with twice the bits. */
export const HIGH_PROFILE: EncoderProfile = { sampleRate: 22_050, channels: 1, bitrate: 128 };

/** The high-resolution download: 320 kbit/s exists from 32 kHz on, and needs two channels to be of use. */
export const HIGH_RESOLUTION_PROFILE: EncoderProfile = { sampleRate: 44_100, channels: 2, bitrate: 320 };
