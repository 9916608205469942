import { useMutation } from '@tanstack/react-query'
import { FileSpreadsheet, History, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '#library/sink.ts'
import type { Activity } from '#service/activity.ts'
import { errorSentence } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { useMediaQuery, useNow } from '#studio/state/use-browser-state.ts'
import { useAnnounce, useConnection, useService, useStudio } from '#studio/state/use-studio.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { Switch } from '#studio/ui/form-fields.tsx'
import { Notice } from '#studio/ui/notice.tsx'
import { activityCsv } from './activity-csv.ts'
import { ActivityRow } from './activity-row.tsx'
import { isUnfinished, shownState } from './activity-state.ts'

const texts = messages.account.activity

/** The initial number of rows. On phones more panels follow below the list. */
const firstRows = { column: 25, phone: 6 }

/** All recent work, on this device and at the service, newest first. `activities` is undefined until it is read. */
export function ActivityPanel({ activities }: { readonly activities: readonly Activity[] | undefined }) {
  const log = useStudio().activityLog
  const device = useService()
  const { service } = useConnection()
  const announce = useAnnounce()
  const isPhone = useMediaQuery('(width < 64rem)')
  const [more, setMore] = useState(0)
  const shown = firstRows[isPhone ? 'phone' : 'column'] + more
  const now = useNow(1000)
  const list = activities ?? []
  const clearing = useMutation({
    mutationFn: () => log.clear(),
    onSuccess: () => announce(texts.cleared),
  })
  const isBusy = list.some((activity) => isUnfinished(shownState(activity, now)))
  const exportCsv = () => {
    // With a byte order mark, by which spreadsheets recognise UTF-8.
    const text = `\ufeff${activityCsv(list, device.id, Date.now())}`
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'clearcut-work.csv')
    announce(texts.csvSaved)
  }
  return (
    <section aria-labelledby="activity-title" className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:order-2">
      <header className="mb-1 flex min-h-12 flex-wrap items-center justify-between gap-x-3 pt-3 pr-3 pl-5">
        <h3 id="activity-title" className="text-sm font-semibold">
          {texts.title}{' '}
          {list.length > 0 ? <span className="figures font-normal text-ink-faint">{list.length}</span> : null}
        </h3>
        {list.length > 0 ? (
          <span className="flex items-center">
            <Button variant="quiet" onClick={exportCsv}>
              <FileSpreadsheet size={15} strokeWidth={1.75} aria-hidden /> {texts.saveCsv}
            </Button>
            <IconButton
              icon={Trash2}
              label={texts.clear}
              disabled={isBusy || clearing.isPending}
              onClick={() => clearing.mutate()}
            />
          </span>
        ) : null}
      </header>
      {clearing.error ? (
        <div className="mx-5 mb-3">
          <Notice tone="fault" title={texts.notCleared}>
            <p className="mt-1 text-ink">{errorSentence(clearing.error)}</p>
          </Notice>
        </div>
      ) : null}
      {service || list.some(({ kept }) => kept) ? <KeepSwitch /> : null}
      {activities === undefined ? <Skeleton /> : null}
      {activities?.length === 0 ? <Empty isConnected={service !== null} /> : null}
      <ul aria-label={texts.title} className="divide-y divide-line">
        {list.slice(0, shown).map((activity) => (
          <ActivityRow key={activity.id} activity={activity} now={now} />
        ))}
      </ul>
      {list.length > shown ? (
        <Button variant="quiet" className="mx-5 my-3" onClick={() => setMore(more + 100)}>
          {texts.more}
        </Button>
      ) : null}
    </section>
  )
}

function KeepSwitch() {
  const { settings } = useStudio()
  const { keepsResults } = useStore(settings)
  return (
    <div className="mx-5 mb-3 rounded-md bg-sunken px-3 py-2">
      <Switch
        label={texts.keep}
        checked={keepsResults}
        onChange={(checked) => settings.set((all) => ({ ...all, keepsResults: checked }))}
      />
      <p className="mt-0.5 text-xs text-ink-soft">{texts.keepNote}</p>
    </div>
  )
}

const Empty = ({ isConnected }: { readonly isConnected: boolean }) => (
  <div className="grid flex-1 place-items-center px-8 py-14 text-center">
    <div>
      <History size={28} strokeWidth={1.25} aria-hidden className="mx-auto text-ink-faint" />
      <p className="mt-3 font-medium">{texts.empty}</p>
      <p className="mt-1 max-w-[34ch] text-sm text-balance text-ink-soft">
        {isConnected ? texts.emptyConnected : texts.emptyLocal}
      </p>
    </div>
  </div>
)

const Skeleton = () => (
  <div role="status" aria-label={texts.reading} className="space-y-4 px-5 py-3">
    {[0, 1, 2].map((row) => (
      <div key={row} className="flex animate-wait items-center gap-3">
        <span className="size-11 rounded-xs bg-ink/10" />
        <span className="flex-1 space-y-2">
          <span className="block h-3 w-40 rounded-xs bg-ink/10" />
          <span className="block h-2.5 w-24 rounded-xs bg-ink/10" />
        </span>
      </div>
    ))}
  </div>
)
