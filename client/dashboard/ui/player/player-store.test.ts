import { describe, expect, it, vi } from 'vitest';
import { createPlayerStore, formatTime, type Sound, type Track } from './player-store.ts';

class FakeSound extends EventTarget {
  src = '';
  currentTime = 0;
  duration = Number.NaN;
  playbackRate = 1;
  paused = true;
  load = vi.fn();
  play = vi.fn(async () => {
    this.paused = false;
    this.dispatchEvent(new Event('playing'));
  });
  pause = vi.fn(() => {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  });
}

const track = (id: string): Track => ({
  id,
  url: `/download/audio/${id}.mp3`,
  title: id,
  durationMs: 60_000,
});

function playing() {
  const sound = new FakeSound();
  const store = createPlayerStore(() => sound as unknown as Sound);
  return { sound, store };
}

describe('player store', () => {
  it('creates no audio element before the first play', () => {
    const create = vi.fn();
    createPlayerStore(create);
    expect(create).not.toHaveBeenCalled();
  });

  it('plays, pauses and resumes at the same position', () => {
    const { sound, store } = playing();
    store.toggle(track('a'));
    expect(store.state()).toMatchObject({ status: 'playing', duration: 60 });
    sound.currentTime = 12;
    sound.dispatchEvent(new Event('timeupdate'));
    store.toggle(track('a'));
    expect(store.state()).toMatchObject({ status: 'paused', time: 12 });
    store.toggle(track('a'));
    expect(sound.currentTime).toBe(12);
    expect(store.state().status).toBe('playing');
  });

  it('plays a passage, pauses after it, and resumes from there', () => {
    const { sound, store } = playing();
    const at = (seconds: number) => {
      sound.currentTime = seconds;
      sound.dispatchEvent(new Event('timeupdate'));
    };
    store.playFrom(track('a'), 10, 12);
    at(11.9);
    expect(store.state().status).toBe('playing');
    at(12.1);
    expect(store.state()).toMatchObject({ status: 'paused', time: 12.1 });
    store.toggle(track('a'));
    at(13);
    expect(store.state().status).toBe('playing');
    store.playFrom(track('a'), 20, 22);
    store.seek(15);
    at(30);
    expect(store.state().status).toBe('playing');
  });

  it('stops one audio when another starts', () => {
    const { sound, store } = playing();
    store.toggle(track('a'));
    store.toggle(track('b'));
    expect(sound.pause).toHaveBeenCalledOnce();
    expect(sound.src).toContain('b.mp3');
    expect(store.state()).toMatchObject({ status: 'playing', time: 0, track: { id: 'b' } });
  });

  it('treats a new version of the same article as another audio', () => {
    const { sound, store } = playing();
    store.toggle(track('a'));
    store.toggle({ ...track('a'), url: '/download/audio/a2.mp3' });
    expect(sound.src).toContain('a2.mp3');
    expect(store.state().status).toBe('playing');
  });

  it('restarts after the end', () => {
    const { sound, store } = playing();
    store.toggle(track('a'));
    sound.currentTime = 60;
    sound.paused = true;
    sound.dispatchEvent(new Event('ended'));
    expect(store.state()).toMatchObject({ status: 'paused', time: 60 });
    store.toggle(track('a'));
    expect(sound.currentTime).toBe(0);
  });

  it('limits seeking to the audio, and keeps the speed across tracks', () => {
    const { sound, store } = playing();
    store.toggle(track('a'));
    store.seek(-5);
    expect(sound.currentTime).toBe(0);
    store.seek(1000);
    expect(sound.currentTime).toBe(60);
    store.setSpeed(1.5);
    store.toggle(track('b'));
    expect(sound.playbackRate).toBe(1.5);
  });

  it('reports failed audio, and retries on request', () => {
    const { sound, store } = playing();
    store.toggle(track('a'));
    sound.dispatchEvent(new Event('error'));
    expect(store.state().status).toBe('failed');
    store.toggle(track('a'));
    expect(store.state().status).toBe('playing');
  });
});

describe('formatTime', () => {
  it.each([
    [0, '0:00'],
    [9.9, '0:09'],
    [75, '1:15'],
    [3600, '1:00:00'],
    [3725, '1:02:05'],
    [Number.NaN, '0:00'],
    [-3, '0:00'],
  ])('%d s is %s', (seconds, text) => {
    expect(formatTime(seconds)).toBe(text);
  });
});
