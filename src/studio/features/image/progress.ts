import type { Progress, Step } from '#contract/progress.ts'
import { formatTimeLeft } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'

const texts = messages.image.progress

/** The steps of every picture; `model` precedes them if files are missing. */
export const pictureSteps = ['read', 'cut', 'edges', 'save'] as const satisfies readonly Step[]

/** The labels of the steps. */
export const stepLabels: Readonly<Record<Step, string>> = messages.image.steps

/** The current step in one line: `Getting the model, once: 41 of 94 MB, about 12 s left`. */
export const progressText = (progress: Progress | null): string => {
  if (!progress) return texts.starting
  const { step, bytes, secondsLeft } = progress
  if (isStarting(progress)) return texts.starting
  return texts.text(
    stepLabels[step],
    bytes && bytes.total > 0 ? messages.counts.bytesOf(bytes) : null,
    secondsLeft === undefined || secondsLeft <= 0 ? null : formatTimeLeft(secondsLeft),
  )
}

/** Whether the model is loaded, so that the network is starting. */
const isStarting = ({ step, bytes }: Progress): boolean =>
  step === 'model' && bytes !== undefined && bytes.total > 0 && bytes.loaded >= bytes.total

/** The same for a picture at a service, which only reports the upload and the download. */
export const sendingText = (progress: Progress | null): string => {
  if (!progress) return texts.preparing
  if (progress.step === 'send') return progressText(progress)
  return progress.step === 'save' ? texts.returning : texts.atService
}

/** The step without numbers, because screen readers would read every change. */
export const announcedStep = (progress: Progress | null): string =>
  progress && !isStarting(progress) ? stepLabels[progress.step] : texts.starting

/** The ratio in whole per cent; null if unknown. */
export const percent = (progress: Progress | null): number | null => {
  const ratio = progress?.ratio
  return typeof ratio === 'number' && Number.isFinite(ratio)
    ? Math.round(Math.min(1, Math.max(0, ratio)) * 100)
    : null
}
