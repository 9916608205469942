import type { ReactNode } from 'react'

type FactLineProps = {
  /** On phones one line, in which the last fact is cut off. */
  readonly isShort?: boolean
  readonly children: ReactNode
}

/** The facts below the viewer, one after the other. A fact that does not fit goes into the next line. */
export const FactLine = ({ isShort = false, children }: FactLineProps) => (
  <dl
    className={`figures flex min-w-0 flex-wrap items-center gap-x-4 gap-y-0.5 text-xs ${isShort ? 'stacked:flex-nowrap stacked:whitespace-nowrap stacked:*:not-last:shrink-0' : ''}`}
  >
    {children}
  </dl>
)

/** `hidden`: the value explains itself, so that only screen readers get the name. `wide`: not shown on phones. */
type FactProps = {
  readonly name: string
  readonly hidden?: boolean
  readonly wide?: boolean
  readonly children: ReactNode
}

/** A name and a value in a `FactLine`. */
export const Fact = ({ name, hidden = false, wide = false, children }: FactProps) => (
  <div className={`flex min-w-0 items-center gap-1.5 ${wide ? 'max-lg:hidden' : ''}`}>
    <dt className={hidden ? 'sr-only' : 'text-ink-faint'}>{name}</dt>
    <dd className="min-w-0 text-ink-soft">{children}</dd>
  </div>
)
