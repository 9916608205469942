import { afterEach, beforeEach, vi } from 'vitest'

/** Gives tests in Node a document that is never seen, for what keeps the screen on. */
export const withoutDocument = (): void => {
  beforeEach(() => {
    vi.stubGlobal('document', { visibilityState: 'hidden', addEventListener() {}, removeEventListener() {} })
  })
  afterEach(() => vi.unstubAllGlobals())
}
