import type { LucideIcon } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react'
import { messages } from '#studio/messages/messages.ts'
import { useStoreSelector } from '#studio/state/store.ts'
import { useWindowEvent } from '#studio/state/use-browser-state.ts'
import { useStudio } from '#studio/state/use-studio.ts'
import { tapSlackPx } from '#studio/viewer/use-viewer-gestures.ts'

/** A part of the settings, with its title and icon. */
export type SettingsGroup = {
  readonly id: string
  readonly title: string
  readonly icon: LucideIcon
  readonly panel: ComponentType
}

type Props = {
  /** Always visible above the groups: the item that the settings apply to. */
  readonly head?: ReactNode
  readonly groups: readonly SettingsGroup[]
  /** Whether nothing can be set now: on phones the groups are then hidden, so that the viewer is larger. */
  readonly isQuiet?: boolean
  /** Whether phones hide the panel, so that the viewer is larger. */
  readonly isHidden?: boolean
  /** The main button. */
  readonly children: ReactNode
}

/**
 * Groups of settings: tabs on desktops and on phones in landscape, otherwise a sheet that the tabs at the bottom open
 * and close. On phones the main button and the tabs stay visible while the page or, in landscape, the column scrolls;
 * in portrait the panel has no box of its own, because they would stick only within it. The sheet pushes the picture up
 * instead of covering it, so that each change is visible. The last chosen group is stored.
 */
export function SettingsPanel({ head, groups, isQuiet = false, isHidden = false, children }: Props) {
  const { settings } = useStudio()
  const chosen = useStoreSelector(settings, ({ panelTab }) => panelTab)
  const [isOpen, setIsOpen] = useState(false)
  const choose = (panelTab: number) => settings.set((all) => ({ ...all, panelTab }))
  useStageTap(isOpen, () => setIsOpen(false))
  return (
    <aside
      aria-label={messages.ui.recipe}
      className={`flex min-h-0 flex-col border-line bg-panel sideways:min-h-auto sideways:col-start-2 sideways:row-start-3 sideways:border-l lg:w-84 lg:border-l ${isHidden ? 'max-lg:hidden' : 'stacked:contents'}`}
    >
      <div className="kept-at-bottom flex min-h-0 flex-1 flex-col bg-panel sideways:min-h-auto stacked:flex-none">
        <div
          className={`flex min-h-0 flex-1 flex-col border-line sideways:min-h-auto stacked:max-h-48 stacked:flex-none stacked:border-t ${isQuiet ? 'max-lg:hidden' : isOpen ? '' : 'stacked:hidden'}`}
        >
          <div className="z-30 shrink-0 bg-panel sideways:sticky sideways:top-0">
            {head}
            <Tabs groups={groups} chosen={chosen} onChoose={choose} />
          </div>
          <div className="slim-scroll relative min-h-0 flex-1 overflow-y-auto sideways:min-h-auto sideways:overflow-visible">
            <Groups groups={groups} chosen={chosen} />
          </div>
        </div>
        <footer className="z-30 border-t border-line bg-panel p-3 max-lg:p-2 sideways:sticky sideways:bottom-0 sideways:flex sideways:max-h-29 sideways:flex-col sideways:overflow-y-auto">
          {children}
        </footer>
        <nav
          aria-label={messages.ui.settingsGroups}
          className={`grid grid-cols-3 border-t border-line sideways:hidden lg:hidden ${isQuiet ? 'hidden' : ''}`}
        >
          {groups.map(({ id, title, icon: Icon }, at) => (
            <button
              key={id}
              type="button"
              aria-controls={id}
              aria-expanded={isOpen && at === chosen}
              onClick={() => {
                setIsOpen(!isOpen || at !== chosen)
                choose(at)
              }}
              className="flex h-14 flex-col items-center justify-center gap-1 text-2xs font-medium text-ink-faint aria-expanded:text-ink aria-expanded:shadow-[inset_0_2px_0_var(--color-ink)]"
            >
              <Icon size={18} strokeWidth={1.75} aria-hidden />
              <span className="max-[20rem]:sr-only">{title}</span>
            </button>
          ))}
        </nav>
      </div>
    </aside>
  )
}

/** Calls `onTap` on a tap or click on the picture, not on a drag, which pans. */
const useStageTap = (isWatched: boolean, onTap: () => void) => {
  const press = useRef({ clientX: 0, clientY: 0 })
  useWindowEvent('pointerdown', (event) => {
    press.current = event
  })
  useWindowEvent('click', ({ target, clientX, clientY }) => {
    const from = press.current
    const isStill = Math.hypot(clientX - from.clientX, clientY - from.clientY) <= tapSlackPx
    if (isWatched && isStill && target instanceof Element && target.closest('[data-stage]')) onTap()
  })
}

type TabsProps = Pick<Props, 'groups'> & {
  readonly chosen: number
  readonly onChoose: (at: number) => void
}

/** Arrow keys, Home and End choose a tab, as in the ARIA Authoring Practices. */
function Tabs({ groups, chosen, onChoose }: TabsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { length } = groups
    const to = { ArrowRight: chosen + 1, ArrowLeft: chosen + length - 1, Home: 0, End: length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onChoose(to % length)
    const tab = event.currentTarget.children[to % length]
    if (tab instanceof HTMLElement) tab.focus()
  }
  return (
    <div
      role="tablist"
      aria-label={messages.ui.settingsGroups}
      onKeyDown={onKeyDown}
      className="flex shrink-0 border-b border-line px-2 stacked:hidden"
    >
      {groups.map(({ id, title }, at) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${id}-tab`}
          aria-controls={id}
          aria-selected={at === chosen}
          tabIndex={at === chosen ? 0 : -1}
          onClick={() => onChoose(at)}
          className="touchable h-11 flex-1 text-sm font-medium text-ink-soft -outline-offset-2 hover:text-ink aria-selected:font-semibold aria-selected:text-ink aria-selected:shadow-[inset_0_-2px_0_var(--color-ink)]"
        >
          {title}
        </button>
      ))}
    </div>
  )
}

type GroupsProps = Pick<Props, 'groups'> & { readonly chosen: number }

/** All groups, of which one is visible. Memoised, so that progress of the work does not render them. */
const Groups = memo(function Groups({ groups, chosen }: GroupsProps) {
  return groups.map(({ id, title, panel: Panel }, at) => (
    <div
      key={id}
      id={id}
      role="tabpanel"
      aria-label={title}
      className={`space-y-3 px-4 py-3 ${at === chosen ? '' : 'hidden'}`}
    >
      <Panel />
    </div>
  ))
})
