import { useEffect, useEffectEvent, useRef } from 'react';
import styles from './Waveform.module.css';

/** Pixels of a bar and of the space after it. */
const [barWidth, gap] = [3, 2];
/** Height of a bar of silence, pixels. */
const least = 3;

interface WaveformProps {
  /** Loudness of equally long parts, 0 to 255. Empty: drawn as silence. */
  levels: readonly number[];
  /** Part that has been played, 0 to 1. */
  played: number;
}

/** Draws how loud a track is over time, and how much of it has been played. Its slider lies above it. */
export function Waveform({ levels, played }: WaveformProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const draw = useEffectEvent(() => canvas.current && drawWave(canvas.current, levels, played));
  useEffect(() => {
    draw();
  }, [levels, played]);
  useEffect(() => {
    const redraw = () => draw();
    const resized = new ResizeObserver(redraw);
    resized.observe(canvas.current!);
    const recolored = new MutationObserver(redraw);
    recolored.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => {
      resized.disconnect();
      recolored.disconnect();
    };
  }, []);
  return <canvas ref={canvas} className={styles.wave} aria-hidden="true" />;
}

function drawWave(canvas: HTMLCanvasElement, levels: readonly number[], played: number): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = width > 0 ? canvas.getContext('2d') : null;
  if (!context) return;
  const scale = devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.scale(scale, scale);
  const { color, accentColor } = getComputedStyle(canvas);
  const bars = Math.floor((width + gap) / (barWidth + gap));
  for (let bar = 0; bar < bars; bar++) {
    const from = Math.floor((bar * levels.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / bars));
    const level = Math.max(0, ...levels.slice(from, to));
    const tall = Math.max(least, (level / 255) * height);
    context.fillStyle = (bar + 0.5) / bars <= played ? accentColor : color;
    context.beginPath();
    context.roundRect(bar * (barWidth + gap), (height - tall) / 2, barWidth, tall, barWidth / 2);
    context.fill();
  }
}
