import { expect, test } from 'vitest'
import { leftOut } from '#contract/left-out.ts'
import type { BatchPlan } from '#library/batch/batch.ts'
import {
  madeOf,
  memoryLedger,
  memoryTabLocks,
  openMemoryBatch,
  pictureOf,
  planOf,
} from '#support/memory-batches.ts'
import { createMemoryDisk, type MemoryPage } from '#support/memory-folders.ts'
import { withoutDocument } from '#support/without-document.ts'

withoutDocument()

const room = () => {
  const disk = createMemoryDisk()
  const ledger = memoryLedger(disk)
  const run = async (plan: BatchPlan, more: Partial<Parameters<typeof openMemoryBatch>[0]> = {}) => {
    const { batch, when } = openMemoryBatch({ disk, ledger, plan, ...more })
    await batch.resume()
    const { files, phase } = await when((state) => state.phase === 'ended' || state.phase === 'paused')
    expect(phase).toBe('ended')
    await batch.close()
    return files.map(({ path, state, outputs }) => [path, state, ...outputs])
  }
  const results = () => Object.fromEntries(disk.files('to'))
  return { disk, ledger, run, results }
}
const untilGone = (page: MemoryPage) =>
  new Promise<null>((resolve) => {
    page.onGone = () => resolve(null)
  })
const on = (color: string, text: string) => madeOf(pictureOf(text), color)
const [white, red] = ['#ffffff', '#ff0000']

test.each(['number', 'skip'] as const)('a refilled card keeps its first results (%s)', async (existing) => {
  const { disk, run, results } = room()
  const plan = planOf(white, { existing })
  disk.put('from/IMG_0001.webp', pictureOf('first shoot'))
  await run(plan)
  disk.put('from/IMG_0001.webp', pictureOf('second shoot'))
  const [row] = await run(plan)
  expect(results()).toEqual({
    'IMG_0001.png': on(white, 'first shoot'),
    ...(existing === 'number' && { 'IMG_0001 (2).png': on(white, 'second shoot') }),
  })
  expect(row?.[1]).toBe(existing === 'number' ? 'done' : 'skipped')
  disk.put('from/IMG_0001.webp', pictureOf('first shoot'))
  expect(await run(plan)).toEqual([['IMG_0001.webp', 'skipped', 'IMG_0001.png']])
})

test.each(['number', 'skip'] as const)(
  'another colour leaves the first result where it is (%s)',
  async (existing) => {
    const { disk, run, results } = room()
    disk.put('from/a.webp', pictureOf('a'))
    await run(planOf(white, { existing }))
    await run(planOf(red, { existing }))
    expect(results()).toEqual({
      'a.png': on(white, 'a'),
      ...(existing === 'number' && { 'a (2).png': on(red, 'a') }),
    })
  },
)

test('recipes A, B, A make no file of A again', async () => {
  const { disk, run, results } = room()
  disk.put('from/a.webp', pictureOf('a'))
  const [one, two] = [planOf(white), planOf(red)]
  await run(one)
  await run(two)
  expect(await run(one)).toEqual([['a.webp', 'skipped', 'a.png']])
  expect(await run(two)).toEqual([['a.webp', 'skipped', 'a (2).png']])
  expect(results()).toEqual({ 'a.png': on(white, 'a'), 'a (2).png': on(red, 'a') })
})

test('with Replace the last recipe has the name', async () => {
  const { disk, run, results } = room()
  disk.put('from/a.webp', pictureOf('a'))
  disk.put('to/a.png', 'of somebody else')
  const [one, two] = [planOf(white, { existing: 'replace' }), planOf(red, { existing: 'replace' })]
  await run(one)
  expect(results()).toEqual({ 'a.png': on(white, 'a') })
  await run(two)
  expect(results()).toEqual({ 'a.png': on(red, 'a') })
  expect(await run(one)).toEqual([['a.webp', 'done', 'a.png']])
  expect(results()).toEqual({ 'a.png': on(white, 'a') })
})

