import { type ErrorDetails, isServiceError, type ServiceError } from '#contract/service-error.ts'

/** The `ServiceError` that `act` throws; anything else, or nothing, fails the test. */
export const thrownServiceError = (act: () => unknown): ServiceError => {
  try {
    act()
  } catch (thrown) {
    if (isServiceError(thrown)) return thrown
    throw thrown
  }
  throw new Error('Expected a ServiceError, but nothing was thrown')
}

/** The details of the `validation_error` that `act` throws, by parameter name. */
export const validationDetails = (act: () => unknown): ErrorDetails => {
  const { code, details } = thrownServiceError(act)
  if (code !== 'validation_error' || typeof details !== 'object')
    throw new Error(`Expected a validation_error with details by parameter, not ${code}`)
  return details
}

/** What a promise rejects with; fails where it does not. */
export const rejectionOf = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (thrown) {
    return thrown
  }
  throw new Error('Expected a rejection')
}
