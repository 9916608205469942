import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from './studio-page.ts'

/** A picture that ships with the studio. */
export const samplePhoto = 'public/samples/plush-fox.jpg'

type Sent = {
  readonly path?: string
  readonly fields?: Readonly<Record<string, string>>
  /** The field that takes the sample picture; null sends none. */
  readonly imageField?: string | null
  /** Pads the picture's file to so many bytes. */
  readonly bytes?: number
  readonly image?: string
}

export type PageAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly json: Readonly<Record<string, unknown>>
}

/** The studio is open and its service worker answers this page's requests. */
export const openControlledStudio = async (page: Page, path = './') => {
  await page.goto(path)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Posts the sample picture from the page to the API; gives the answer that `fetch` got there. */
export const postImage = async (page: Page, sent: Sent = {}): Promise<PageAnswer> => {
  const { status, headers, body } = await page.evaluate(async (request) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(request.fields ?? {})) form.set(name, value)
    const field = request.imageField === undefined ? 'image_file' : request.imageField
    if (field !== null) {
      const picture = await (await fetch(request.image ?? 'samples/plush-fox.jpg')).blob()
      const rest = new Uint8Array(Math.max(0, (request.bytes ?? 0) - picture.size))
      form.set(field, new Blob([picture, rest]), 'photo.jpg')
    }
    const response = await fetch(request.path ?? 'v1/remove', { method: 'POST', body: form })
    const blob = await response.blob()
    const url = await new Promise<string>((resolve) => {
      const reader = new FileReader()
      reader.onload = () => resolve(String(reader.result))
      reader.readAsDataURL(blob)
    })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: url.slice(url.indexOf(',') + 1),
    }
  }, sent)
  const bytes = Buffer.from(body, 'base64')
  return {
    status,
    headers,
    body: bytes,
    json: headers['content-type']?.startsWith('application/json') ? JSON.parse(bytes.toString()) : {},
  }
}

/** The subject is opaque, the corners are empty, and most pixels are one or the other. */
export const expectCutOut = async ({ status, headers, body }: PageAnswer) => {
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'x-request-id': expect.stringMatching(/^req_/),
    'x-processing-time-ms': expect.stringMatching(/^\d+$/),
    'x-matte-confidence': expect.stringMatching(/^(0(\.\d{1,4})?|1)$/),
    'x-matte-ambiguous-ratio': expect.stringMatching(/^(0(\.\d{1,4})?|1)$/),
  })
  const { data, info } = await sharp(body).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([headers['x-image-width'], headers['x-image-height']]).toEqual([
    String(info.width),
    String(info.height),
  ])
  const alphaAt = (x: number, y: number) =>
    data[4 * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) + 3] ?? -1
  expect(alphaAt(0.5, 0.6)).toBeGreaterThan(240)
  for (const [x, y] of [
    [0.02, 0.02],
    [0.98, 0.02],
  ] as const)
    expect(alphaAt(x, y)).toBeLessThan(15)
  let opaque = 0
  let empty = 0
  for (let i = 3; i < data.length; i += 4) {
    if ((data[i] ?? 0) > 229) opaque++
    else if ((data[i] ?? 0) < 26) empty++
  }
  const pixels = info.width * info.height
  expect(opaque / pixels).toBeGreaterThan(0.1)
  expect(empty / pixels).toBeGreaterThan(0.2)
  expect((opaque + empty) / pixels).toBeGreaterThan(0.9)
}
