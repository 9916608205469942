import type { LucideIcon } from 'lucide-react'
import { type ComponentType, memo, type ReactNode, useState } from 'react'
import { useMediaQuery } from '#studio/hooks/use-browser-state.ts'
import { messages } from '#studio/messages/messages.ts'

export type SettingsGroup = {
  readonly id: string
  readonly title: string
  readonly icon: LucideIcon
  readonly panel: ComponentType
}

type Props = {
  readonly groups: readonly SettingsGroup[]
  /** The group that is open first, on phones. */
  readonly first: string
  /** Nothing can be chosen now: on phones the groups are hidden, so that the viewer is larger. */
  readonly isQuiet?: boolean
  /** On phones, all of it gives its space to the viewer. */
  readonly isHidden?: boolean
  /** The main button. */
  readonly children: ReactNode
}

/**
 * Groups of settings: a column on desktops, tabs at the bottom on phones. There the main button and the tabs stay in view
 * while the page scrolls. For that the panel has no box of its own, within which alone they would stay.
 */
export function SettingsPanel({ groups, first, isQuiet = false, isHidden = false, children }: Props) {
  const [chosen, setOpen] = useState(first)
  const open = groups.some(({ id }) => id === chosen) ? chosen : first
  const tabbed = useMediaQuery('(width < 64rem)')
  return (
    <aside
      aria-label={messages.ui.recipe}
      className={`flex min-h-0 flex-col border-line bg-panel lg:w-76 lg:border-l ${isHidden ? 'max-lg:hidden' : 'max-lg:contents'}`}
    >
      <div
        className={`slim-scroll relative min-h-0 flex-1 overflow-y-auto border-line max-lg:h-32 max-lg:flex-none max-lg:border-t max-lg:bg-panel ${isQuiet ? 'max-lg:hidden' : ''}`}
      >
        <Groups groups={groups} open={tabbed ? open : null} />
      </div>
      <div className="kept-at-bottom bg-panel">
        <div className="border-t border-line p-3">{children}</div>
        <nav
          aria-label={messages.ui.settingsGroups}
          className={`grid grid-cols-4 border-t border-line lg:hidden ${isQuiet ? 'hidden' : ''}`}
        >
          {groups.map(({ id, title, icon: Icon }) => (
            <button
              key={id}
              type="button"
              aria-controls={id}
              aria-expanded={open === id}
              onClick={() => setOpen(id)}
              className="flex h-14 flex-col items-center justify-center gap-1 text-2xs font-medium text-ink-faint aria-expanded:text-ink aria-expanded:shadow-[inset_0_2px_0_var(--color-ink)]"
            >
              <Icon size={18} strokeWidth={1.75} aria-hidden />
              {title}
            </button>
          ))}
        </nav>
      </div>
    </aside>
  )
}

/** All groups, or only `open` if it is not null. Memoised, since progress of the work need not render it again. */
const Groups = memo(function Groups({
  groups,
  open,
}: Pick<Props, 'groups'> & { readonly open: string | null }) {
  return groups.map(({ id, title, panel: Panel }) => (
    <Group key={id} id={id} title={title} hidden={open !== null && open !== id}>
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

/** One group of settings. Phones show one at a time. */
const Group = ({ id, title, hidden, children }: GroupProps) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className={`border-b border-line px-4 py-4 last:border-0 ${hidden ? 'max-lg:hidden' : ''}`}
  >
    <h2 id={`${id}-title`} className="mb-3 text-sm font-semibold max-lg:sr-only">
      {title}
    </h2>
    <div className="space-y-3">{children}</div>
  </section>
)
