import { Button } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import { fetchedText } from './intake-words.ts'
import type { LinkFetch } from './links.ts'

type Props = { readonly link: LinkFetch; readonly onCancel: () => void }

/** How far a link is, and the way out. */
export function LinkProgress({ link, onCancel }: Props) {
  const { host, loaded, total } = link
  return (
    <div className="flex items-center gap-4 text-left">
      <div className="min-w-0 flex-1">
        <p className="figures flex justify-between gap-3 text-sm">
          <span className="truncate">
            Fetching from <span className="font-medium">{host}</span>
          </span>
          <span className="shrink-0 text-ink-soft">{fetchedText(link)}</span>
        </p>
        <div className="mt-2">
          <ProgressBar
            label={`Progress of the link to ${host}`}
            percent={total ? Math.floor((100 * loaded) / total) : null}
          />
        </div>
      </div>
      <Button onClick={onCancel} aria-label={`Cancel fetching from ${host}`}>
        Cancel
      </Button>
    </div>
  )
}
