import type { Language } from '../areas/channels/deployments/skill-locales.ts';
import { playIntent } from '../areas/channels/deployments/interaction-model.ts';
import {
  intentRequest,
  playbackRequest,
  silence,
  type Directive,
  type Envelope,
  type SkillResponse,
} from './envelope.ts';
import { skillWords, type SkillWords } from '../areas/channels/deployments/generated/skill-words.ts';
import {
  fileOf,
  nextItem,
  startAtNewest,
  playablePosition,
  itemOf,
  reorder,
  tokenOf,
  trackAt,
  type Item,
  type Listening,
  type Programme,
} from './programme.ts';

/** What a skill plays and says. */
export interface Skill extends Programme {
  name: string;
  /** Said at the beginning; empty for the words of the language. */
  introText: string;
  /** Said after the last article. */
  outroText: string;
  /** The address of a file of sound. */
  urlOf(file: string): string;
}

/** Response and new position of the listener; null: nothing is stored. */
export interface Turn {
  response: SkillResponse;
  listening: Listening | null;
}

/** Files in a row that cannot be played, after which it stops. */
const failuresMax = 3;
/** How long a returning listener can resume, milliseconds. */
const resumableMs = 12 * 3_600_000;

/**
 * Responds to one request of Amazon: what is spoken or played, and the listener's new position.
 * @param before the listener's position; null: first visit
 * @param awayMs milliseconds since then
 */
export function converse(
  skill: Skill,
  { request, context }: Envelope,
  language: Language,
  { before, awayMs }: { before: Listening | null; awayMs: number },
): Turn {
  const turn = new Conversation(skill, language, before);
  const heard = context.AudioPlayer;
  switch (request.type) {
    case 'LaunchRequest':
      return turn.launch(awayMs < resumableMs);
    case 'IntentRequest':
      turn.listenedTo(heard?.token, heard?.offsetInMilliseconds);
      return turn.intent(intentRequest.parse(request).intent.name);
    case 'PlaybackController.NextCommandIssued':
    case 'PlaybackController.PreviousCommandIssued':
    case 'PlaybackController.PlayCommandIssued':
    case 'PlaybackController.PauseCommandIssued':
      turn.listenedTo(heard?.token, heard?.offsetInMilliseconds);
      return withoutWords(turn.button(request.type.split('.')[1]!));
    case 'AudioPlayer.PlaybackStarted':
    case 'AudioPlayer.PlaybackFinished':
    case 'AudioPlayer.PlaybackStopped':
    case 'AudioPlayer.PlaybackNearlyFinished':
    case 'AudioPlayer.PlaybackFailed': {
      const { token, offsetInMilliseconds } = playbackRequest.parse(request);
      return turn.playback(request.type.split('.')[1]!, token, offsetInMilliseconds);
    }
    default:
      // Among them the end of a session and exceptions, which are not answered.
      return { response: silence, listening: before };
  }
}

/** Of a button of the device: it may be answered by directives only. */
const withoutWords = ({ response: { response }, listening }: Turn): Turn => ({
  response: { version: '1.0', response: response.directives ? { directives: response.directives } : {} },
  listening,
});

const speech = (text: string) => ({ type: 'PlainText' as const, text });

class Conversation {
  readonly #skill: Skill;
  readonly #says: SkillWords;
  #listening: Listening | null;

  constructor(skill: Skill, language: Language, before: Listening | null) {
    this.#skill = skill;
    this.#says = skillWords[language];
    this.#listening = before;
  }

