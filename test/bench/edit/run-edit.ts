import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { seededRandom } from '#support/seeded-random.ts'
import { openKeptNetworks } from '../quality/kept-networks.ts'
import { listPairs, readPair, samplesAreThere } from '../quality/pairs.ts'
import { type ClickSession, clicksToGoal, clickUntilGood, goal, iouAfter } from './count-clicks.ts'
import { fineFeatures, fineMatte, isForChoosing, toEditCase, toLabels } from './edit-cases.ts'
import { iouOf } from './simulate-clicks.ts'

/**
 * Counts the clicks that mend the Fine matte of every photo kept back for reporting whose IoU is below 0.90, and writes
 * the table to test/bench/edit.md. With KEPT_ONLY=1 only photos whose Fine matte was made before are looked at; with
 * SIDE=choose those on which settings may be chosen, and no table is written.
 */
const keptOnly = process.env.KEPT_ONLY === '1'
const isChoosing = process.env.SIDE === 'choose'
/** Sessions with random clicks for each photo. */
const randomSessions = 1

type Row = {
  readonly name: string
  readonly kind: string
  readonly centre: ClickSession
  readonly withoutFeatures: ClickSession
  readonly random: readonly ClickSession[]
}

const { networks, nextPhoto, isKept } = openKeptNetworks(Math.min(4, availableParallelism()))

async function measure() {
  const rows: Row[] = []
  let looked = 0
  let all = 0
  for (const entry of listPairs()) {
    const pair = await readPair(entry)
    if (isForChoosing(pair.name) !== isChoosing) continue
    all++
    nextPhoto(pair.name)
    if (keptOnly && !networks.passes.wasm.fine.image.every(isKept)) continue
    const scene = toEditCase(pair, await fineMatte(networks, pair))
    looked++
    if (iouOf(toLabels(scene.matte, scene.truth), scene.truth) >= goal.iou) continue
    const features = await fineFeatures(networks, pair)
    const centre = clickUntilGood(scene, features)
    const random = Array.from({ length: randomSessions }, (_, seed) =>
      clickUntilGood(scene, features, { random: seededRandom(seed) }),
    )
    rows.push({ ...entry, name: pair.name, centre, random, withoutFeatures: clickUntilGood(scene, null) })
    console.log(pair.name, clicksToGoal(centre), centre.ious.map((iou) => iou.toFixed(2)).join(' '))
  }
  return { rows, looked, all }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN

function line(name: string, sessions: readonly ClickSession[]): string {
  const counts = sessions.map(clicksToGoal)
  const missed = sessions.filter(({ ious }) => (ious.at(-1) ?? 0) < goal.iou).length / sessions.length
  const ious = [0, 1, 3, 5].map((clicks) =>
    mean(sessions.map((session) => iouAfter(session, clicks))).toFixed(3),
  )
  const losses = sessions.flatMap(({ ious }) => ious.slice(1).map((iou, i) => (ious[i] ?? 0) - iou))
  const cells = [name, mean(counts).toFixed(2), median(counts), `${(missed * 100).toFixed(0)} %`, ...ious]
  return `| ${[...cells, Math.max(0, ...losses).toFixed(2)].join(' | ')} |`
}

function report(rows: readonly Row[], looked: number, all: number): string {
  const first = rows.map(({ centre }) => centre.times[0] ?? 0)
  const later = rows.flatMap(({ centre }) => centre.times.slice(1))
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort().map((kind) => {
    const those = rows.filter((row) => row.kind === kind)
    return line(
      `${kind} (${those.length})`,
      those.map(({ centre }) => centre),
    )
  })
  const head =
    '| clicks | mean NoC@90 | median | not in 20 | IoU at first | after 1 | after 3 | after 5 | most lost by a click |'
  const rule = '|---|---|---|---|---|---|---|---|---|'
  return [
    '# Clicks that mend a matte',
    '',
    'Made by `npm run bench:edit`. NoC@90 is the number of clicks to an IoU of 0.90, at most 20, from the Fine matte of',
    'every photo whose first IoU is below 0.90; a photo that never gets there counts 20. What was chosen by measuring was',
    'chosen on other photos (`isForChoosing` in `test/bench/edit/edit-cases.ts`). IoU is that of the matte at 512 px.',
    'The last column is the most IoU that any one click took away.',
    '',
    `Of ${all} photos kept back ${looked} were looked at; ${rows.length} of them begin below 0.90.`,
    '',
    head,
    rule,
    line(
      'at the centre of the largest wrong region',
      rows.map(({ centre }) => centre),
    ),
    line(
      'anywhere in it, at random',
      rows.flatMap(({ random }) => random),
    ),
    line(
      'at the centre, without features',
      rows.map(({ withoutFeatures }) => withoutFeatures),
    ),
    '',
    `The first click takes ${median(first).toFixed(0)} ms, a later one ${median(later).toFixed(0)} ms (medians in Node, without the pass for the features).`,
    '',
    '## Clicks at centres, by kind',
    '',
    head,
    rule,
    ...kinds,
    '',
  ].join('\n')
}

if (!samplesAreThere) {
  console.log('The photos with true mattes (../shared/samples) are not here, so there is nothing to mend.')
} else {
  const { rows, looked, all } = await measure()
  await networks.dispose()
  const text = report(rows, looked, all)
  if (!isChoosing) writeFileSync(new URL('../edit.md', import.meta.url), text)
  console.log(text)
}
