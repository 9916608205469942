import { type RefObject, useEffect } from 'react'
import type { Player } from './player.ts'

/** Makes the video element of `ref` the clock source while it shows `url`; never if `url` is null. */
export function useClockSource(
  ref: RefObject<HTMLVideoElement | null>,
  player: Player,
  url: string | null,
): void {
  useEffect(() => {
    const video = ref.current
    if (!video || url === null) return
    player.setClockSource(video)
    const onLoaded = () =>
      video.videoWidth > 0 ? player.setDuration(video.duration) : player.setUnplayable()
    const abort = new AbortController()
    const { signal } = abort
    video.addEventListener('loadedmetadata', onLoaded, { signal })
    video.addEventListener('error', player.setUnplayable, { signal })
    video.addEventListener('ended', player.handleEnd, { signal })
    if (video.readyState >= 1) onLoaded()
    return () => {
      player.pause()
      player.setClockSource(null)
      abort.abort()
    }
  }, [ref, player, url])
}

/** Calls `player.tick` once per animation frame while the component is mounted. */
export function usePlayerTicks(player: Player): void {
  useEffect(() => {
    let frame = requestAnimationFrame(function tick(now) {
      player.tick(now)
      frame = requestAnimationFrame(tick)
    })
    return () => cancelAnimationFrame(frame)
  }, [player])
}
