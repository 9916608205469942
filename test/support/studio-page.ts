import { test as base, type Request } from '@playwright/test'

type StudioFixtures = {
  /** Errors of the page: `console.error` and uncaught ones. A test that cares asserts on it. */
  readonly consoleErrors: string[]
  /** Requests to other origins than the page's own. Must be empty after every test. */
  readonly foreignRequests: string[]
}

/**
 * Playwright's `test`, which fails a test whose page, workers or service worker asked any other origin for anything:
 * nothing leaves the device.
 */
export const test = base.extend<StudioFixtures>({
  consoleErrors: async ({ context }, use) => {
    const errors: string[] = []
    context.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => errors.push(String(error.error())))
    await use(errors)
  },
  foreignRequests: [
    async ({ context, baseURL }, use, testInfo) => {
      const foreign: string[] = []
      const own = new URL(baseURL ?? 'http://localhost/').hostname
      context.on('request', (request: Request) => {
        const { protocol, hostname } = new URL(request.url())
        if (/^(https?|wss?):$/.test(protocol) && hostname !== own) foreign.push(request.url())
      })
      await use(foreign)
      if (testInfo.status === testInfo.expectedStatus)
        expect(foreign, 'requests to other origins').toEqual([])
    },
    { auto: true },
  ],
})

export const { expect } = test
