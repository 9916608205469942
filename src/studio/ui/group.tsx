import type { ReactNode } from 'react'

type Props = {
  readonly id: string
  readonly title: string
  readonly hidden: boolean
  readonly children: ReactNode
}

/** One group of settings. On phones one group is seen at a time. */
export const Group = ({ id, title, hidden, children }: Props) => (
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
