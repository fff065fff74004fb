import {
  IconAlertTriangle,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
} from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { uiWords } from '../../generated/words/ui.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { player, usePlayer } from './player.ts';
import { formatTime, speeds, type Track } from './player-store.ts';
import styles from './Player.module.css';
import { Waveform } from './Waveform.tsx';

const step = 10;

interface PlayerProps {
  track: Track;
  label?: string;
  /** Loudness over time, drawn behind the position: 0 to 255. Empty: not known yet; absent: a plain line. */
  waveform?: readonly number[] | undefined;
}

/** Plays one track: start and pause, seeking by pointer and keyboard, speed. */
export function Player({ track, label, waveform }: PlayerProps) {
  const { player: w } = useWords(uiWords);
  const state = usePlayer();
  const on = state.track?.id === track.id && state.track.url === track.url;
  const playing = on && (state.status === 'playing' || state.status === 'loading');
  const failed = on && state.status === 'failed';
  const time = on ? state.time : 0;
  const duration = on && state.duration > 0 ? state.duration : track.durationMs / 1000;

  const seek = (seconds: number) => {
    if (on) player.seek(seconds);
    else player.playFrom(track, seconds);
  };
  const keys = (event: KeyboardEvent) => {
    // The slider and the speed have their own keys.
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (event.key === 'ArrowLeft') seek(time - step);
    else if (event.key === 'ArrowRight') seek(time + step);
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys for what is in it */}
      <div
        className={styles.player}
        data-wave={waveform ? '' : undefined}
        role="group"
        aria-label={label ?? w.label}
        onKeyDown={keys}
      >
        <button
          type="button"
          className={styles.play}
          onClick={() => player.toggle(track)}
          aria-label={playing ? w.pause : w.play}
        >
          {playing ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
        </button>
        <button type="button" className={styles.step} onClick={() => seek(time - step)} aria-label={w.back}>
          <IconRewindBackward10 size={19} stroke={1.6} />
        </button>
        <button
          type="button"
          className={styles.step}
          onClick={() => seek(time + step)}
          aria-label={w.forward}
        >
          <IconRewindForward10 size={19} stroke={1.6} />
        </button>
        <span className={styles.time}>{formatTime(time)}</span>
        <Timeline time={time} duration={duration} waveform={waveform} onSeek={seek} />
        {/* As in lists: what a browser measures of a compressed file differs by a fraction of a second. */}
        <span className={styles.time}>
          {formatTime(track.durationMs > 0 ? track.durationMs / 1000 : duration)}
        </span>
        <select
          className={styles.speed}
          value={state.speed}
          onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}
          aria-label={w.speed}
        >
          {speeds.map((speed) => (
            <option key={speed} value={speed}>
              {speed}×
            </option>
          ))}
        </select>
        {failed && (
          <p className={styles.failure} role="alert">
            <IconAlertTriangle size={15} /> {w.failed}
          </p>
        )}
      </div>
    </div>
  );
}

interface TimelineProps {
  /** Seconds. */
  time: number;
  duration: number;
  waveform: readonly number[] | undefined;
  onSeek: (seconds: number) => void;
}

/** The position in the track, as a slider over its waveform. */
function Timeline({ time, duration, waveform, onSeek }: TimelineProps) {
  const { player: w } = useWords(uiWords);
  const played = duration > 0 ? time / duration : 0;
  return (
    <div className={styles.place}>
      {waveform && <Waveform levels={waveform} played={played} />}
      <input
        className={styles.seek}
        type="range"
        min={0}
        max={Math.max(duration, 0.1)}
        step={0.1}
        value={Math.min(time, duration)}
        onChange={(event) => onSeek(Number(event.currentTarget.value))}
        aria-label={w.position}
        aria-valuetext={w.positionOf({ time: formatTime(time), duration: formatTime(duration) })}
        style={{ '--played': `${played * 100}%` } as React.CSSProperties}
      />
    </div>
  );
}
