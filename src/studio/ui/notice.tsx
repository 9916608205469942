import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

type Tone = 'plain' | 'uncertain' | 'fault'
type Props = { readonly tone: Tone; readonly title: string; readonly children?: ReactNode }

const looks: Readonly<Record<Tone, { icon: LucideIcon; box: string; mark: string }>> = {
  plain: { icon: Info, box: 'bg-raised inset-ring inset-ring-line', mark: 'text-ink-soft' },
  uncertain: { icon: TriangleAlert, box: 'bg-uncertain-ground', mark: 'text-uncertain' },
  fault: { icon: CircleAlert, box: 'bg-fault-ground', mark: 'text-fault' },
}

/** A box with a title, and below it the remedy. */
export const Notice = ({ tone, title, children }: Props) => {
  const { icon: Icon, box, mark } = looks[tone]
  return (
    <div className={`flex gap-3 rounded-md p-3.5 text-sm ${box}`}>
      <Icon size={17} strokeWidth={1.9} aria-hidden className={`mt-px shrink-0 ${mark}`} />
      <div className="min-w-0 flex-1">
        <p className={`font-semibold ${mark}`}>{title}</p>
        {children}
      </div>
    </div>
  )
}
