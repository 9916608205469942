import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Locked = {
  readonly integrity?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const { packages }: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
)

// Without one of them `npm ci` refuses the whole lock file; `npm install` forgets those that its
// registry does not have.
test('the lock file has the optional packages of every system', () => {
  const paths = Object.keys(packages)
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)))
  expect(missing).toEqual([])
})

test('the lock file ties to no registry in particular', () => {
  expect(JSON.stringify(packages)).not.toContain('"resolved"')
})

// Else a registry, or whoever stands between, may put another package in its place.
test('every package of the lock file has its integrity', () => {
  const without = Object.entries(packages)
    .filter(([path, { integrity = '' }]) => path !== '' && !integrity.startsWith('sha512-'))
    .map(([path]) => path)
  expect(without).toEqual([])
})
