import { networkBytes } from 'virtual:network-bytes'
import { useQuery } from '@tanstack/react-query'
import { FolderInput, ImagePlus } from 'lucide-react'
import { LinkForm } from '#studio/intake/link-form.tsx'
import { LiveCutout } from '#studio/intake/live-cutout.tsx'
import { FoxButton, SamplePictures } from '#studio/intake/sample-pictures.tsx'
import type { Intake } from '#studio/intake/use-intake.tsx'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { useStore } from '#studio/state/store.ts'
import { useService, useStudio } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import { CropMarks } from './drop-overlay.tsx'

const text = messages.app.empty

type Props = {
  readonly intake: Intake
  /** Whether the script that queries the device is loaded; the first view does not include it. */
  readonly isReady: boolean
  readonly onNear: () => void
}

/** The page before there is a picture. `onNear` is called when a file may be about to come. */
export function EmptyPage({ intake, isReady, onNear }: Props) {
  const service = useService()
  return (
    // `onNear`: a finger anywhere, the pointer at a target for files, or the focus.
    <div className="slim-scroll h-full overflow-y-auto" onPointerDown={onNear} onFocusCapture={onNear}>
      <div className="mx-auto flex min-h-full w-full max-w-6xl flex-col justify-center gap-8 px-5 py-6 sm:px-10 lg:gap-12 lg:py-8">
        <div className="grid grid-cols-1 items-center gap-8 min-[44rem]:grid-cols-2 lg:grid-cols-[1.05fr_1fr] lg:gap-16">
          <div onPointerEnter={onNear}>
            <h1 className="text-display font-semibold tracking-[-0.035em]">
              {text.heading.map((line, index) => (
                <span key={line} className="block">
                  {line}
                  {index === 0 ? ' ' : ''}
                </span>
              ))}
            </h1>
            <p className="mt-4 max-w-[40ch] text-lead text-balance text-ink-soft low:hidden">
              {service.traits.uploads ? text.lead : text.leadOnDevice}
            </p>
            <Button
              variant="main"
              large
              title={text.formats}
              onClick={intake.pick}
              className="mt-6 w-full max-w-96 low:mt-4 max-[20rem]:gap-0! max-[20rem]:px-2! max-[20rem]:text-sm!"
            >
              <ImagePlus size={20} strokeWidth={1.9} aria-hidden /> {text.open}
            </Button>
            <p className="mt-2.5 text-sm text-ink-soft max-sm:hidden">{text.otherWays}</p>
            <Button variant="quiet" command="folder" className="-ml-3 low:hidden forced-colors:ml-0">
              <FolderInput size={16} strokeWidth={1.75} aria-hidden /> {messages.app.folder.open}
            </Button>
            <div className="mt-4 w-full max-w-96">
              <LinkForm links={intake.links} />
            </div>
            <p className="min-h-5 text-xs text-ink-faint">
              {service.onDevice ? isReady ? <MissingBytes /> : text.fetches(mostBytes()) : null}
            </p>
          </div>
          <div className="relative p-2.5" onPointerEnter={onNear}>
            <LiveCutout>
              <FoxButton
                addFiles={intake.addFiles}
                className="absolute! bottom-3 left-3 z-20 cursor-pointer"
              />
            </LiveCutout>
            <CropMarks />
          </div>
        </div>
        <div onPointerEnter={onNear}>
          <SamplePictures addFiles={intake.addFiles} />
        </div>
      </div>
    </div>
  )
}

/** The largest download for the first picture, before the backend and the stored files are known. */
const mostBytes = () => Math.max(networkBytes.wasm, 'gpu' in navigator ? networkBytes.webgpu : 0)

/** The bytes that this device must still download for the first picture. */
function MissingBytes() {
  const { level } = useStore(useStudio().settings).recipe
  const { data: device } = useQuery(deviceReport(useService()))
  const bytes = device?.missingBytes[level] ?? mostBytes()
  return bytes > 0 ? text.fetches(bytes) : text.fetched
}
