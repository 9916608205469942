import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { sha256Of } from '#build/networks/network-source.ts'
import { readModel } from '#build/networks/read-model.ts'

/** Rows of a table by name, kept from run to run in node_modules/.cache while the networks and their passes stay. */
export type KeptRows<Row> = {
  get(name: string): Row | undefined
  set(name: string, row: Row): void
}

/** A change of code is not seen: `npm run bench... -- --fresh` forgets what earlier runs have kept. */
export function openKeptRows<Row>(table: string): KeptRows<Row> {
  const { catalog } = readModel()
  const print = sha256Of(JSON.stringify([catalog.networks, catalog.passes])).slice(0, 12)
  const folder = 'node_modules/.cache/clearcut-bench'
  const file = `${folder}/${table}.${print}.json`
  mkdirSync(folder, { recursive: true })
  const rows = new Map<string, Row>(process.argv.includes('--fresh') ? [] : entriesOf<Row>(file))
  return {
    get: (name) => rows.get(name),
    set: (name, row) => {
      rows.set(name, row)
      writeFileSync(file, JSON.stringify([...rows]))
    },
  }
}

function entriesOf<Row>(file: string): [string, Row][] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as [string, Row][]
  } catch {
    return []
  }
}
