import { X } from 'lucide-react'
import { IconButton } from '#studio/ui/icon-button.tsx'
import type { Intake } from './use-intake.ts'

type Props = {
  readonly link: Intake['link']
  /** Something else that happened and can be dismissed. */
  readonly notice: string | null
  readonly onDismiss: () => void
}

/** Says what happened to a pasted link, or what else there is to say, while the page is at work. */
export function LinkNotice({ link, notice, onDismiss }: Props) {
  const text = link.isFetching ? 'Fetching what is behind the link' : (link.fault ?? notice)
  if (!text) return null
  return (
    <div className="absolute inset-x-4 top-4 z-30 flex justify-center">
      <p className="flex max-w-xl animate-rise items-center gap-2 rounded-lg bg-panel py-2 pr-2 pl-4 text-sm shadow-lift inset-ring inset-ring-line">
        {text}
        <IconButton
          small
          icon={X}
          label="Dismiss"
          onClick={() => {
            link.forget()
            onDismiss()
          }}
        />
      </p>
    </div>
  )
}
