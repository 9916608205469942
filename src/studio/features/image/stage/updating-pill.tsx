import type { Progress } from '#contract/progress.ts'
import { percent, progressText } from '#studio/features/image/words/progress-words.ts'
import { Button } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import type { StageResult } from './use-stage-result.ts'

type Props = { readonly result: StageResult; readonly progress: Progress | null }

/**
 * Says that a new result is on its way. A new colour is there before this shows; another level takes
 * as long as a cut and says so.
 */
export function UpdatingPill({ result, progress }: Props) {
  if (result.isBehind)
    return (
      <div className="pointer-events-auto flex items-center gap-3 rounded-full bg-panel py-1.5 pr-1.5 pl-4 text-sm shadow-lift inset-ring inset-ring-line">
        Stopped. This is the last result.
        <Button look="main" className="rounded-full" onClick={result.update}>
          Update
        </Button>
      </div>
    )
  if (!result.isUpdating) return null
  return (
    <div className="pointer-events-auto w-72 [animation:rise_.3s_.35s_both]">
      <div className="rounded-lg bg-panel py-2 pr-2 pl-4 shadow-lift inset-ring inset-ring-line">
        <div className="flex items-center justify-between gap-3 text-sm">
          <span className="figures truncate">{progress ? progressText(progress) : 'Updating'}</span>
          <Button look="quiet" onClick={result.stop}>
            Cancel
          </Button>
        </div>
        <div className="mt-1 mr-2">
          <ProgressBar slim label="Progress of the new result" percent={percent(progress)} />
        </div>
      </div>
    </div>
  )
}
