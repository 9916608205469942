import { limits } from './limits.ts'

/** Containers count time in steps of up to a millisecond; nobody is refused for one of them. */
const clockSeconds = 0.001

/** Whether a video lasts longer than five minutes (Spec, Limits): the one place that compares with the limit. */
export const isTooLong = (durationSeconds: number): boolean =>
  durationSeconds > limits.video.maxSeconds + clockSeconds
