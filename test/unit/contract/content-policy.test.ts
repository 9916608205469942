import { expect, test } from 'vitest'
import {
  frameOriginsOf,
  metaPolicy,
  pagePolicy,
  workerPolicy,
  wrongFrameOrigins,
} from '#contract/content-policy.ts'

test('pages run only their own scripts; workers contact only their origin', () => {
  expect(metaPolicy).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; /)
  expect(metaPolicy).not.toMatch(/'unsafe-(inline|eval)'/)
  expect(workerPolicy).toBe(
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:; worker-src 'self' blob:",
  )
})

test('the header adds the allowed frame ancestors to the meta policy', () => {
  expect(pagePolicy([])).toBe(`${metaPolicy}; frame-ancestors 'none'`)
  expect(pagePolicy(['https://a.example', 'https://*.b.example:8443'])).toBe(
    `${metaPolicy}; frame-ancestors https://a.example https://*.b.example:8443`,
  )
})

test('origins that may frame the page are read from config.json', () => {
  const config = { frame_ancestors: ['https://intranet.example.com', 'http://localhost:8080'] }
  expect(frameOriginsOf(config)).toEqual(config.frame_ancestors)
  expect(wrongFrameOrigins(config)).toEqual([])
  expect(frameOriginsOf({ frame_ancestors: 'https://one.example' })).toEqual(['https://one.example'])
  for (const nothing of [
    null,
    undefined,
    'text',
    [],
    {},
    { base: 'https://x.example' },
    { frame_ancestors: [] },
  ])
    expect([frameOriginsOf(nothing), wrongFrameOrigins(nothing)]).toEqual([[], []])
})

test.each(["'self'; script-src *", '*', 'https://a.example/path', 'https://a b', 'example.com', 7, null])(
  'a frame ancestor that is no origin is ignored and reported: %j',
  (wrong) => {
    const config = { frame_ancestors: ['https://good.example', wrong] }
    expect(frameOriginsOf(config)).toEqual(['https://good.example'])
    expect(wrongFrameOrigins(config)).toEqual([JSON.stringify(wrong)])
  },
)
