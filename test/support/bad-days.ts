import fc from 'fast-check'
import type { BatchFile, BatchPlan, BatchState } from '#library/batch/batch.ts'
import { madeOf, memoryLedger, memoryTabLocks, openMemoryBatch, pictureOf, planOf } from './memory-batches.ts'
import { createMemoryDisk, type MemoryPage, type Upset } from './memory-folders.ts'

/**
 * Folder jobs on bad days: what goes wrong at which step, over folders in memory, and what has to be true in the end.
 */

const colors = ['#ff0000', '#0000ff'] as const
const patterns = ['', '{name}-{width}', 'all/{name}', '{folder}/{name}-{recipe}'] as const
const longName = `${'L'.repeat(250)}.webp`
const sourceNames = [
  ...['IMG_1.webp', 'img_1.webp', 'x/IMG_1.webp', 'x/b.jpg', 'caf\u00e9.webp', 'cafe\u0301.jpg', longName],
  ...['notes.txt', 'x/notes.txt', 'unprocessed/mine.webp', 'IMG_1 (2).webp', 'a\u{1f98a}.webp'],
] as const
const targetNames = [
  ...['IMG_1.png', 'img_1.png', 'IMG_1 (2).png', 'x/IMG_1.png', 'all/IMG_1.png', 'caf\u00e9.png', 'b.png'],
  ...['IMG_1-4.png', 'unprocessed/notes.txt', `${'L'.repeat(180)}.png`, 'IMG_1-Plain.png'],
] as const

type Event =
  | { readonly kind: 'killBefore' | 'killAfter' }
  /** A fault of so many steps, or until somebody looks after it. */
  | {
      readonly kind: 'fault'
      readonly fault: 'QuotaExceededError' | 'NotAllowedError'
      readonly steps: number
    }
  | { readonly kind: 'clock'; readonly by: number }
  | { readonly kind: 'comes' | 'arrives' | 'edited'; readonly name: number }
  | { readonly kind: 'skip' | 'pause' }

type Session = {
  readonly color: number
  readonly pattern: number
  readonly existing: BatchPlan['existing']
  readonly copiesUnprocessed: boolean
  readonly watches: boolean
  readonly isRenamed: boolean
  readonly hasTwoTabs: boolean
  readonly events: readonly { readonly at: number; readonly event: Event }[]
}

export type BadDay = {
  readonly rules: { readonly foldsCase: boolean; readonly decomposes: boolean }
  readonly to: 'to' | 'from' | 'from/out'
  readonly sources: readonly number[]
  readonly theirs: readonly number[]
  readonly sessions: readonly Session[]
}

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constantFrom('killBefore' as const, 'killAfter' as const) }),
  fc.record({
    kind: fc.constant('fault' as const),
    fault: fc.constantFrom('QuotaExceededError' as const, 'NotAllowedError' as const),
    steps: fc.constantFrom(1, 2, 1000),
  }),
  fc.record({ kind: fc.constant('clock' as const), by: fc.constantFrom(-5000, -2, 7, 3_600_000) }),
  fc.record({
    kind: fc.constantFrom('comes' as const, 'arrives' as const, 'edited' as const),
    name: fc.nat(sourceNames.length - 1),
  }),
  fc.record({ kind: fc.constantFrom('skip' as const, 'pause' as const) }),
)

const anySession: fc.Arbitrary<Session> = fc.record({
  color: fc.nat(colors.length - 1),
  pattern: fc.nat(patterns.length - 1),
  existing: fc.constantFrom('number' as const, 'skip' as const, 'replace' as const),
  copiesUnprocessed: fc.boolean(),
  watches: fc.nat(7).map((each) => each === 0),
  isRenamed: fc.nat(5).map((each) => each === 0),
  hasTwoTabs: fc.nat(3).map((each) => each === 0),
  events: fc.array(fc.record({ at: fc.integer({ min: 1, max: 120 }), event: anyEvent }), { maxLength: 4 }),
})

