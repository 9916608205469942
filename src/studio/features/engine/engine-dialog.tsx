import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ClipboardCopy, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DeviceReport, StoredFile } from '#service/background-service.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { deviceReport, storedFiles } from '#studio/queries/on-device.ts'
import { Button } from '#studio/ui/button.tsx'
import { Dialog } from '#studio/ui/dialog.tsx'

type Props = { readonly open: boolean; readonly onClose: () => void }

/** What does the work, why not something faster, and what is kept. */
export const EngineDialog = ({ open, onClose }: Props) => (
  <Dialog title="Engine and storage" open={open} onClose={onClose}>
    <Engine />
  </Dialog>
)

function Engine() {
  const service = useService()
  const announce = useAnnounce()
  const { data: device, error } = useQuery({ ...deviceReport(service), staleTime: 0 })
  const { data: files = [] } = useQuery(storedFiles(service))
  const copy = (report: DeviceReport) =>
    navigator.clipboard.writeText(reportText(report, files, navigator)).then(
      () => announce('Report copied'),
      () => announce('This browser does not allow copying'),
    )
  return (
    <>
      {service.traits.uploads ? null : (
        <p className="mb-5 text-sm text-ink-soft">
          Pictures are worked on in this tab, by this device. They are sent nowhere and kept nowhere.
        </p>
      )}
      <dl className="min-h-40 divide-y divide-line rounded-md text-sm inset-ring inset-ring-line">
        {device ? (
          <>
            <Row name="Works on">{device.label}</Row>
            <Row name="Backend">{device.backend === 'webgpu' ? 'WebGPU' : 'WebAssembly'}</Row>
            <Row name="Threads">{device.threads}</Row>
            <Row name="Isolated page">
              {device.isolated ? 'Yes, so threads can be used' : 'No, so one thread only'}
            </Row>
          </>
        ) : null}
      </dl>
      {error ? <p className="mt-3 text-sm text-fault">{error.message}</p> : null}
      {device && device.notes.length > 0 ? (
        <ul className="mt-3 list-disc space-y-1 pl-5 text-sm text-ink-soft">
          {device.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      <StoredFiles />
      {device ? (
        <Button className="mt-7" onClick={() => void copy(device)}>
          <ClipboardCopy size={15} aria-hidden /> Copy report
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

/** The model files that this browser keeps, and the way to be rid of them. */
function StoredFiles() {
  const service = useService()
  const client = useQueryClient()
  const announce = useAnnounce()
  const { data: files } = useQuery(storedFiles(service))
  const deleting = useMutation({
    networkMode: 'always',
    mutationFn: async () => service.onDevice?.deleteFiles(),
    onSuccess: () => announce('Model files deleted'),
    onSettled: () => client.invalidateQueries({ queryKey: [service.id] }),
  })
  const total = files?.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0
  return (
    <section aria-labelledby="stored-title" className="mt-7">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h3 id="stored-title" className="text-sm font-semibold">
          Kept in this browser{' '}
          {total > 0 ? (
            <span className="figures font-normal text-ink-faint">{formatBytes(total)}</span>
          ) : null}
        </h3>
        {total > 0 ? (
          <Button variant="fault" disabled={deleting.isPending} onClick={() => deleting.mutate()}>
            <Trash2 size={15} aria-hidden /> Delete
          </Button>
        ) : null}
      </div>
      {total > 0 ? (
        <ul className="mt-2 divide-y divide-line rounded-md inset-ring inset-ring-line">
          {files?.map(({ name, bytes }) => (
            <li key={name} className="flex justify-between gap-4 px-3 py-2 text-xs">
              <span className="truncate font-mono" title={name}>
                {name}
              </span>
              <span className="figures shrink-0 text-ink-soft">{formatBytes(bytes)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-sm text-ink-soft">
          {files ? 'No model files yet. They come with the first picture, once.' : null}
        </p>
      )}
      {deleting.error ? (
        <p className="mt-2 text-sm text-fault">
          They could not be deleted. Close other tabs of the studio and try again.
        </p>
      ) : null}
    </section>
  )
}

/** The fields that help to find out why something does not work; nothing about pictures. */
const reportText = (
  device: DeviceReport,
  files: readonly StoredFile[],
  browser: { readonly userAgent: string; readonly hardwareConcurrency: number },
): string =>
  [
    `Clearcut Studio`,
    `Browser: ${browser.userAgent}`,
    `Cores: ${browser.hardwareConcurrency}`,
    `Engine: ${device.label} (${device.backend})`,
    `Threads: ${device.threads}`,
    `Isolated: ${device.isolated ? 'yes' : 'no'}`,
    ...device.notes.map((note) => `Note: ${note}`),
    ...files.map(({ name, bytes }) => `File: ${name}, ${bytes} bytes`),
  ].join('\n')
