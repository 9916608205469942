import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isolationHeaders } from '#build/serving.ts'

const headers = readFileSync('public/_headers', 'utf8')
const manifest: { icons: { src: string; sizes: string; type: string }[] } = JSON.parse(
  readFileSync('public/manifest.webmanifest', 'utf8'),
)

test.each(Object.entries(isolationHeaders))('a CDN sends %s as our own server does', (name, value) => {
  expect(headers).toMatch(new RegExp(`^/\\*\\n(  .*\\n)*  ${name}: ${value}$`, 'm'))
})

test('hashed files are kept for ever, the page and its service worker are asked for again', () => {
  for (const path of ['/assets/*', '/models/*']) expect(headers).toMatch(rule(path, 'immutable'))
  for (const path of ['/', '/index.html', '/service-worker.js'])
    expect(headers).toMatch(rule(path, 'no-cache'))
})

test('every icon of the manifest exists at the size it claims', async () => {
  for (const { src, sizes, type } of manifest.icons) {
    expect(existsSync(`public/${src}`), src).toBe(true)
    if (type !== 'image/png') continue
    const { width, height } = await sharp(`public/${src}`).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
})

test('the policy of the page lets no script but its own run', () => {
  const page = readFileSync('index.html', 'utf8')
  expect(page).toContain("default-src 'none'")
  expect(/script-src ([^;]+);/.exec(page)?.[1]).toBe("'self' 'wasm-unsafe-eval'")
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/)
  expect(page).not.toMatch(/\son\w+=/)
})

const rule = (path: string, cache: string): RegExp =>
  new RegExp(`^${path.replace('*', '\\*')}\\n  Cache-Control: .*${cache}`, 'm')
