import { useEffect } from 'react'
import { titleText } from '#studio/features/image/progress.ts'
import { countStates, type QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { videoPercent, videoTitle } from '#studio/features/video/queue/video-announcement.ts'
import type { VideoItem } from '#studio/features/video/queue/video-item.ts'

const sidePx = 32

/** Shows the progress of the work in the title of the browser tab, and that of a video in its icon too. */
export function useTabProgress(images: readonly QueueItem[], videos: readonly VideoItem[]): void {
  const running = images.find(({ state }) => state === 'working')
  const left = countStates(images).waiting
  const title = videoTitle(videos) ?? titleText(running ? { ...running, left } : null)
  useEffect(() => {
    document.title = title
  }, [title])
  useFavicon(videoPercent(videos))
}

/** Shows a percentage as the icon of the tab; null restores the icon of the page. */
function useFavicon(percent: number | null): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (!link) return
    link.dataset.own ??= link.getAttribute('href') ?? ''
    link.href = (percent !== null && paint(percent)) || link.dataset.own
  }, [percent])
}

/** A ring that fills up, as a data URL; null if this browser cannot paint it. */
function paint(percent: number): string | null {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = sidePx
  const context = canvas.getContext('2d')
  if (!context) return null
  const arc = (color: string, ratio: number) => {
    context.beginPath()
    context.lineWidth = 7
    context.strokeStyle = color
    const start = -Math.PI / 2
    context.arc(sidePx / 2, sidePx / 2, sidePx / 2 - 4, start, start + ratio * 2 * Math.PI)
    context.stroke()
  }
  // These colours are visible on light and on dark tabs.
  arc('#8a8a8a', 1)
  arc('#84cc16', percent / 100)
  return canvas.toDataURL('image/png')
}
