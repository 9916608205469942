import { type RefObject, useEffect } from 'react'
import type { Player } from './player.ts'

/** Makes the video element behind `ref` the one that tells the time while `url` is shown in it. */
export function useMaster(ref: RefObject<HTMLVideoElement | null>, player: Player, url: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another file.
  useEffect(() => {
    const video = ref.current
    if (!video) return
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
