import { createStore, type Store } from '#studio/state/store.ts'

export type PlayerState = {
  readonly seconds: number
  readonly durationSeconds: number
  readonly isPlaying: boolean
  readonly isLooping: boolean
  /** 1, 2 or 4 times as fast; -1 goes back. */
  readonly speed: number
  readonly isMuted: boolean
  /** The browser plays the file at all. */
  readonly isAble: boolean
}

/** The part of a video element that a player steers. */
export type Playable = Pick<
  HTMLVideoElement,
  'currentTime' | 'duration' | 'paused' | 'playbackRate' | 'play' | 'pause'
>

type Range = { readonly fromSeconds: number; readonly toSeconds: number }

/** Two screens further apart than this are brought together again. */
const driftSeconds = 0.05
/** Going back is a row of jumps; more a second than this no decoder follows. */
const backStepsPerSecond = 8
const maxSpeed = 4

export type Player = ReturnType<typeof createPlayer>

/** Steers the screens of one video: the first one tells the time, the others follow. */
export function createPlayer(first: Partial<PlayerState> = {}) {
  const store: Store<PlayerState> = createStore<PlayerState>({
    seconds: 0,
    durationSeconds: 0,
    isPlaying: false,
    isLooping: true,
    speed: 1,
    isMuted: false,
    isAble: true,
    ...first,
  })
  let master: Playable | null = null
  const followers = new Set<Playable>()
  let range: Range = { fromSeconds: 0, toSeconds: Number.POSITIVE_INFINITY }
  let backAtMs = 0

  const change = (part: Partial<PlayerState>) => store.set((state) => ({ ...state, ...part }))
  const all = () => (master ? [master, ...followers] : [])
  const endOf = () => Math.min(range.toSeconds, store.get().durationSeconds || range.toSeconds)

  const seek = (seconds: number) => {
    const at = Math.max(range.fromSeconds, Math.min(endOf(), seconds))
    for (const screen of all()) screen.currentTime = at
    change({ seconds: at })
  }
  const pause = () => {
    for (const screen of all()) screen.pause()
    change({ isPlaying: false, speed: 1 })
  }
  const play = (speed = 1) => {
    if (!master) return
    const { currentTime } = master
    if (currentTime >= endOf() - 0.05 && speed > 0) seek(range.fromSeconds)
    for (const screen of all()) {
      screen.playbackRate = Math.max(1, speed)
      if (speed > 0) screen.play().catch(() => pause())
      else screen.pause()
    }
    change({ isPlaying: true, speed })
  }
  const over = () => {
    if (!store.get().isLooping) return pause()
    seek(range.fromSeconds)
    play(Math.max(1, store.get().speed))
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Gives the player the screen that tells the time, null when it goes. */
    setMaster: (screen: Playable | null) => {
      master = screen
    },
    follow: (screen: Playable) => {
      followers.add(screen)
      screen.currentTime = store.get().seconds
      if (store.get().isPlaying) screen.play().catch(() => undefined)
      return () => void followers.delete(screen)
    },
    loaded: (durationSeconds: number) => {
      if (Number.isFinite(durationSeconds)) change({ durationSeconds, isAble: true })
      if (master && store.get().seconds > 0) master.currentTime = store.get().seconds
    },
    unable: () => change({ isAble: false, isPlaying: false }),
    /** What is played: leaving it means its end. */
    setRange: (next: Range) => {
      range = next
    },
    seek,
    /** Shows a moment that may lie outside of the range, which is just being changed. */
    look: (seconds: number) => {
      for (const screen of all()) screen.currentTime = seconds
      change({ seconds })
    },
    /** Another film: from its start, and nothing known of it. */
    reset: () => {
      pause()
      change({ seconds: 0, durationSeconds: 0, isAble: true })
    },
    pause,
    over,
    toggle: () => (store.get().isPlaying ? pause() : play()),
    /** L: plays, and faster with every further press. */
    forward: () => play(store.get().isPlaying ? Math.min(maxSpeed, Math.max(1, store.get().speed) * 2) : 1),
    /** J: goes back. */
    back: () => play(-1),
    /** `frames` of `frameSeconds` on; the middle of a frame, so that no rounding shows its neighbour. */
    step: (frames: number, frameSeconds: number) => {
      pause()
      const frame = Math.floor(store.get().seconds / frameSeconds + 0.01) + frames
      seek((frame + 0.5) * frameSeconds)
    },
    /** Plays by itself, so without a sound. */
    playQuietly: () => {
      change({ isMuted: true })
      if (!store.get().isPlaying) play()
    },
    toggleSound: () => change({ isMuted: !store.get().isMuted }),
    toggleLoop: () => change({ isLooping: !store.get().isLooping }),
    /** Called once a painted frame: takes over the time, brings the others along, goes round at the end. */
    tick: (nowMs: number) => {
      if (!master) return
      const { isPlaying, speed } = store.get()
      if (isPlaying && speed < 0) {
        if (nowMs - backAtMs < 1000 / backStepsPerSecond) return
        backAtMs = nowMs
        const to = master.currentTime - 1 / backStepsPerSecond
        return to <= range.fromSeconds ? pause() : seek(to)
      }
      const seconds = master.currentTime
      if (seconds !== store.get().seconds) change({ seconds })
      if (!isPlaying) return
      for (const screen of followers)
        if (Math.abs(screen.currentTime - seconds) > driftSeconds) screen.currentTime = seconds
      if (seconds >= endOf() - 0.02 || seconds < range.fromSeconds - 0.05) over()
    },
  }
}