  /** Takes the position from the device, which knows best where it was when the user spoke. */
  listenedTo(token: string | undefined, offsetMs = 0): void {
    const item = this.#listening && itemOf(this.#listening, token);
    if (item)
      this.#listening = {
        ...this.#listening!,
        position: item.position,
        offsetMs: item.part === 'article' ? offsetMs : 0,
      };
  }

  launch(mayResume: boolean): Turn {
    const listening = this.#listening;
    const track = listening && trackAt(this.#skill, listening, listening.position);
    const isUnderWay =
      listening !== null && !listening.ended && (listening.position > 0 || listening.offsetMs > 0);
    if (track && isUnderWay && mayResume) return this.#resume(this.#says.resumed({ title: track.title }));
    return this.#begin(this.#skill.introText.trim() || this.#says.welcome({ name: this.#skill.name }));
  }

  intent(name: string): Turn {
    const says = this.#says;
    switch (name) {
      case playIntent:
        return this.#begin();
      case 'AMAZON.NextIntent':
        return this.#next();
      case 'AMAZON.PreviousIntent':
        return this.#previous();
      case 'AMAZON.ResumeIntent':
        return this.#resume();
      case 'AMAZON.RepeatIntent':
        return this.#repeat();
      case 'AMAZON.StartOverIntent':
        return this.#begin();
      case 'AMAZON.PauseIntent':
        return this.#stop();
      case 'AMAZON.StopIntent':
      case 'AMAZON.CancelIntent':
      case 'AMAZON.NavigateHomeIntent':
        return this.#stop(says.goodbye);
      case 'AMAZON.ShuffleOnIntent':
        return this.#shuffle(true);
      case 'AMAZON.ShuffleOffIntent':
        return this.#shuffle(false);
      case 'AMAZON.LoopOnIntent':
        return this.#loop(true);
      case 'AMAZON.LoopOffIntent':
        return this.#loop(false);
      case 'AMAZON.HelpIntent':
        return this.#ask(says.help({ name: this.#skill.name }));
      default:
        return this.#ask(says.notUnderstood);
    }
  }

  /** Of a device or its remote control. */
  button(command: string): Turn {
    switch (command) {
      case 'NextCommandIssued':
        return this.#next();
      case 'PreviousCommandIssued':
        return this.#previous();
      case 'PlayCommandIssued':
        return this.#listening === null || this.#listening.ended ? this.#begin() : this.#resume();
      default:
        return this.#stop();
    }
  }

  /** Handles a playback event. Events of an earlier playback order are ignored. */
  playback(what: string, token: string, offsetMs: number): Turn {
    const item = this.#listening && itemOf(this.#listening, token);
    if (!item || !this.#listening) return { response: silence, listening: this.#listening };
    const at = {
      ...this.#listening,
      position: item.position,
      offsetMs: item.part === 'article' ? offsetMs : 0,
    };
    const next = nextItem(this.#skill, at, item);
    switch (what) {
      case 'PlaybackStarted':
        return { response: silence, listening: { ...at, failures: 0, ended: false } };
      case 'PlaybackStopped':
        return { response: silence, listening: at };
      case 'PlaybackFinished':
        return {
          response: silence,
          listening: { ...at, ...(next ? { position: next.position, offsetMs: 0 } : { ended: true }) },
        };
      case 'PlaybackNearlyFinished':
        // Nothing of where he is changes: he still hears it.
        return {
          response: this.#answer(next ? [this.#play(at, next, 'ENQUEUE', 0, token)] : []),
          listening: this.#listening,
        };
      default: {
        const failures = this.#listening.failures + 1;
        if (!next || failures >= failuresMax)
          return { response: silence, listening: { ...at, failures, ended: !next } };
        const moved = { ...at, failures, position: next.position, offsetMs: 0 };
        return { response: this.#answer([this.#play(moved, next, 'REPLACE_ALL')]), listening: moved };
      }
    }
  }

  #begin(said?: string): Turn {
    const skill = this.#skill;
    if (skill.tracks.length === 0)
      return {
        response: this.#answer([], skillSays(this.#says.empty({ name: skill.name }))),
        listening: this.#listening,
      };
    const fresh = startAtNewest(skill, this.#listening ?? {});
    const first: Item = { part: skill.sounds.intro === null ? 'article' : 'intro', position: 0 };
    return {
      response: this.#answer([this.#play(fresh, first, 'REPLACE_ALL')], skillSays(said)),
      listening: fresh,
    };
  }

  #resume(said?: string): Turn {
    const listening = this.#listening;
    if (!listening || listening.ended) return this.#ask(this.#says.nothingToResume);
    const position = playablePosition(this.#skill, listening, listening.position);
    if (position === null) return this.#begin(said);
    return this.#playArticle(
      { ...listening, offsetMs: position === listening.position ? listening.offsetMs : 0 },
      position,
      said,
    );
  }

  #repeat(): Turn {
    const listening = this.#listening;
    const position = listening && playablePosition(this.#skill, listening, listening.position);
    return listening && position !== null
      ? this.#playArticle({ ...listening, offsetMs: 0 }, position)
      : this.#begin();
  }

  #next(): Turn {
    const listening = this.#listening;
    if (!listening) return this.#begin();
    const position = playablePosition(this.#skill, listening, listening.position + 1);
    if (position !== null) return this.#playArticle({ ...listening, offsetMs: 0 }, position);
    const { outro } = this.#skill.sounds;
    const last: Directive[] =
      outro === null
        ? [{ type: 'AudioPlayer.Stop' }]
        : [this.#play(listening, { part: 'outro', position: listening.position }, 'REPLACE_ALL')];
    const said = this.#skill.outroText.trim() || this.#says.last;
    return { response: this.#answer(last, skillSays(said)), listening: { ...listening, ended: true } };
  }

  #previous(): Turn {
    const listening = this.#listening;
    if (!listening) return this.#begin();
    const position = playablePosition(this.#skill, listening, listening.position - 1, -1);
    if (position !== null) return this.#playArticle({ ...listening, offsetMs: 0 }, position);
    const first = playablePosition(this.#skill, listening, 0);
    return first === null
      ? this.#begin()
      : this.#playArticle({ ...listening, offsetMs: 0 }, first, this.#says.first);
  }

  #stop(said?: string): Turn {
    return {
      response: this.#answer([{ type: 'AudioPlayer.Stop' }], skillSays(said)),
      listening: this.#listening,
    };
  }

  #shuffle(shuffle: boolean): Turn {
    const said = shuffle ? this.#says.shuffleOn : this.#says.shuffleOff;
    if (!this.#listening) return this.#ask(this.#says.nothingToResume);
    // A new token replaces what was enqueued in the earlier order, and invalidates its events.
    const changed = {
      ...reorder(this.#skill, this.#listening, shuffle),
      playing: startAtNewest(this.#skill).playing,
    };
    return this.#goOn(changed, said);
  }

  #loop(loop: boolean): Turn {
    const said = loop ? this.#says.loopOn : this.#says.loopOff;
    if (!this.#listening) return this.#ask(this.#says.nothingToResume);
    return this.#goOn({ ...this.#listening, loop }, said);
  }

  /** Resumes at the current position and clears the queue. */
  #goOn(listening: Listening, said: string): Turn {
    const position = playablePosition(this.#skill, listening, listening.position);
    if (position === null || listening.ended)
      return { response: this.#answer([], skillSays(said)), listening };
    return this.#playArticle(listening, position, said);
  }

  #playArticle(listening: Listening, position: number, said?: string): Turn {
    const at = { ...listening, position, ended: false, failures: 0 };
    const directive = this.#play(at, { part: 'article', position }, 'REPLACE_ALL', at.offsetMs);
    return { response: this.#answer([directive], skillSays(said)), listening: at };
  }

  #ask(said: string): Turn {
    const response = {
      outputSpeech: speech(said),
      reprompt: { outputSpeech: speech(this.#says.what) },
      shouldEndSession: false,
    };
    return { response: { version: '1.0', response }, listening: this.#listening };
  }

  #answer(directives: Directive[], more: SkillResponse['response'] = {}): SkillResponse {
    return { version: '1.0', response: { ...more, ...(directives.length > 0 && { directives }) } };
  }

  #play(
    listening: Listening,
    item: Item,
    playBehavior: 'REPLACE_ALL' | 'ENQUEUE',
    offsetInMilliseconds = 0,
    expectedPreviousToken?: string,
  ): Directive {
    const { file, title } = fileOf(this.#skill, listening, item)!;
    const { name } = this.#skill;
    const stream = {
      url: this.#skill.urlOf(file),
      token: tokenOf(listening, item),
      offsetInMilliseconds: Math.round(offsetInMilliseconds),
      ...(expectedPreviousToken !== undefined && { expectedPreviousToken }),
    };
    return {
      type: 'AudioPlayer.Play',
      playBehavior,
      audioItem: { stream, metadata: { title: title || name, subtitle: name } },
    };
  }
}

/** Says something, where there is something to say, and waits for no answer. */
const skillSays = (said?: string): SkillResponse['response'] => ({
  ...(said !== undefined && { outputSpeech: speech(said) }),
  shouldEndSession: true,
});
