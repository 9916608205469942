import { type Level, levels } from '#contract/image-options.ts'
import { seededRandom } from '#support/seeded-random.ts'
import type { Score } from './metrics.ts'
import { truthOf } from './pairs.ts'

export const ways = ['plain', ...levels] as const
export type Way = (typeof ways)[number]

/** One photo's scores. */
export type Row = {
  readonly kind: string
  readonly scores: Record<Way, Score>
  /** The levels that made a pass that they make of uncertain photos only. */
  readonly furtherPasses: readonly Level[]
}

/** The tables of test/bench/quality.md over at least one row. */
export function reportOf(rows: readonly Row[]): string {
  const sections = (['true alpha', 'hard mask', 'model output'] as const).map((truth) =>
    section(
      `Truth: ${truth}`,
      rows.filter(({ kind }) => truthOf(kind) === truth),
    ),
  )
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort().map((kind) => {
    const those = rows.filter((row) => row.kind === kind)
    const cells = ways.map((way) => `${mean(errorsOf(those, way)).toFixed(4)} / ${countPoor(those, way)}`)
    return `| ${kind} | ${those.length} | ${cells.join(' | ')} |`
  })
  const share = (level: Level) =>
    `${(100 * mean(rows.map(({ furtherPasses }) => Number(furtherPasses.includes(level))))).toFixed(0)} %`
  return [
    '# Quality of mattes',
    '',
    'Made by `npm run bench:quality`; what each figure means: `test/bench/quality/metrics.ts`. Lower is better,',
    'except for IoU. In brackets the ratio to the plain way: published fp16 weights at 1024 px, bilinear upsampling.',
    'The last column is the mean difference of the absolute error to the plain way on the same photo, with its interval',
    'of 95 % (bootstrap over photos). Networks, sizes and thresholds were chosen on other photos; the settings of the edge',
    'filter, and how haze is settled, on these too.',
    `Fast made a second pass for ${share('fast')} of the photos, Balanced a third one for ${share('balanced')}.`,
    '',
    section('All pairs', rows),
    '',
    section(
      'People',
      rows.filter(({ kind }) => /people|portrait/.test(kind)),
    ),
    '',
    sections.join('\n\n'),
    '',
    '## Mean absolute error, and photos below IoU 0.80, by kind',
    '',
    `| kind | photos | ${ways.join(' | ')} |`,
    `|---|---|${ways.map(() => '---|').join('')}`,
    ...kinds,
    '',
  ].join('\n')
}

const section = (title: string, rows: readonly Row[]) => `## ${title} (${rows.length})\n\n${table(rows)}`

function table(rows: readonly Row[]): string {
  const cell = (way: Way, key: keyof Score, digits: number) => {
    const value = mean(rows.map(({ scores }) => scores[way][key]))
    const plain = mean(rows.map(({ scores }) => scores.plain[key]))
    return way === 'plain'
      ? value.toFixed(digits)
      : `${value.toFixed(digits)} (${(value / plain).toFixed(2)})`
  }
  const line = (way: Way) => {
    const cells = [
      way,
      cell(way, 'mae', 4),
      cell(way, 'iou', 3),
      countPoor(rows, way),
      cell(way, 'gradient', 2),
      cell(way, 'edgeColor', 2),
      cell(way, 'halo', 2),
      way === 'plain' ? '' : differenceToPlain(rows, way),
    ]
    return `| ${cells.join(' | ')} |`
  }
  return [
    '| way | mean absolute error | IoU at 0.5 | below 0.80 | gradient error | edge colour error | of it, colour alone | difference of the error |',
    '|---|---|---|---|---|---|---|---|',
    ...ways.map(line),
  ].join('\n')
}

const errorsOf = (rows: readonly Row[], way: Way) => rows.map(({ scores }) => scores[way].mae)

const countPoor = (rows: readonly Row[], way: Way) =>
  rows.filter(({ scores }) => scores[way].iou < 0.8).length

const bootstraps = 4000

/** The mean of the paired differences, with its percentile interval of 95 % (Efron 1979). */
function differenceToPlain(rows: readonly Row[], way: Way): string {
  const differences = rows.map(({ scores }) => scores[way].mae - scores.plain.mae)
  const random = seededRandom(1)
  const means = Array.from({ length: bootstraps }, () =>
    mean(differences.map(() => differences[Math.floor(random() * differences.length)] ?? 0)),
  ).sort((a, b) => a - b)
  const at = (share: number) => (means[Math.floor(share * (bootstraps - 1))] ?? 0).toFixed(4)
  return `${mean(differences).toFixed(4)} (${at(0.025)} to ${at(0.975)})`
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
