import { useEffect } from 'react'
import type { Item, Phase } from '#library/items/item.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import type { PageList } from './media-kind.ts'

const sidePx = 32

/** The text of the tab for a batch; null without one. It replaces that of the list. */
type TabText = { readonly title: string; readonly percent: number | null }

/** Shows the progress of the work in the title of the browser tab, and of long work in its icon too. */
export function useTabProgress(list: PageList, folder: TabText | null): void {
  const { items } = useStore(list)
  const active = activeItem(items, list)
  const kind = active && list.kindOf(active)
  const percent = active && kind ? kind.percent(active) : null
  const waiting = items.filter((item) => item !== active && list.kindOf(item).phase(item) === 'waiting')
  const ofList = active
    ? messages.items.tabTitle(percent, active.name, waiting.length)
    : messages.items.tabTitleIdle
  const title = folder?.title ?? ofList
  useEffect(() => {
    document.title = title
  }, [title])
  useFavicon(folder ? folder.percent : kind?.isLongWork ? percent : null)
}

/**
 * The item being worked on, long work first, or the next one; null if there is none, or a pause blocks all waiting
 * items.
 */
export const activeItem = (items: readonly Item[], { kindOf }: Pick<PageList, 'kindOf'>): Item | null => {
  const ordered = [...items].sort((a, b) => Number(kindOf(b).isLongWork) - Number(kindOf(a).isLongWork))
  const first = (...phases: readonly Phase[]) =>
    ordered.find((item) => phases.includes(kindOf(item).phase(item))) ?? null
  return first('starting', 'working') ?? (first('paused') ? null : first('waiting'))
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
