import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { EngineName } from '#support/engines/engine-page.ts'

export type Outcome = 'yes' | 'no'

type Rows = Readonly<Record<string, Outcome>>

/** What the last run of `npm run test:engines` found in a browser. */
export type Findings = {
  readonly version: string
  readonly writes: Rows
  readonly reads: Rows
  readonly others: Rows
}

export const findingsFile = 'docs/browsers.json'
const readme = 'README.md'
const [opening, closing] = ['<!-- browsers -->\n', '\n<!-- /browsers -->']

type AllFindings = Readonly<Partial<Record<EngineName, Findings>>>

export const readFindings = (): AllFindings =>
  existsSync(findingsFile) ? JSON.parse(readFileSync(findingsFile, 'utf8')) : {}

/** Replaces what was found in one browser, in the file of findings and in the table of the README. */
export const keepFindings = (engine: EngineName, findings: Findings): void => {
  const all: AllFindings = { ...readFindings(), [engine]: findings }
  writeFileSync(findingsFile, `${JSON.stringify(all, null, 2)}\n`)
  const text = readFileSync(readme, 'utf8')
  const [before = '', after = ''] = [text.slice(0, startOf(text)), text.slice(text.indexOf(closing))]
  writeFileSync(readme, before + browserTable(all) + after)
}

/** What stands between the markers of the README. */
export const tableIn = (text: string): string => text.slice(startOf(text), text.indexOf(closing))

const startOf = (text: string): number => {
  const at = text.indexOf(opening)
  if (at === -1 || !text.includes(closing))
    throw new Error('the README lacks the markers of its table of browsers')
  return at + opening.length
}

const browserNames = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKitGTK' } as const
const engines = Object.keys(browserNames) as readonly EngineName[]

/** The table "What each browser can do", as Markdown. */
export const browserTable = (all: AllFindings): string => {
  const head = engines.map((engine) => {
    const number = /[\d]+(\.\d+)?/.exec(all[engine]?.version ?? '')?.[0]
    return number === undefined || engine === 'webkit'
      ? browserNames[engine]
      : `${browserNames[engine]} ${number}`
  })
  const part = (label: string, rowsOf: (findings: Findings) => Rows) => {
    const rows = new Set(engines.flatMap((engine) => Object.keys(all[engine] ? rowsOf(all[engine]) : {})))
    return [...rows].map((row) => {
      const cells = engines.map((engine) => (all[engine] && rowsOf(all[engine])[row]) ?? 'not tested')
      return [label + row, ...cells]
    })
  }
  const lines = [
    ['', ...head],
    ...part('', ({ others }) => others),
    ...part('reads ', ({ reads }) => reads),
    ...part('writes ', ({ writes }) =>
      Object.fromEntries(
        Object.entries(writes).map(([format, outcome]) => [formatNames[format] ?? format, outcome]),
      ),
    ),
  ]
  const widths =
    lines[0]?.map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0))) ?? []
  const toLine = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [first = [], ...rest] = lines
  return [
    toLine(first),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...rest.map(toLine),
  ].join('\n')
}

const formatNames: Readonly<Record<string, string>> = {
  webm: 'WebM with alpha',
  mov: 'MOV, ProRes 4444 with alpha',
  mp4: 'MP4, H.264',
  gif: 'GIF',
}
