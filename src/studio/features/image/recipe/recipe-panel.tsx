import { type ReactNode, useState } from 'react'
import { useMediaQuery } from '#studio/hooks/use-media-query.ts'
import { groups, RecipeGroups } from './recipe-groups.tsx'

/** The recipe for all pictures: a column on desktops; on phones tabs at the bottom. `children` is the big action. */
export function RecipePanel({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState<string>('background')
  const tabbed = useMediaQuery('(width < 64rem)')
  return (
    <aside
      aria-label="Recipe"
      className="flex min-h-0 flex-col border-line bg-panel max-lg:border-t lg:w-76 lg:border-l"
    >
      <div className="slim-scroll min-h-0 flex-1 overflow-y-auto max-lg:h-40 max-lg:flex-none">
        <RecipeGroups open={tabbed ? open : null} />
      </div>
      <div className="border-t border-line p-3">{children}</div>
      <nav
        aria-label="Groups of settings"
        className="grid grid-cols-4 border-t border-line pb-[env(safe-area-inset-bottom)] lg:hidden"
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
    </aside>
  )
}
