/** Plays one episode at a time, in the bar at the bottom, and copies the feed's address. */
export const pageScript = `
const root = document.documentElement, bar = document.querySelector('.bar'), player = bar.querySelector('audio');
root.classList.add('scripted');
let current = null;
const show = () => {
  for (const button of document.querySelectorAll('.play')) {
    const on = button === current && !player.paused;
    button.setAttribute('aria-pressed', String(on));
    button.setAttribute('aria-label', (on ? button.dataset.pause : button.dataset.play) + ': ' + button.dataset.title);
  }
};
for (const button of document.querySelectorAll('.play')) {
  button.addEventListener('click', () => {
    if (button !== current) {
      current = button;
      player.src = button.parentElement.querySelector('audio').getAttribute('src');
      bar.querySelector('strong').textContent = button.dataset.title;
      bar.hidden = false;
      if ('mediaSession' in navigator)
        navigator.mediaSession.metadata = new MediaMetadata({ title: button.dataset.title, artist: document.querySelector('h1').textContent });
      player.playbackRate = Number(bar.querySelector('select').value);
      player.play();
    } else if (player.paused) player.play(); else player.pause();
  });
}
for (const name of ['play', 'pause', 'ended']) player.addEventListener(name, show);
bar.querySelector('select').addEventListener('change', (event) => { player.defaultPlaybackRate = player.playbackRate = Number(event.target.value); });
for (const button of bar.querySelectorAll('button'))
  button.addEventListener('click', () => { player.currentTime = Math.max(0, player.currentTime + Number(button.dataset.seconds)); });
const copy = document.querySelector('.copy'), field = document.querySelector('.feed input');
copy.hidden = false;
copy.addEventListener('click', async () => {
  field.select();
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand('copy'); }
  const said = copy.textContent;
  copy.textContent = copy.dataset.copied;
  setTimeout(() => { copy.textContent = said; }, 2000);
});
show();
`;
