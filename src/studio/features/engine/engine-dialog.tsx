import { useQuery } from '@tanstack/react-query'
import { ClipboardCopy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DeviceReport } from '#service/background-service.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { deviceReport, storedFiles } from '#studio/queries/device.ts'
import { Button } from '#studio/ui/button.tsx'
import { Dialog } from '#studio/ui/dialog.tsx'
import { reportText } from './report-text.ts'
import { StoredFiles } from './stored-files.tsx'

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
