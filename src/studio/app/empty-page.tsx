import { useQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import type { DeviceReport } from '#library/background-service.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useStudio } from '#studio/hooks/use-studio.ts'
import { LinkForm } from '#studio/intake/link-form.tsx'
import { SamplePictures } from '#studio/intake/sample-pictures.tsx'
import type { Intake } from '#studio/intake/use-intake.tsx'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { useStore } from '#studio/state/store.ts'
import { Button } from '#studio/ui/button.tsx'
import { CropMarks } from './drop-overlay.tsx'

const text = messages.app.empty

type Props = {
  readonly intake: Intake
  /** How a device is at the work; null until that is loaded. */
  readonly advice: ((device: DeviceReport) => string) | null
  readonly onNear: () => void
}

/** The page before there is a picture. `onNear` is called when one may be about to come. */
export function EmptyPage({ intake, advice, onNear }: Props) {
  const service = useService()
  return (
    // A finger anywhere, a pointer at what takes files, or the focus.
    <div className="slim-scroll h-full overflow-y-auto" onPointerDown={onNear} onFocusCapture={onNear}>
      <div className="mx-auto flex min-h-full w-full max-w-6xl flex-col justify-center gap-10 px-5 py-8 sm:px-10 lg:gap-14">
        <div className="grid items-center gap-10 lg:grid-cols-[1.05fr_1fr] lg:gap-16">
          <div>
            <h1 className="text-display font-semibold tracking-[-0.035em]">
              {text.heading.map((line, index) => (
                <span key={line} className="block">
                  {line}
                  {index === 0 ? ' ' : ''}
                </span>
              ))}
            </h1>
            <p className="mt-5 max-w-[44ch] text-lead text-ink-soft">
              {service.traits.uploads ? text.lead : text.leadOnDevice}
            </p>
            <p className="mt-6 min-h-25 sm:min-h-15 max-w-[52ch] text-sm text-ink-faint">
              {advice ? <Advice advice={advice} /> : text.advice}
            </p>
          </div>
          <div className="relative isolate bg-panel px-6 py-9 sm:px-10 sm:py-12" onPointerEnter={onNear}>
            <span
              aria-hidden
              className="checkerboard absolute inset-0 -z-10 opacity-70 [mask-image:linear-gradient(118deg,transparent_80%,black_80.2%)]"
            />
            <CropMarks />
            <div className="flex flex-col items-center text-center">
              <Button
                variant="main"
                large
                onClick={intake.pick}
                className="max-w-full min-w-[min(18rem,100%)]"
              >
                <ImagePlus size={20} strokeWidth={1.9} aria-hidden /> {text.open}
              </Button>
              <p className="mt-4 text-sm text-ink-soft max-sm:hidden">{text.otherWays}</p>
              <div className="mt-6 w-full max-w-96">
                <LinkForm links={intake.links} />
              </div>
              <ul className="max-w-80 space-y-1 text-xs text-balance text-ink-faint">
                <li>{text.pictureLimits}</li>
                <li>{text.videoLimits}</li>
              </ul>
            </div>
          </div>
        </div>
        <div onPointerEnter={onNear}>
          <SamplePictures addFiles={intake.addFiles} />
        </div>
      </div>
    </div>
  )
}

/** How this device is at the work. */
function Advice({ advice }: { readonly advice: NonNullable<Props['advice']> }) {
  // What the kinds say follows from what was measured.
  useStore(useStudio().settings)
  const { data: device } = useQuery(deviceReport(useService()))
  return device ? advice(device) : text.advice
}