test('with Replace a numbered name takes no place of others', async () => {
  const { disk, run, results } = room()
  disk.put('from/a.heic', pictureOf('one'))
  disk.put('from/a.webp', pictureOf('two'))
  disk.put('to/a.png', 'of that name')
  disk.put('to/a (2).png', 'of a person')
  for (const color of [white, red]) {
    await run(planOf(color, { existing: 'replace' }))
    const { 'a.png': first, 'a (3).png': third, ...others } = results()
    expect(others).toEqual({ 'a (2).png': 'of a person' })
    // Two are worked on at once: either may be the first.
    expect([first, third].sort()).toEqual([on(color, 'one'), on(color, 'two')])
  }
})

test('a result that a person changed is not replaced', async () => {
  const { disk, run, results } = room()
  disk.put('from/a.webp', pictureOf('a'))
  const plan = planOf(white)
  await run(plan)
  disk.put('to/a.png', 'retouched')
  expect(await run(plan)).toEqual([['a.webp', 'skipped', 'a.png']])
  // Another name of the recipe asks for the same, made anew.
  const renamed = { ...plan, recipes: plan.recipes.map((recipe) => ({ ...recipe, name: 'Renamed' })) }
  await run(renamed)
  expect(results()).toEqual({ 'a.png': 'retouched', 'a (2).png': on(white, 'a') })
})

test.each(['number', 'skip', 'replace'] as const)(
  'a result with unchanged settings replaces its predecessor (%s)',
  async (existing) => {
    const { disk, run, results } = room()
    disk.put('from/a.webp', pictureOf('a'))
    disk.put('to/a.png', 'of somebody else')
    await run(planOf(white))
    const plan = planOf(white, { existing })
    const renamed = { ...plan, recipes: plan.recipes.map((recipe) => ({ ...recipe, name: 'Renamed' })) }
    expect(await run(renamed, { render: async () => 'mended' })).toEqual([['a.webp', 'done', 'a (2).png']])
    expect(results()).toEqual({ 'a.png': 'of somebody else', 'a (2).png': 'mended' })
  },
)

test('a file that comes while a result is made is kept', async () => {
  const { disk, run } = room()
  const plan = planOf(white, { existing: 'replace', names: '{name}' })
  disk.put('from/IMG_1.webp', pictureOf('raw'))
  const render = async (text: string, color: string) => {
    disk.put('from/IMG_1.png', 'of the camera')
    return madeOf(text, color)
  }
  const [row] = await run(plan, { to: 'from', render })
  expect(row).toEqual(['IMG_1.webp', 'done', 'IMG_1 (2).png'])
  expect(Object.fromEntries(disk.files('from'))).toEqual({
    'IMG_1.webp': pictureOf('raw'),
    'IMG_1.png': 'of the camera',
    'IMG_1 (2).png': on(white, 'raw'),
  })
})

test('a file that comes while a result is written is kept', async () => {
  for (const moment of ['create', 'open', 'write', 'close']) {
    const { disk, run, results } = room()
    disk.put('from/a.webp', pictureOf('a'))
    let isCome = false
    disk.steps.on = (what) => {
      if (what === moment && !isCome) {
        isCome = true
        disk.put('to/a.png', 'of somebody else')
      }
      return null
    }
    await run(planOf(white, { existing: 'replace' }))
    // Chromium itself closes: nothing can be looked at after that.
    if (moment !== 'close')
      expect(results()).toEqual({ 'a.png': 'of somebody else', 'a (2).png': on(white, 'a') })
  }
})

const two = ['from', 'other'] as const

test.each(['number', 'skip', 'replace'] as const)(
  'two jobs of one target at once lose no result (%s)',
  async (existing) => {
    const { disk, ledger, results } = room()
    const { inTurn } = memoryTabLocks()
    for (const from of two) disk.put(`${from}/a.webp`, pictureOf(from))
    const jobs = two.map((from) =>
      openMemoryBatch({ disk, ledger, plan: planOf(white, { existing }), id: from, from, inTurn }),
    )
    for (const { batch } of jobs) void batch.resume()
    const rows = await Promise.all(
      jobs.map(async ({ when }) => (await when(({ phase }) => phase === 'ended')).files[0]),
    )
    rows.forEach((row, i) => {
      const [name] = row?.outputs ?? []
      if (name) expect(results()[name]).toBe(on(white, two[i] ?? ''))
      else expect([existing, row?.error?.reason]).toEqual(['skip', 'batch_file_exists'])
    })
    expect(Object.keys(results())).toHaveLength(existing === 'skip' ? 1 : 2)
  },
)

