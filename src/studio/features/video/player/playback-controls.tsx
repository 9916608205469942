import { ChevronFirst, ChevronLast, Pause, Play, Repeat, Volume2, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatTimestamp } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { IconButton } from '#studio/ui/button.tsx'
import type { Player } from './player.ts'

const { playback: texts } = messages.video

type Props = {
  readonly player: Player
  readonly durationSeconds: number
  readonly hasSound: boolean
  readonly children?: ReactNode
}

/** Buttons to play, step and loop. Keys do the same everywhere on the page. */
export function PlaybackControls({ player, durationSeconds, hasSound, children }: Props) {
  const { isPlaying, isLooping, isMuted, isPlayable, speed } = useStore(player)
  return (
    <div className="@container">
      <div className="flex min-h-11 items-center gap-1 px-2 max-[22rem]:flex-wrap @max-md:gap-0">
        <IconButton icon={ChevronFirst} label={texts.frameBack} command="frameBack" disabled={!isPlayable} />
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={isPlaying ? texts.pause : texts.play}
          command="play"
          disabled={!isPlayable}
        />
        <IconButton icon={ChevronLast} label={texts.frameOn} command="frameOn" disabled={!isPlayable} />
        <IconButton
          icon={Repeat}
          label={texts.loop}
          aria-pressed={isLooping}
          disabled={!isPlayable}
          onClick={player.toggleLoop}
          className={`@max-md:hidden ${isLooping ? 'text-ink!' : 'opacity-50'}`}
        />
        {hasSound ? (
          <IconButton
            icon={isMuted ? VolumeX : Volume2}
            label={isMuted ? texts.soundOn : texts.soundOff}
            disabled={!isPlayable}
            onClick={player.toggleSound}
          />
        ) : null}
        <Clock player={player} durationSeconds={durationSeconds} />
        {isPlaying && speed !== 1 ? (
          <span className="figures text-xs text-ink-soft">
            {speed < 0 ? texts.backwards : texts.speed(speed)}
          </span>
        ) : null}
        <span className="ml-auto flex items-center @xl:gap-2">{children}</span>
      </div>
    </div>
  )
}

const Clock = ({ player, durationSeconds }: Pick<Props, 'player' | 'durationSeconds'>) => {
  const { seconds } = useStore(player)
  return (
    <span className="figures ml-1 text-xs whitespace-nowrap text-ink-soft">
      <span className="inline-block min-w-11 font-medium text-ink">{formatTimestamp(seconds)}</span>
      <span className="@max-md:hidden">
        {' / '}
        {formatTimestamp(durationSeconds)}
      </span>
    </span>
  )
}
