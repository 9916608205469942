import { useEffect } from 'react'

const sidePx = 32

/** Shows how far the work is in the tab's icon; null gives the studio's own back. */
export function useFavicon(percent: number | null): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (!link) return
    link.dataset.own ??= link.getAttribute('href') ?? ''
    link.href = (percent !== null && paint(percent)) || link.dataset.own
  }, [percent])
}

/** A ring that fills up, as an address; null where nothing can be painted. */
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
  // Colours that show on light and dark tabs alike.
  arc('#8a8a8a', 1)
  arc('#84cc16', percent / 100)
  return canvas.toDataURL('image/png')
}
