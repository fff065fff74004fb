import { docTextWords } from '../../generated/words/docText.ts';
import { useDemoPath } from '../../ui/demo-path.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { Command, tags } from './doc-tags.tsx';

export function Channels() {
  const { channels: w } = useWords(docTextWords);
  return (
    <>
      <h2>{w.kinds}</h2>
      <p>{w.kindsText(tags)}</p>
      <h2>{w.add}</h2>
      <p>{w.addText(tags)}</p>
      <h2>{w.change}</h2>
      <p>{w.changeText}</p>
    </>
  );
}

export function Players() {
  const { players: w, example } = useWords(docTextWords);
  const demo = useDemoPath();
  return (
    <>
      <h2>{w.embed}</h2>
      <p>{w.embedText}</p>
      <Command
        lines={[
          '<div class="parlance-player" data-channel="daily-news"></div>',
          `<script async src="https://${example.host}/player/loader.js"></script>`,
        ]}
        joint={'\n'}
      />
      <h2>{w.look}</h2>
      <p>{w.lookText}</p>
      {demo !== null && <p>{w.demo({ demo: (text) => <a href={demo}>{text}</a> })}</p>}
      <h2>{w.fast}</h2>
      <p>{w.fastText}</p>
    </>
  );
}

export function Podcasts() {
  const { podcasts: w } = useWords(docTextWords);
  return (
    <>
      <h2>{w.make}</h2>
      <p>{w.makeText}</p>
      <h2>{w.check}</h2>
      <p>{w.checkText(tags)}</p>
      <h2>{w.episodes}</h2>
      <p>{w.episodesText}</p>
      <h2>{w.moving}</h2>
      <p>{w.movingText(tags)}</p>
    </>
  );
}

export function Alexa() {
  const { alexa: w } = useWords(docTextWords);
  return (
    <>
      <h2>{w.which}</h2>
      <p>{w.whichText}</p>
      <h2>{w.publish}</h2>
      <p>{w.publishText(tags)}</p>
      <h2>{w.briefing}</h2>
      <p>{w.briefingText}</p>
      <h2>{w.safe}</h2>
      <p>{w.safeText}</p>
    </>
  );
}

export function Playlists() {
  const { playlists: w } = useWords(docTextWords);
  return (
    <>
      <h2>{w.kinds}</h2>
      <p>{w.kindsText(tags)}</p>
      <h2>{w.around}</h2>
      <p>{w.aroundText}</p>
      <h2>{w.where}</h2>
      <p>{w.whereText(tags)}</p>
    </>
  );
}
