import { Copy, Download, LoaderCircle, Share } from 'lucide-react'
import { imageFormats } from '#contract/output-formats.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { useRecipe } from '#studio/hooks/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import type { ExportWork } from './use-export.ts'

/** The big action and its smaller sisters. */
export function Actions({ item, work }: { readonly item: QueueItem; readonly work: ExportWork }) {
  const [recipe] = useRecipe()
  const ready = item.state === 'done'
  const { share, message } = work
  return (
    <div>
      <div className="flex gap-2">
        <Button
          look="main"
          large
          className="flex-1"
          disabled={!ready || work.busy !== null}
          onClick={() => work.save(item)}
        >
          {work.busy === 'save' ? (
            <LoaderCircle size={19} aria-hidden className="animate-spin" />
          ) : (
            <Download size={19} strokeWidth={1.9} aria-hidden />
          )}
          Save {imageFormats[recipe.format].label}
        </Button>
        <Button
          aria-label="Copy as PNG"
          title="Copy as PNG (C)"
          className="size-12! rounded-md"
          disabled={!ready || work.busy !== null}
          onClick={() => work.copy(item)}
        >
          <Copy size={18} strokeWidth={1.75} aria-hidden />
        </Button>
        {share ? (
          <Button
            aria-label="Share"
            className="size-12! rounded-md"
            disabled={!ready || work.busy !== null}
            onClick={() => share(item)}
          >
            <Share size={18} strokeWidth={1.75} aria-hidden />
          </Button>
        ) : null}
      </div>
      <p
        className={`figures mt-2 min-h-5 truncate text-xs max-md:hidden ${message?.fault ? 'text-fault' : 'text-ink-soft'}`}
      >
        {message?.text}
      </p>
    </div>
  )
}
