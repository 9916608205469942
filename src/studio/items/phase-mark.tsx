import {
  Ban,
  Check,
  CircleAlert,
  Clock,
  CloudUpload,
  Film,
  LoaderCircle,
  type LucideIcon,
  Pause,
  SkipForward,
  TriangleAlert,
} from 'lucide-react'
import type { Phase } from '#library/items/item.ts'

/** The state of an item, a file of a batch or a request. `sent`: its work starts by sending it to a service. */
type MarkedPhase = Phase | 'sent' | 'skipped'

const marks: Readonly<Record<MarkedPhase, LucideIcon>> = {
  reading: Clock,
  unreadable: CircleAlert,
  ready: Film,
  sent: CloudUpload,
  starting: LoaderCircle,
  waiting: Clock,
  working: LoaderCircle,
  paused: Pause,
  done: Check,
  failed: CircleAlert,
  stopped: Ban,
  expired: Clock,
  skipped: SkipForward,
}

type Props = { readonly phase: MarkedPhase; readonly isUncertain?: boolean; readonly size?: number }

/** The phase as an icon; the text beside it is equivalent. */
export function PhaseMark({ phase, isUncertain = false, size = 13 }: Props) {
  const Icon = isUncertain ? TriangleAlert : marks[phase]
  return (
    <Icon
      size={size}
      strokeWidth={2.25}
      aria-hidden
      className={`shrink-0 ${phase === 'working' || phase === 'starting' ? 'animate-spin' : ''}`}
    />
  )
}

/** The colour of the phase. */
export const markColor = (phase: MarkedPhase, isUncertain = false): string => {
  if (phase === 'failed' || phase === 'unreadable') return 'text-fault'
  if (phase !== 'done') return 'text-ink-faint'
  return isUncertain ? 'text-uncertain' : 'text-mark'
}
