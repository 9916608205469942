/** What a promise rejects with; fails where it does not. */
export const rejectionOf = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (thrown) {
    return thrown
  }
  throw new Error('Expected a rejection')
}
