import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { messages } from '#studio/messages/messages.ts'
import { Popover } from '#studio/ui/popover.tsx'

type FactsProps = { readonly children: ReactNode }

/** The facts below the viewer in a line, which wraps. */
export const FactLine = ({ children }: FactsProps) => (
  <dl className="figures flex min-w-0 flex-wrap items-center gap-x-4 gap-y-0.5 text-xs">{children}</dl>
)

/** Facts in a popover, one below the other. */
export const FactSheet = ({ children }: FactsProps) => (
  <Popover
    name={messages.viewer.details}
    label={<Info size={15} strokeWidth={1.75} aria-hidden />}
    buttonClass="touchable grid size-7 shrink-0 place-items-center rounded-sm text-ink-soft hover:bg-ink/7 hover:text-ink"
  >
    <dl className="figures max-w-72 space-y-1.5 text-xs">{children}</dl>
  </Popover>
)

/** `hidden`: the value is clear by itself, so that only screen readers get the name. */
type FactProps = { readonly name: string; readonly hidden?: boolean; readonly children: ReactNode }

/** A name and a value among facts. */
export const Fact = ({ name, hidden = false, children }: FactProps) => (
  <div className="flex min-w-0 items-center gap-1.5">
    <dt className={hidden ? 'sr-only' : 'text-ink-faint'}>{name}</dt>
    <dd className="min-w-0 text-ink-soft">{children}</dd>
  </div>
)
