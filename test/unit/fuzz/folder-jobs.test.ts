import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyBadDay, faultsOfDay } from '#support/bad-days.ts'
import { withoutDocument } from '#support/without-document.ts'

withoutDocument()

/** `npm run test:all` asks for more; no test of them takes longer than another. */
const numRuns = 500
const days = Number(process.env.BAD_DAYS ?? numRuns)

test.each(Array.from({ length: days / numRuns }, (_, at) => at + 1))(
  'folder jobs lose nothing and make nothing twice on bad days (%i)',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyBadDay, async (day) => {
        expect(await faultsOfDay(day)).toEqual([])
      }),
      { numRuns },
    )
  },
)
