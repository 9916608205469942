import { type RefObject, useEffect } from 'react'
import type { Player } from './player.ts'

/** Makes the video element behind `ref` the one that tells the time while `url` is shown in it; null stands for never. */
export function useClockSource(
  ref: RefObject<HTMLVideoElement | null>,
  player: Player,
  url: string | null,
): void {
  useEffect(() => {
    const video = ref.current
    if (!video || url === null) return
    player.setMaster(video)
    const onLoaded = () => (video.videoWidth > 0 ? player.loaded(video.duration) : player.unable())
    const onError = () => player.unable()
    const onEnded = () => player.over()
    video.addEventListener('loadedmetadata', onLoaded)
    video.addEventListener('error', onError)
    video.addEventListener('ended', onEnded)
    if (video.readyState >= 1) onLoaded()
    return () => {
      player.pause()
      player.setMaster(null)
      video.removeEventListener('loadedmetadata', onLoaded)
      video.removeEventListener('error', onError)
      video.removeEventListener('ended', onEnded)
    }
  }, [ref, player, url])
}

/** Lets the player follow its screens, once a painted frame, while the component lives. */
export function usePlayerTicks(player: Player): void {
  useEffect(() => {
    let frame = requestAnimationFrame(function tick(now) {
      player.tick(now)
      frame = requestAnimationFrame(tick)
    })
    return () => cancelAnimationFrame(frame)
  }, [player])
}