test('a job with Replace writes over nothing that came since it began', async () => {
  const { disk, run, results } = room()
  const names = ['a', 'b', 'c']
  for (const name of names) disk.put(`from/${name}.webp`, pictureOf(name))
  disk.put('other/c.webp', pictureOf('other'))
  let isOther = false
  const render = async (text: string, color: string) => {
    if (!isOther) {
      isOther = true
      await run(planOf(red), { id: 'other', from: 'other' })
    }
    return madeOf(text, color)
  }
  await run(planOf(white, { existing: 'replace' }), { render })
  expect(results()).toEqual({
    ...Object.fromEntries(names.map((name) => [`${name}${name === 'c' ? ' (2)' : ''}.png`, on(white, name)])),
    'c.png': on(red, 'other'),
  })
})

test.each(['number', 'replace'] as const)(
  'a job remakes results that another job replaced (%s)',
  async (existing) => {
    const { disk, run, results } = room()
    for (const from of two) disk.put(`${from}/a.webp`, pictureOf(from))
    const plan = planOf(white, { existing })
    await run(plan)
    if (existing === 'number') disk.remove('to/a.png')
    expect(await run(plan, { id: 'other', from: 'other' })).toEqual([['a.webp', 'done', 'a.png']])
    const name = existing === 'number' ? 'a (2).png' : 'a.png'
    expect(await run(plan)).toEqual([['a.webp', 'done', name]])
    expect(results()[name]).toBe(on(white, 'from'))
  },
)

test('a page that is killed at any step leaves its result once', async () => {
  for (const names of ['', '{name}-{width}'])
    for (let at = 1; ; at++) {
      const { disk, ledger, run, results } = room()
      disk.put('from/a.webp', pictureOf('a'))
      const page: MemoryPage = { isGone: false }
      let steps = 0
      disk.steps.on = (_, by) => (by === page && ++steps === at ? 'killAfter' : null)
      const plan = planOf(white, { names })
      const { batch, when } = openMemoryBatch({ disk, ledger, plan, page })
      void batch.resume()
      const isEnded = await Promise.race([when(({ phase }) => phase === 'ended'), untilGone(page)])
      if (isEnded) {
        expect(at).toBeGreaterThan(20)
        break
      }
      const [row] = await run(plan)
      const name = names ? 'a-4.png' : 'a.png'
      expect([at, row?.[2], results()]).toEqual([at, name, { [name]: on(white, 'a') }])
    }
})

test("a folder of one's own that is called unprocessed is read", async () => {
  const { disk, run } = room()
  disk.put('from/unprocessed/mine.webp', pictureOf('mine'))
  disk.put('from/notes.txt', 'no picture')
  const plan = planOf(white, { copiesUnprocessed: true, names: '{name}-cut' })
  const rows = [
    ['notes.txt', 'unreadable'],
    ['unprocessed/mine.webp', 'done', 'unprocessed/mine-cut.png'],
  ]
  expect(await run(plan)).toEqual(rows)
  expect(await run(plan, { to: 'from', id: 'into itself' })).toEqual(rows)
  expect(disk.read('from/unprocessed/notes.txt')).toBe('no picture')
  expect(await run(plan, { to: 'from', id: 'into itself' })).toEqual([
    ['notes.txt', 'unreadable'],
    ['unprocessed/mine.webp', 'skipped', 'unprocessed/mine-cut.png'],
  ])
})

test('content missing from results is recorded, also for later runs', async () => {
  const { disk, ledger } = room()
  disk.put('from/scan.webp', pictureOf('scan'))
  const lacking = [leftOut('pages', 2)]
  const runs = []
  for (const more of [{ leftOut: lacking }, {}]) {
    const { batch, when } = openMemoryBatch({ disk, ledger, plan: planOf(white), ...more })
    await batch.resume()
    runs.push((await when(({ phase }) => phase === 'ended')).files)
    await batch.close()
  }
  expect(runs).toMatchObject([
    [{ state: 'done', leftOut: lacking }],
    [{ state: 'skipped', leftOut: lacking }],
  ])
})
