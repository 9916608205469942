import { createStore, type Store } from '#base/store.ts'

/** The position and mode of the player. */
export type PlayerState = {
  readonly seconds: number
  readonly durationSeconds: number
  readonly isPlaying: boolean
  readonly isLooping: boolean
  /** 1, 2 or 4 times normal speed; -1 plays backwards. */
  readonly speed: number
  readonly isMuted: boolean
  /** Whether the file can be played. */
  readonly isPlayable: boolean
}

/** The members of a video element that a player uses. */
export type Playable = Pick<
  HTMLVideoElement,
  'currentTime' | 'duration' | 'paused' | 'playbackRate' | 'play' | 'pause'
>

type Range = { readonly fromSeconds: number; readonly toSeconds: number }

/** A follower that differs by more is set to the time of the clock source. */
const driftSeconds = 0.05
/** How far playback advances before the page shows its time again, because showing it needs a layout and a paint. */
const shownStepSeconds = 1 / 30
/** Playing backwards is a series of seeks; decoders cannot do more per second. */
const backStepsPerSecond = 8
const maxSpeed = 4

/** The controls of one video. */
export type Player = ReturnType<typeof createPlayer>

/** Plays the elements of one video together: one is the clock source, the others follow it. */
export function createPlayer(first: Partial<PlayerState> = {}) {
  const store: Store<PlayerState> = createStore<PlayerState>({
    seconds: 0,
    durationSeconds: 0,
    isPlaying: false,
    isLooping: true,
    speed: 1,
    isMuted: false,
    isPlayable: true,
    ...first,
  })
  let clockSource: Playable | null = null
  const followers = new Set<Playable>()
  let range: Range = { fromSeconds: 0, toSeconds: Number.POSITIVE_INFINITY }
  let steppedBackAtMs = 0

  const change = (part: Partial<PlayerState>) => store.set((state) => ({ ...state, ...part }))
  const elements = () => (clockSource ? [clockSource, ...followers] : [])
  const endOf = () => Math.min(range.toSeconds, store.get().durationSeconds || range.toSeconds)

  const seek = (seconds: number) => {
    const at = Math.max(range.fromSeconds, Math.min(endOf(), seconds))
    for (const element of elements()) element.currentTime = at
    change({ seconds: at })
  }
  const pause = () => {
    for (const element of elements()) element.pause()
    const { isPlaying, seconds } = store.get()
    // The last tick may have been some frames ago.
    const at = isPlaying ? (clockSource?.currentTime ?? seconds) : seconds
    change({ seconds: at, isPlaying: false, speed: 1 })
  }
  const play = (speed = 1) => {
    if (!clockSource) return
    const { currentTime } = clockSource
    if (currentTime >= endOf() - 0.05 && speed > 0) seek(range.fromSeconds)
    for (const element of elements()) {
      element.playbackRate = Math.max(1, speed)
      if (speed > 0) element.play().catch(() => pause())
      else element.pause()
    }
    change({ isPlaying: true, speed })
  }
  const handleEnd = () => {
    if (!store.get().isLooping) return pause()
    seek(range.fromSeconds)
    play(Math.max(1, store.get().speed))
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Sets the element that the others follow; null when it is removed. */
    setClockSource: (element: Playable | null) => {
      clockSource = element
      // Another result of the same part continues at the same time.
      if (element) element.currentTime = store.get().seconds
    },
    addFollower: (element: Playable) => {
      followers.add(element)
      element.currentTime = store.get().seconds
      if (store.get().isPlaying) element.play().catch(() => undefined)
      return () => void followers.delete(element)
    },
    setDuration: (durationSeconds: number) => {
      if (Number.isFinite(durationSeconds)) change({ durationSeconds, isPlayable: true })
      if (clockSource && store.get().seconds > 0) clockSource.currentTime = store.get().seconds
    },
    setUnplayable: () => change({ isPlayable: false, isPlaying: false }),
    /** The range that is played, in seconds; leaving it counts as the end. */
    setRange: (next: Range) => {
      range = next
    },
    seek,
    /** Shows a time that may be outside the range, while the range is being changed. */
    preview: (seconds: number) => {
      for (const element of elements()) element.currentTime = seconds
      change({ seconds })
    },
    /** Starts at 0 for another source, whose duration is not yet known. */
    reset: () => {
      pause()
      for (const element of elements()) element.currentTime = 0
      change({ seconds: 0, durationSeconds: 0, isPlayable: true })
    },
    pause,
    handleEnd,
    toggle: () => (store.get().isPlaying ? pause() : play()),
    /** Plays, and doubles the speed with every further call (key L). */
    playFaster: () =>
      play(store.get().isPlaying ? Math.min(maxSpeed, Math.max(1, store.get().speed) * 2) : 1),
    /** Plays backwards (key J). */
    playBackwards: () => play(-1),
    /** Moves by `frames` of `frameSeconds` to the middle of a frame, so that rounding cannot show its neighbour. */
    step: (frames: number, frameSeconds: number) => {
      pause()
      const frame = Math.floor(store.get().seconds / frameSeconds + 0.01) + frames
      seek((frame + 0.5) * frameSeconds)
    },
    /** Plays muted, for starts without a request of the user. */
    playMuted: () => {
      change({ isMuted: true })
      if (!store.get().isPlaying) play()
    },
    toggleSound: () => change({ isMuted: !store.get().isMuted }),
    toggleLoop: () => change({ isLooping: !store.get().isLooping }),
    /** Call once per animation frame: reads the time, synchronises the followers, loops at the end. */
    tick: (nowMs: number) => {
      if (!clockSource) return
      const { isPlaying, speed } = store.get()
      if (isPlaying && speed < 0) {
        if (nowMs - steppedBackAtMs < 1000 / backStepsPerSecond) return
        steppedBackAtMs = nowMs
        const to = clockSource.currentTime - 1 / backStepsPerSecond
        return to <= range.fromSeconds ? pause() : seek(to)
      }
      const seconds = clockSource.currentTime
      const stepSeconds = isPlaying ? shownStepSeconds * speed : 0
      const passed = Math.abs(seconds - store.get().seconds)
      if (passed > 0 && passed >= stepSeconds) change({ seconds })
      if (!isPlaying) return
      for (const element of followers)
        if (Math.abs(element.currentTime - seconds) > driftSeconds) element.currentTime = seconds
      if (seconds >= endOf() - 0.02 || seconds < range.fromSeconds - 0.05) handleEnd()
    },
  }
}
