import { Download } from 'lucide-react'
import { videoFormats } from '#contract/output-formats.ts'
import { resultsOf, type VideoItem, type VideoJob } from '#studio/features/video/queue/video-item.ts'
import { channelLabels } from '#studio/features/video/words/format-words.ts'
import { keptText } from '#studio/features/video/words/result-words.ts'
import { useNow } from '#studio/hooks/use-now.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { IconButton } from '#studio/ui/icon-button.tsx'
import type { SaveVideo } from './use-save-video.ts'

type Props = { readonly item: VideoItem; readonly saving: SaveVideo }

/** Every file that was made of the video, to be saved as long as it is kept. */
export function ResultsList({ item, saving }: Props) {
  const now = useNow(60_000)
  const results = resultsOf(item)
  if (results.length < 2) return null
  return (
    <section aria-label="Results" className="mb-3 max-lg:hidden">
      <ul className="slim-scroll max-h-32 divide-y divide-line overflow-y-auto rounded-sm inset-ring inset-ring-line">
        {results.map((result) => (
          <li key={result.job.id} className="flex items-center justify-between gap-2 py-0.5 pr-0.5 pl-2.5">
            <span className="figures min-w-0 truncate text-xs text-ink-soft" title={textOf(result, now)}>
              <span className="font-medium text-ink">{videoFormats[result.job.format].label}</span>
              {' · '}
              {textOf(result, now)}
            </span>
            <IconButton
              small
              icon={Download}
              label={`Save ${videoFormats[result.job.format].label} ${textOf(result, now)}`}
              disabled={saving.isSaving}
              onClick={() => saving.save(item, result)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const textOf = ({ job, options }: VideoJob, nowMs: number): string =>
  [
    ...(options.channels === 'rgba' ? [] : [channelLabels[options.channels]]),
    ...(job.stats
      ? [formatPixelSize({ width: job.stats.output_width, height: job.stats.output_height })]
      : []),
    ...(job.stats?.output_bytes ? [formatBytes(job.stats.output_bytes)] : []),
    keptText(job.expires_at, nowMs) ?? '',
  ]
    .filter((text) => text !== '')
    .join(' · ')