export const anyBadDay: fc.Arbitrary<BadDay> = fc.record({
  rules: fc.record({ foldsCase: fc.boolean(), decomposes: fc.boolean() }),
  to: fc.constantFrom('to' as const, 'from' as const, 'from/out' as const),
  sources: fc.uniqueArray(fc.nat(sourceNames.length - 1), { minLength: 1, maxLength: 5 }),
  theirs: fc.uniqueArray(fc.nat(targetNames.length - 1), { maxLength: 3 }),
  sessions: fc.array(anySession, { minLength: 1, maxLength: 3 }),
})

/** What is wrong at the end of a bad day; empty where all is as it must be. */
export const faultsOfDay = async (day: BadDay): Promise<readonly string[]> => {
  const { rules, to } = day
  const disk = createMemoryDisk(rules)
  const ledger = memoryLedger(disk)
  const locks = memoryTabLocks()
  const faults: string[] = []
  const say = (fault: string) => void faults.push(fault)
  const isOverlapping = to === 'from'

  /** What belongs to others, by its path as the disk has it. */
  const theirs = new Map<string, string>()
  /** What they let go: it was there, or came, while Replace was chosen. */
  const letGo = new Set<string>()
  /** Results and copies that were written over by others. */
  const changed = new Set<string>()
  /** All texts that ever were a source, with their paths. */
  const pathsOfText = new Map<string, string>()
  let turn = 0
  let isReplacing = false
  const ownName = (path: string) => [...disk.files('').keys()].find((name) => disk.isSame(name, path)) ?? path
  const putTheirs = (path: string) => {
    turn += 1
    const text = path.endsWith('.txt') ? `notes ${turn}` : pictureOf(`${turn}`)
    // Nobody can tell a result that a person changed from another file in its place: it is no source.
    if (disk.read(path) && !theirs.has(ownName(path))) changed.add(ownName(path))
    disk.put(path, text)
    const name = ownName(path)
    theirs.set(name, text)
    pathsOfText.set(text, name)
    if (isReplacing && !isOverlapping && name.startsWith(`${to}/`)) letGo.add(name)
    else letGo.delete(name)
  }
  for (const at of day.sources) putTheirs(`from/${sourceNames[at]}`)
  putTheirs('from2/IMG_1.webp')
  for (const at of day.theirs) putTheirs(`${to}/${targetNames[at]}`)

  let pages: MemoryPage[] = []
  let open: Fault | null = null
  type Fault = { readonly fault: string; left: number }
  let pending: { at: number; event: Event }[] = []
  let steps = 0
  let onControl: (kind: 'skip' | 'pause') => void = () => {}
  const killAll = () => {
    for (const page of pages) page.isGone = true
    locks.free()
    for (const page of pages) page.onGone?.()
  }
  const happen = (event: Event): Upset => {
    if (event.kind === 'fault') open = { fault: event.fault, left: event.steps }
    else if (event.kind === 'clock') disk.clock.now += event.by
    else if (event.kind === 'comes') putTheirs(`${to}/${targetNames[event.name % targetNames.length]}`)
    else if (event.kind === 'arrives') putTheirs(`from/${sourceNames[event.name]}`)
    else if (event.kind === 'edited') {
      const own = [...theirs.keys()].filter((path) => path.startsWith('from/'))
      const path = own[event.name % own.length]
      if (path) putTheirs(path)
    } else if (event.kind === 'skip' || event.kind === 'pause') onControl(event.kind)
    else return event.kind
    return null
  }
  // A browser that is killed takes all its tabs along.
  disk.steps.kill = killAll
  disk.steps.on = (what, page) => {
    steps += 1
    let upset: Upset = null
    const now = pending.filter(({ at }) => at <= steps)
    pending = pending.filter(({ at }) => at > steps)
    for (const { event } of now) {
      // Nobody can look between the last look and the rename of the browser.
      if (what === 'close' && (event.kind === 'comes' || event.kind === 'arrives' || event.kind === 'edited'))
        pending.push({ at: steps + 1, event })
      else upset = happen(event) ?? upset
    }
    if (upset) return upset
    if (open && open.left > 0 && !page.isGone) {
      const { fault } = open
      const isHit =
        fault === 'NotAllowedError' ? what !== 'ledger' : /create|open|write|close|ledger/.test(what)
      if (isHit) {
        open.left -= 1
        return { fault }
      }
    }
    return null
  }

  const planOfSession = (session: Session): BatchPlan => {
    const { existing, copiesUnprocessed, watches, isRenamed } = session
    const plan = planOf(colors[session.color] ?? colors[0], { existing, copiesUnprocessed, watches })
    const recipes = plan.recipes.map((recipe) => ({ ...recipe, name: isRenamed ? 'Renamed' : recipe.name }))
    return { ...plan, recipes, names: patterns[session.pattern] ?? '' }
  }

  /** Runs a batch to its end, through all that happens; null where its page is killed. */
  const runToEnd = async (plan: BatchPlan, id: string, from: string, page: MemoryPage) => {
    const render = (text: string, color: string) => disk.step('make', page, () => madeOf(text, color))
    const { batch, store, when } = openMemoryBatch({
      disk,
      ledger,
      plan,
      id,
      from,
      to,
      page,
      render,
      inTurn: (work) => (page.isGone ? new Promise(() => {}) : locks.inTurn(work)),
    })
    const gone = new Promise<null>((resolve) => {
      page.onGone = () => resolve(null)
    })
    if (id === 'one')
      onControl = (kind) => {
        if (kind === 'skip') batch.skip()
        else batch.pause()
      }
    const isAtRest = ({ phase }: BatchState) =>
      phase === 'ended' || phase === 'paused' || phase === 'watching'
    void batch.resume()
    for (let tries = 0; ; tries++) {
      const state = await Promise.race([when(isAtRest), gone])
      if (!state || page.isGone) return null
      if (state.phase !== 'paused') {
        await Promise.race([batch.close(), gone])
        return page.isGone ? null : store.get().files
      }
      if (tries > 100) {
        say(`It does not go on: ${state.pause}`)
        return null
      }
      if (state.pause === 'targetGone' || state.pause === 'sourceGone') say(`Nothing is gone: ${state.pause}`)
      open = null
      // It may go on, or wait for the same thing again.
      const isNews = new Promise<void>((resolve) => {
        const leave = store.subscribe(() => {
          leave()
          resolve()
        })
      })
      await Promise.race([batch.resume(), gone])
      await Promise.race([isNews, gone])
    }
  }

  type Row = {
    readonly path: string
    readonly color: string
    readonly pattern: string
    readonly text: string
  }
  const kept = new Map<string, Row>()

  const runSession = async (session: Session) => {
    const plan = planOfSession(session)
    isReplacing = plan.existing === 'replace'
    if (isReplacing) {
      for (const path of theirs.keys()) if (path.startsWith(`${to}/`) && !isOverlapping) letGo.add(path)
      kept.clear()
    }
    pending = session.events.map((each) => ({ ...each }))
    steps = 0
    open = null
    pages = [{ isGone: false }, { isGone: false }]
    const [one = { isGone: false }, two = { isGone: false }] = pages
    const running = [runToEnd(plan, 'one', 'from', one)]
    // Else what the other one makes would be a source of this one.
    if (session.hasTwoTabs && !isOverlapping)
      running.push(runToEnd({ ...plan, watches: false }, 'two', 'from2', two))
    const [files] = await Promise.all(running)
    pending = []
    open = null
    return { plan, files: files ?? null }
  }

  const colorOf = (plan: BatchPlan) => plan.recipes[0]?.settings.background ?? ''
  const made = (text: string, plan: BatchPlan) => madeOf(text, colorOf(plan))
  const read = (path: string) => disk.read(`${to}/${path}`)
  const mayReplace = day.sessions.some(({ existing }) => existing === 'replace')
  /** Whether a file is of others: of a person, or of the other tab where that may replace what is there. */
  const isTheirs = (path: string) => {
    const name = ownName(`${to}/${path}`)
    const text = disk.read(name)
    const isOfOther = [...pathsOfText].some(
      ([each, from]) => from.startsWith('from2/') && colors.some((color) => madeOf(each, color) === text),
    )
    return (theirs.has(name) && text === theirs.get(name)) || (mayReplace && isOfOther)
  }

  /** What a report says of outputs is so: they are there, and made of some content of their file. */
  const checkRows = (plan: BatchPlan, files: readonly BatchFile[]) => {
    for (const { path, state, outputs } of files) {
      const name = ownName(`from/${path}`)
      const texts = [...pathsOfText].filter(([, at]) => at === name).map(([text]) => text)
      for (const output of outputs) {
        const text = read(output)
        const source = texts.find((each) => made(each, plan) === text)
        if (source === undefined && !isTheirs(output))
          say(`${path} is ${state}, but ${output} is not of it: ${text}`)
        if (source !== undefined && state !== 'failed')
          kept.set(output, { path, color: colorOf(plan), pattern: plan.names, text: text ?? '' })
      }
    }
  }

  for (const session of day.sessions) {
    const { plan, files } = await runSession(session)
    if (files) checkRows(plan, files)
  }
  const last = day.sessions.at(-1)
  if (!last) return faults
  const { plan, files } = await runSession({ ...last, events: [], watches: false, hasTwoTabs: true })
  if (!files) return [...faults, 'A day without faults does not end']
  checkRows(plan, files)

  // Every source, and everything else of others, is untouched.
  for (const [path, text] of theirs)
    if (disk.read(path) !== text && !letGo.has(path)) say(`${path} of somebody else is ${disk.read(path)}`)

  // Every file of others in the source is in the report, and nothing else.
  const isSource = (path: string) =>
    path.startsWith('from/') && !(to === 'from/out' && path.startsWith('from/out/'))
  const listed = new Map(files.map((file) => [ownName(`from/${file.path}`), file]))
  for (const path of theirs.keys())
    if (isSource(path) && !listed.has(path) && !changed.has(path)) say(`${path} is not read`)
  for (const path of listed.keys()) if (!theirs.has(path)) say(`${path} is read, and is of the job`)

  // Every readable one is made, or its name is another's.
  for (const [path, { state, outputs, error }] of listed) {
    const text = theirs.get(path) ?? ''
    if (path.endsWith('.txt')) {
      if (state !== 'unreadable') say(`${path} is ${state}`)
      const copies = [...disk.files(`${to}/unprocessed`)].filter(([, each]) => each === text)
      const own = copies.filter(([each]) => !theirs.has(ownName(`${to}/unprocessed/${each}`)))
      if (plan.copiesUnprocessed && own.length !== 1) say(`${path} has ${own.length} copies`)
    } else if (outputs.length === 0) {
      if (state !== 'skipped' || plan.existing !== 'skip' || error?.reason !== 'batch_file_exists')
        say(`${path} is ${state} without outputs: ${error?.reason}`)
    } else {
      if (state !== 'done' && state !== 'skipped') say(`${path} is ${state}`)
      for (const output of outputs)
        if (read(output) !== made(text, plan) && !isTheirs(output))
          say(`${output} is not of ${path} as it is`)
    }
  }

  // No result is there twice, and nothing that is none.
  const results = new Map<string, string[]>()
  for (const [path, text] of disk.files(to)) {
    const name = `${to}/${path}`
    if (path.endsWith('.crswap') || (theirs.has(name) && theirs.get(name) === text)) continue
    if (/(^|\/)unprocessed\//.test(path) && text.startsWith('notes')) continue
    if (isOverlapping && theirs.has(name)) continue
    if (!text.startsWith('cut out')) say(`${path} is no result: ${text}`)
    results.set(text, [...(results.get(text) ?? []), path])
  }
  const used = new Set(day.sessions.map(({ pattern, isRenamed }) => `${patterns[pattern]} ${isRenamed}`))
  for (const [text, paths] of results)
    if (paths.length > used.size) say(`${text} is there as ${paths.join(', ')}`)

  // What earlier days made is still there.
  for (const [path, { text }] of kept) if (read(path) !== text && !isTheirs(path)) say(`${path} was ${text}`)
  return faults
}
