/** How the page looks: by day, by night, and on a phone. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbfaf7, #15161c); --card: light-dark(#fff, #1e2029); --line: light-dark(#e4e1d8, #333643);
  --ink: light-dark(#1d1d22, #ecebf0); --soft: light-dark(#5c5b66, #a9a8b6); --accent: light-dark(#4356c4, #9aa8ff);
  --on-accent: light-dark(#fff, #14151c); --wash: light-dark(#eef0fd, #262a40);
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem 9rem }
a { color: var(--accent) }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, summary:focus-visible {
  outline: 3px solid var(--accent); outline-offset: 2px
}
h1, h2, h3 { font-family: ui-serif, Georgia, Cambria, "Times New Roman", serif; line-height: 1.2; text-wrap: balance; margin: 0 }
h1 { font-size: clamp(1.9rem, 5vw, 2.9rem); letter-spacing: -.015em }
h2 { font-size: 1.45rem; margin: 3rem 0 .5rem }
h3 { font-size: 1.2rem }
.head { display: grid; grid-template-columns: 13rem 1fr; gap: 2rem; align-items: start }
.head:not(:has(img)) { grid-template-columns: 1fr }
.head img { width: 100%; aspect-ratio: 1; object-fit: cover; border-radius: 1rem; box-shadow: 0 1rem 2.5rem -1rem #0006; background: var(--wash) }
.author { color: var(--soft); margin: .5rem 0 1rem; font-weight: 600 }
.about p { margin: 0 0 .75rem }
.links { display: flex; gap: 1.25rem; flex-wrap: wrap; margin: 1rem 0 0 }
.apps { display: flex; flex-wrap: wrap; gap: .6rem; list-style: none; padding: 0; margin: .75rem 0 1rem }
.apps a, .copy, .pages a {
  display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 1.1rem; border: 1px solid var(--line); border-radius: 99rem;
  background: var(--card); color: var(--ink); font: 600 .95rem/1 system-ui, sans-serif; text-decoration: none; cursor: pointer
}
.apps a:hover, .copy:hover, .pages a:hover { border-color: var(--accent); color: var(--accent) }
.feed { display: flex; gap: .6rem; flex-wrap: wrap; align-items: end }
.feed label { flex: 1 1 16rem; color: var(--soft); font-size: .875rem }
.feed input {
  width: 100%; min-height: 2.75rem; margin-top: .25rem; padding: 0 .9rem; border: 1px solid var(--line); border-radius: .6rem;
  background: var(--card); color: var(--ink); font: .9rem ui-monospace, monospace
}
.episodes { list-style: none; margin: 0; padding: 0 }
.episode { display: grid; grid-template-columns: 3.25rem 1fr; gap: 0 1.1rem; padding: 1.5rem 0; border-top: 1px solid var(--line) }
.episodes .episode:first-child { border-top: 0 }
.play { display: none }
.scripted .play {
  display: grid; place-items: center; width: 3.25rem; height: 3.25rem; border: 0; border-radius: 50%; background: var(--wash);
  color: var(--accent); cursor: pointer; transition: background .15s, color .15s
}
.play:hover, .play[aria-pressed=true] { background: var(--accent) !important; color: var(--on-accent) !important }
.play svg { width: 1.35rem; height: 1.35rem; fill: currentColor }
.play .stop, .play[aria-pressed=true] .go { display: none }
.play[aria-pressed=true] .stop { display: block }
html:not(.scripted) .episode { grid-template-columns: 1fr }
.scripted .episode audio { display: none }
.episode audio { width: 100%; margin-top: .75rem }
.facts { color: var(--soft); font-size: .9rem; margin: .3rem 0 .6rem }
.summary p { margin: 0 0 .6rem }
.summary { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden }
.read { margin: .6rem 0 0; padding: 0; list-style: none; font-size: .95rem }
.pages { display: flex; justify-content: space-between; gap: 1rem; margin-top: 2rem }
.notice { color: var(--soft); font-size: .9rem; border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: 1.25rem }
.bar {
  position: fixed; inset: auto 0 0; background: var(--card); border-top: 1px solid var(--line); box-shadow: 0 -.5rem 2rem -1rem #0005;
  padding: .75rem max(1.25rem, env(safe-area-inset-left)) calc(.75rem + env(safe-area-inset-bottom))
}
.bar[hidden] { display: none }
.bar > div { max-width: 46rem; margin: 0 auto; display: grid; grid-template-columns: 1fr auto auto auto; gap: .35rem .75rem; align-items: center }
.bar strong { overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
.bar button, .bar select {
  min-height: 2.25rem; min-width: 2.75rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--ground); color: var(--ink);
  font: 600 .9rem system-ui, sans-serif; cursor: pointer
}
.bar audio { grid-column: 1 / -1; width: 100%; height: 2.5rem }
@media (max-width: 38rem) {
  main { padding-top: 1.75rem }
  .head { grid-template-columns: 1fr; gap: 1.25rem }
  .head img { max-width: 11rem }
  .episode { grid-template-columns: 2.75rem 1fr; gap: 0 .9rem }
  .scripted .play { width: 2.75rem; height: 2.75rem }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important } }
`;
