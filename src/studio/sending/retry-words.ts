import type { ErrorCode } from '#contract/error-codes.ts'
import type { Retry } from '#contract/progress.ts'

const reasons: Readonly<Partial<Record<ErrorCode, string>>> = {
  rate_limit_exceeded: 'The service is busy',
  internal_server_error: 'The service had a fault',
  upstream_error: 'The service could not be reached',
}

/** `The service is busy. Trying again in 4 s (2 of 5)`; `secondsLeft` counts down to the next try. */
export const retryText = ({ code, attempt, attempts }: Retry, secondsLeft: number): string => {
  const when = secondsLeft > 0 ? ` in ${Math.ceil(secondsLeft)} s` : ''
  return `${reasons[code] ?? 'The service could not answer'}. Trying again${when} (${attempt} of ${attempts})`
}

/** What is spoken once, without the number that runs. */
export const spokenRetry = ({ code, attempt, attempts }: Retry): string =>
  `${reasons[code] ?? 'The service could not answer'}. Try ${attempt} of ${attempts} follows`
