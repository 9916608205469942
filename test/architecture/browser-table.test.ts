import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { browserTable, readFindings, tableIn } from '../engines/video-findings.ts'

it('the README tells of browsers what the last run found', () => {
  const findings = readFindings()
  expect(Object.keys(findings).sort()).toEqual(['chromium', 'firefox', 'webkit'])
  const table = tableIn(readFileSync('README.md', 'utf8'))
  expect(table).toBe(browserTable(findings))
  expect(table).toMatch(/\| writes WebM with alpha +\| yes +\| yes +\| yes +\|/)
})
