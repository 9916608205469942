import type { LucideIcon } from 'lucide-react'
import { type ComponentType, memo, type ReactNode, useState } from 'react'
import { messages } from '#studio/messages/messages.ts'

/** A part of the settings, with its title and icon. */
export type SettingsGroup = {
  readonly id: string
  readonly title: string
  readonly icon: LucideIcon
  readonly panel: ComponentType
}

type Props = {
  /** Above the groups: what their settings are for. */
  readonly head?: ReactNode
  readonly groups: readonly SettingsGroup[]
  /** Nothing can be chosen now: on phones the groups are hidden, so that the viewer is larger. */
  readonly isQuiet?: boolean
  /** On phones, all of it gives its space to the viewer. */
  readonly isHidden?: boolean
  /** The main button. */
  readonly children: ReactNode
}

/**
 * Groups of settings: a column on desktops and on phones held sideways, else a sheet that the tabs at the bottom open and
 * close. There the main button and the tabs stay in view while the page scrolls. For that the panel has no box of its own,
 * within which alone they would stay. The sheet pushes the picture up instead of covering it, so that each change is seen.
 */
export function SettingsPanel({ head, groups, isQuiet = false, isHidden = false, children }: Props) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <aside
      aria-label={messages.ui.recipe}
      className={`flex min-h-0 flex-col border-line bg-panel sideways:col-start-2 sideways:row-start-3 sideways:w-76 sideways:border-l lg:w-76 lg:border-l ${isHidden ? 'max-lg:hidden' : 'stacked:contents'}`}
    >
      <div className="kept-at-bottom flex min-h-0 flex-1 flex-col bg-panel stacked:flex-none">
        <div
          className={`slim-scroll relative min-h-0 flex-1 overflow-y-auto border-line stacked:max-h-48 stacked:flex-none stacked:border-t ${isQuiet ? 'max-lg:hidden' : open === null ? 'stacked:hidden' : ''}`}
        >
          {head}
          <Groups groups={groups} open={open} />
        </div>
        <div className="border-t border-line p-3 max-lg:p-2">{children}</div>
        <nav
          aria-label={messages.ui.settingsGroups}
          className={`grid grid-cols-4 border-t border-line sideways:hidden lg:hidden ${isQuiet ? 'hidden' : ''}`}
        >
          {groups.map(({ id, title, icon: Icon }) => (
            <button
              key={id}
              type="button"
              aria-controls={id}
              aria-expanded={open === id}
              onClick={() => setOpen(open === id ? null : id)}
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

/** All groups; in a sheet only `open`. Memoised, since progress of the work need not render it again. */
const Groups = memo(function Groups({
  groups,
  open,
}: Pick<Props, 'groups'> & { readonly open: string | null }) {
  return groups.map(({ id, title, panel: Panel }) => (
    <Group key={id} id={id} title={title} hidden={open !== id}>
      <Panel />
    </Group>
  ))
})

type GroupProps = {
  readonly id: string
  readonly title: string
  readonly hidden: boolean
  readonly children: ReactNode
}

/** One group of settings. A sheet shows one at a time. */
const Group = ({ id, title, hidden, children }: GroupProps) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className={`border-b border-line px-4 py-4 last:border-0 ${hidden ? 'stacked:hidden' : ''}`}
  >
    <h2 id={`${id}-title`} className="mb-3 text-sm font-semibold stacked:sr-only">
      {title}
    </h2>
    <div className="space-y-3">{children}</div>
  </section>
)
