import type { ErrorCode } from '#contract/error-codes.ts'
import type { Retry } from '#contract/progress.ts'

const reasons: Readonly<Partial<Record<ErrorCode, string>>> = {
  rate_limit_exceeded: 'The service is busy',
  internal_server_error: 'The service had a fault',
  upstream_error: 'The service could not be reached',
}

/**
 * `The service is busy. Trying again in 4 s (2 of 5)`, or `Sending in 4 s` where it is the first try that waits;
 * `secondsLeft` counts down to it.
 */
export const retryText = ({ code, attempt, attempts }: Retry, secondsLeft: number): string => {
  const when = secondsLeft > 0 ? ` in ${Math.ceil(secondsLeft)} s` : ''
  const next = attempt === 1 ? `Sending${when}` : `Trying again${when} (${attempt} of ${attempts})`
  return `${reasons[code] ?? 'The service could not answer'}. ${next}`
}

/** What is spoken once, without the number that runs. */
export const spokenRetry = ({ code, attempt, attempts }: Retry): string =>
  `${reasons[code] ?? 'The service could not answer'}. ${attempt === 1 ? 'Sending follows' : `Try ${attempt} of ${attempts} follows`}`
