import { X } from 'lucide-react'
import type { ZipWork } from '#studio/features/image/export/use-zip.ts'
import { IconButton } from '#studio/ui/icon-button.tsx'
import type { Intake } from './use-intake.ts'

/** Says what happened to a pasted link or a ZIP while pictures are on the page. */
export function LinkNotice({ link, zip }: { readonly link: Intake['link']; readonly zip: ZipWork }) {
  const text = link.isFetching ? 'Fetching the linked picture' : (link.fault ?? zip.message)
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
            zip.forget()
          }}
        />
      </p>
    </div>
  )
}
