import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import {
  type Candidate,
  type CandidateKind,
  distinct,
  maxProposals,
  proposalCandidates,
  proposeCutouts,
} from '#engine/proposals/propose-cutouts.ts'
import { findPeople, openImageMatter } from '#matting/image-matter.ts'
import { openKeptNetworks } from '../quality/kept-networks.ts'
import { listPairs, readPair, samplesAreThere } from '../quality/pairs.ts'
import { fineFeatures, isForChoosing, toEditCase, toLabels } from './edit-cases.ts'
import { iouOf } from './simulate-clicks.ts'

/**
 * Measures what the offered cut-outs gain on the photos kept back for reporting whose Balanced matte has an IoU below
 * 0.80, and writes test/bench/proposals.md. With KEPT_ONLY=1 only photos whose mattes were made before are looked at;
 * with SIDE=choose those on which settings may be chosen, and no table is written.
 */
const keptOnly = process.env.KEPT_ONLY === '1'
const isChoosing = process.env.SIDE === 'choose'
const badBelow = 0.8

type Row = {
  readonly name: string
  readonly kind: string
  readonly first: number
  /** Best of the offered. */
  readonly best: number
  /** Best of the offered when a closer look was taken. */
  readonly closer: number
  /** Best of all candidates. */
  readonly any: number
  /** IoU of each candidate, in order. */
  readonly candidates: readonly { readonly kind: CandidateKind; readonly iou: number }[]
}

const { networks, nextPhoto, isKept } = openKeptNetworks(Math.min(2, availableParallelism()))
const matter = openImageMatter(networks)
const call = { signal: new AbortController().signal, onProgress: () => {} }
const { image } = networks.passes.wasm.balanced

async function measure() {
  const rows: Row[] = []
  let [looked, all] = [0, 0]
  for (const entry of listPairs()) {
    const name = entry.file.replace(/^.*\/|\.jpg$/g, '')
    if (isForChoosing(name) !== isChoosing) continue
    all++
    nextPhoto(name)
    if (keptOnly && !image.every(isKept)) continue
    const pair = await readPair(entry)
    looked++
    const estimated = await matter.estimate(pair.photo, 'balanced', call)
    const { picture, matte, truth } = toEditCase(pair, estimated)
    const first = iouOf(toLabels(matte, truth), truth)
    if (first >= badBelow) continue
    const features: FeatureMaps = await fineFeatures(networks, pair)
    const people = await findPeople(networks, pair.photo, call)
    const { others = [] } = estimated
    const scene = { picture, matte, features, others, ...(people && { people }) }
    const score = ({ kind, matte: own }: Candidate) => ({ kind, iou: iouOf(toLabels(own, truth), truth) })
    const scored = distinct(matte, proposalCandidates(scene)).map(score)
    const closer = await matter.lookCloser?.(pair.photo, estimated, 'balanced', call.signal)
    const bestOf = (some: readonly { readonly iou: number }[]) =>
      Math.max(first, ...some.map(({ iou }) => iou))
    const row = {
      name,
      kind: entry.kind,
      first,
      best: bestOf(scored.slice(0, maxProposals)),
      closer: bestOf(proposeCutouts({ ...scene, ...(closer && { closer }) }).map(score)),
      any: bestOf(scored),
      candidates: scored,
    }
    rows.push(row)
    console.log(name, first.toFixed(2), scored.map(({ kind, iou }) => `${kind} ${iou.toFixed(2)}`).join(', '))
  }
  return { rows, looked, all }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const line = (name: string, rows: readonly Row[]): string =>
  `| ${[
    name,
    rows.length,
    ...[
      rows.map(({ first }) => first),
      rows.map(({ best }) => best),
      rows.map(({ best, first }) => best - first),
      rows.map(({ closer }) => closer),
      rows.map(({ any }) => any),
    ].map((values) => mean(values).toFixed(3)),
  ].join(' | ')} |`

const report = (rows: readonly Row[], looked: number, all: number): string =>
  [
    '# Cut-outs that are offered',
    '',
    'Made by `npm run bench:proposals`. Of the photos kept back for reporting (`isForChoosing` in',
    '`test/bench/edit/edit-cases.ts`; the order of the candidates was chosen on the others) those whose Balanced matte has',
    `an IoU below ${badBelow.toFixed(2)}: before, and with the best of the ${maxProposals} cut-outs that are offered, or the first where it is best.`,
    'With a closer look (`closerWindow`) its matte is one of them. The last column has the best of all candidates, offered or not. IoU is that of the matte at 512 px.',
    '',
    `Of ${all} photos kept back ${looked} were looked at; ${rows.length} of them begin below ${badBelow.toFixed(2)}.`,
    '',
    '| photos | | IoU at first | best of the offered | gained | with a closer look | best of all |',
    '|---|---|---|---|---|---|---|',
    line('all', rows),
    ...[...new Set(rows.map(({ kind }) => kind))].sort().map((kind) =>
      line(
        kind,
        rows.filter((row) => row.kind === kind),
      ),
    ),
    '',
  ].join('\n')

if (!samplesAreThere) {
  console.log('The photos with true mattes (../shared/samples) are not here, so there is nothing to measure.')
} else {
  const { rows, looked, all } = await measure()
  await networks.dispose()
  const text = report(rows, looked, all)
  if (!isChoosing) writeFileSync(new URL('../proposals.md', import.meta.url), text)
  console.log(text)
}
