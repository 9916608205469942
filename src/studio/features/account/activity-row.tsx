import { ChevronDown, Download, HardDriveDownload } from 'lucide-react'
import { useId, useState } from 'react'
import type { Phase } from '#library/items/item.ts'
import type { Activity } from '#service/activity.ts'
import { markColor, PhaseMark } from '#studio/items/phase-mark.tsx'
import { formatAge } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { useService } from '#studio/state/use-studio.ts'
import { IconButton } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import { RetryNotice } from '#studio/ui/retry-status.tsx'
import { Thumbnail } from '#studio/ui/thumbnail.tsx'
import { ActivityDetails } from './activity-details.tsx'
import {
  activityError,
  costText,
  expiryText,
  isUnfinished,
  type ShownState,
  serviceLabel,
  shownState,
  stateText,
} from './activity-state.ts'
import { useSaveActivity } from './use-save-activity.ts'

const phases: Readonly<Record<ShownState, Phase>> = {
  sending: 'starting',
  queued: 'waiting',
  processing: 'working',
  completed: 'done',
  failed: 'failed',
  cancelled: 'stopped',
  expired: 'expired',
}

const texts = messages.account.activity

type Props = { readonly activity: Activity; readonly now: number }

/** One request with its state and cost; a click shows its details. */
export function ActivityRow({ activity, now }: Props) {
  const device = useService()
  const id = useId()
  const [isUnfolded, setIsUnfolded] = useState(false)
  const saving = useSaveActivity(activity, now)
  const { name, kind, thumbnail, service, at, progress } = activity
  const isMetered = service !== device.id
  const state = shownState(activity, now)
  const facts = [
    isMetered ? serviceLabel(service) : texts.thisDevice,
    formatAge(at, now),
    activityError(activity, isMetered)?.title,
    expiryText(activity, now),
  ]
  return (
    <li data-state={state} data-testid="activity">
      <div className="relative flex items-center gap-1 pr-3 pl-3 hover:bg-ink/3">
        <button
          type="button"
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => setIsUnfolded(!isUnfolded)}
          className="flex min-w-0 flex-1 items-center gap-3 rounded-md py-2.5 pl-2 text-left -outline-offset-2"
        >
          <Thumbnail picture={thumbnail} isMissing={thumbnail === null} isVideo={kind === 'video'} />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-medium" title={name}>
              {name}
            </span>
            <span className="flex flex-wrap items-center gap-x-3 text-xs">
              <span className={`figures flex items-center gap-1 font-medium ${markColor(phases[state])}`}>
                <PhaseMark phase={phases[state]} />
                {stateText(state, progress)}
              </span>
              <span className="figures text-ink-soft sm:hidden" data-testid="cost">
                {costText(activity, isMetered)}
              </span>
            </span>
            <span className="figures block text-2xs text-ink-faint">{facts.filter(Boolean).join(' · ')}</span>
          </span>
          <span className="figures shrink-0 text-right text-xs text-ink-soft max-sm:hidden">
            {costText(activity, isMetered)}
          </span>
          <ChevronDown
            size={16}
            strokeWidth={1.75}
            aria-hidden
            className={`shrink-0 text-ink-faint transition-transform duration-150 ${isUnfolded ? 'rotate-180' : ''}`}
          />
        </button>
        <span className="grid size-9 shrink-0 place-items-center pointer-coarse:size-11">
          {saving.isPossible ? (
            <IconButton
              icon={activity.kept ? HardDriveDownload : Download}
              label={texts.saveOf(name)}
              disabled={saving.running !== null}
              onClick={saving.save}
            />
          ) : null}
        </span>
        {isUnfinished(state) ? (
          <span className="absolute inset-x-5 bottom-0">
            <ProgressBar
              slim
              label={texts.progress(name)}
              percent={state === 'queued' ? null : Math.round(progress * 100)}
            />
          </span>
        ) : null}
      </div>
      <div className="pr-3 pb-2 pl-5 empty:hidden sm:pl-19">
        <RetryNotice
          retry={saving.running?.progress.next?.retry ?? null}
          name={name}
          onStop={saving.cancel}
        />
      </div>
      <div id={id}>
        {isUnfolded ? <ActivityDetails activity={activity} now={now} saving={saving} /> : null}
      </div>
    </li>
  )
}
