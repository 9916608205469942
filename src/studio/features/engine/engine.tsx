import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ClipboardCopy, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DeviceReport, StoredFile } from '#library/background-service.ts'
import { errorSentence, reasonSentence } from '#studio/messages/error-text.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { deviceReport, keptSpace, storedFiles } from '#studio/queries/on-device.ts'
import { useStore } from '#studio/state/store.ts'
import { useAnnounce, useService, useStudio } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import { useCopyText } from '#studio/ui/copy-id.tsx'
import { Switch } from '#studio/ui/form-fields.tsx'

const texts = messages.engine

/** The backend and device, why no faster one is used, and the stored model files. */
export function Engine() {
  const service = useService()
  const copyText = useCopyText()
  const { data: device, error } = useQuery({ ...deviceReport(service), staleTime: 0 })
  const { data: files = [] } = useQuery(storedFiles(service))
  const copy = (report: DeviceReport) => copyText(reportText(report, files, navigator), texts.report.copied)
  return (
    <>
      {service.traits.uploads ? null : <p className="mb-5 text-sm text-ink-soft">{texts.privacy}</p>}
      <dl className="min-h-40 divide-y divide-line rounded-md text-sm inset-ring inset-ring-line">
        {device ? (
          <>
            <Row name={texts.facts.device}>{texts.device(device)}</Row>
            <Row name={texts.facts.backend}>{device.backend === 'webgpu' ? 'WebGPU' : 'WebAssembly'}</Row>
            <Row name={texts.facts.threads}>{device.threads}</Row>
            <Row name={texts.facts.isolated}>
              {device.isolated ? texts.facts.isIsolated : texts.facts.isNotIsolated}
            </Row>
          </>
        ) : null}
      </dl>
      {error ? <p className="mt-3 text-sm text-fault">{errorSentence(error)}</p> : null}
      {device && device.notes.length > 0 ? (
        <ul className="mt-3 list-disc space-y-1 pl-5 text-sm text-ink-soft">
          {device.notes.map(reasonSentence).map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      <StoredFiles />
      <KeptSpace />
      {device ? (
        <Button className="mt-7" onClick={() => void copy(device)}>
          <ClipboardCopy size={15} aria-hidden /> {texts.report.copy}
        </Button>
      ) : null}
    </>
  )
}

const Row = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex justify-between gap-6 px-3 py-2.5">
    <dt className="text-ink-soft">{name}</dt>
    <dd className="figures text-right font-medium">{children}</dd>
  </div>
)

/** The stored model files, with a button that deletes them. */
function StoredFiles() {
  const service = useService()
  const client = useQueryClient()
  const announce = useAnnounce()
  const { data: files } = useQuery(storedFiles(service))
  const deleting = useMutation({
    mutationFn: async () => service.onDevice?.workers.deleteFiles(),
    onSuccess: () => announce(texts.files.deleted),
    onSettled: () => client.invalidateQueries({ queryKey: [service.id] }),
  })
  const total = files?.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0
  return (
    <section aria-labelledby="stored-title" className="mt-7">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h3 id="stored-title" className="text-sm font-semibold">
          {texts.files.title}{' '}
          {total > 0 ? (
            <span className="figures font-normal text-ink-faint">{formatBytes(total)}</span>
          ) : null}
        </h3>
        {total > 0 ? (
          <Button variant="fault" disabled={deleting.isPending} onClick={() => deleting.mutate()}>
            <Trash2 size={15} aria-hidden /> {texts.files.delete}
          </Button>
        ) : null}
      </div>
      {total > 0 ? (
        <ul className="mt-2 divide-y divide-line rounded-md inset-ring inset-ring-line">
          {files?.map((file) => (
            <li key={fileText(file)} className="flex justify-between gap-4 px-3 py-2 text-xs">
              <span className="font-mono [overflow-wrap:anywhere]">{fileText(file)}</span>
              <span className="figures shrink-0 text-ink-soft">{formatBytes(file.bytes)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-sm text-ink-soft">{files ? texts.files.none : null}</p>
      )}
      {deleting.error ? <p className="mt-2 text-sm text-fault">{texts.files.notDeleted}</p> : null}
    </section>
  )
}

/** Whether this browser keeps the list for later visits, and its used and available space. */
function KeptSpace() {
  const service = useService()
  const { settings } = useStudio()
  const { keepsList } = useStore(settings)
  const { data: space } = useQuery(keptSpace(service))
  if (!space) return null
  return (
    <section aria-labelledby="kept-title" className="mt-7">
      <h3 id="kept-title" className="text-sm font-semibold">
        {texts.kept.title}{' '}
        {keepsList ? (
          <span className="figures font-normal text-ink-faint">
            {texts.kept.space(formatBytes(space.bytes), formatBytes(space.limitBytes))}
          </span>
        ) : null}
      </h3>
      <div className="mt-2">
        <Switch
          label={texts.kept.keep}
          checked={keepsList}
          onChange={(checked) => settings.set((all) => ({ ...all, keepsList: checked }))}
        />
      </div>
      <p className="mt-1 text-sm text-ink-soft">{keepsList ? texts.kept.why : texts.kept.off}</p>
    </section>
  )
}

const fileText = ({ kind, name = texts.files.kinds[kind], isUnfinished }: StoredFile): string =>
  isUnfinished ? texts.files.unfinished(name) : name

/** A report for support requests: the browser, the device and the model files; nothing about pictures. */
const reportText = (
  { backend, threads, isolated, notes }: DeviceReport,
  files: readonly StoredFile[],
  { userAgent, hardwareConcurrency }: Pick<Navigator, 'userAgent' | 'hardwareConcurrency'>,
): string => {
  const { report } = texts
  return [
    report.title,
    report.browser(userAgent),
    report.cores(hardwareConcurrency),
    report.engine(texts.device({ backend, threads }), backend),
    report.threads(threads),
    report.isolated(isolated),
    ...notes.map((note) => report.note(reasonSentence(note))),
    ...files.map((file) => report.file(fileText(file), file.bytes)),
  ].join('\n')
}
