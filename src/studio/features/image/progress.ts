import type { Progress, Step } from '#contract/progress.ts'
import { formatTimeLeft } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'

/** The stages that every picture goes through; `model` comes before them, once. */
export const workStages = ['read', 'cut', 'edges', 'save'] as const satisfies readonly Step[]

export const stageLabels: Readonly<Record<Step, string>> = {
  model: 'Getting the model, once',
  send: 'Sending',
  read: 'Reading',
  cut: 'Cutting out',
  edges: 'Refining edges',
  save: 'Saving',
}

/** One line on what is going on: `Getting the model, once: 41 of 94 MB, about 12 s left`. */
export const progressText = (progress: Progress | null): string => {
  if (!progress) return 'Starting'
  const { step, bytes, secondsLeft } = progress
  const amount = bytes && bytes.total > 0 ? `: ${messages.counts.bytesOf(bytes)}` : ''
  const left =
    secondsLeft === undefined || secondsLeft <= 0 ? '' : `, about ${formatTimeLeft(secondsLeft)} left`
  return `${stageLabels[step]}${amount}${left}`
}

/** The same for a picture on its way to the service, which tells nothing of its work. */
export const sendingText = (progress: Progress | null): string => {
  if (!progress) return 'Getting ready to send'
  if (progress.step === 'send') return progressText(progress)
  return progress.step === 'save' ? 'The result is coming back' : 'The service is working on it'
}

/** What is spoken: the stage alone, so that a changing number does not speak all the time. */
export const spokenStage = (progress: Progress | null): string =>
  progress ? stageLabels[progress.step] : 'Starting'

/** Whole per cent, or null while nothing can be said. */
export const percent = (progress: Progress | null): number | null => {
  const ratio = progress?.ratio
  return typeof ratio === 'number' && Number.isFinite(ratio)
    ? Math.round(Math.min(1, Math.max(0, ratio)) * 100)
    : null
}

/** The title of the tab. */
export const titleText = (
  working: { name: string; progress: Progress | null; left: number } | null,
): string => {
  if (!working) return 'Clearcut Studio'
  const ratio = percent(working.progress)
  const more = working.left > 0 ? ` (+${working.left})` : ''
  return `${ratio === null ? '…' : `${ratio} %`} ${working.name}${more} · Clearcut Studio`
}
