import { ExternalLink } from 'lucide-react'
import type { Job } from '#contract/job.ts'
import { keptText } from '#studio/features/video/words/result-words.ts'
import { useNow } from '#studio/hooks/use-now.ts'
import { Notice } from '#studio/ui/notice.tsx'

/** Where the service does not let pages read its files, a link is the way to them. */
export function LinkCard({ job: { result_url, expires_at } }: { readonly job: Job }) {
  const kept = keptText(expires_at, useNow(60_000))
  return (
    <div className="pointer-events-auto w-full max-w-md animate-rise shadow-lift">
      <Notice tone="plain" title="The result is ready on the service">
        <p className="mt-1 text-ink">
          This page could not fetch it: the connection broke, or the service does not let other pages read its
          files.
        </p>
        {result_url ? (
          <>
            <a
              href={result_url}
              target="_blank"
              rel="noreferrer"
              className="mt-3 inline-flex h-9 items-center gap-2 rounded-sm bg-lime px-3 text-sm font-semibold text-on-lime shadow-edge hover:bg-lime-strong"
            >
              <ExternalLink size={15} aria-hidden /> Open the link of the file
            </a>
            <p className="mt-2 text-xs text-ink-soft">
              Anyone who has this link can download it{kept ? `; ${kept}` : ''}.
            </p>
          </>
        ) : null}
      </Notice>
    </div>
  )
}
