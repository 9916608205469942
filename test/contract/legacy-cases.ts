import sharp from 'sharp'
import { expect } from 'vitest'
import type { BackgroundService } from '#library/background-service.ts'
import { answerRequest } from '#service/http/answer-request.ts'
import { type Fields, files, post } from '#support/form-requests.ts'
import { inspectImage, paintPhoto, toBlob } from '#support/painted-photo.ts'
import { hasUnzip, unzip } from '#support/unzip.ts'
import { caseWith, type NewService } from './with-service.ts'

/** What programs of the older API send and expect on its route (D-60, D-61). */
export const legacyCases = (newService: NewService): void => {
  const test = caseWith(newService)
  const answer = (service: BackgroundService, request: Request) =>
    answerRequest(request, service, { basePath: '/' })
  const send = (service: BackgroundService, fields: Fields, headers: Record<string, string> = {}) =>
    answer(service, post('/v1.0/removebg', fields, { headers }))
  const photo = () => toBlob(paintPhoto().jpeg())
  const base64 = async () => Buffer.from(await (await photo()).arrayBuffer()).toString('base64')

  test('a key is tested by the older account (D-61)', async (service) => {
    const account = await answer(service, new Request('https://studio.test/v1.0/account'))
    const { maxCredits, usedCredits } = await service.getAccount()
    expect(account.status).toBe(200)
    expect(await account.json()).toMatchObject({
      data: { attributes: { credits: { total: maxCredits - usedCredits }, api: { sizes: 'all' } } },
    })
  })

  test('JSON and encoded forms hold what a form holds (D-61)', async (service) => {
    const fields = { image_file_b64: await base64(), size: 'auto', crop: 'true', width: '50' }
    const json = JSON.stringify({ ...fields, crop: true, width: 50, roi: null })
    for (const [type, body] of [
      ['application/json', json],
      ['application/json; charset=utf-8', json],
      ['application/x-www-form-urlencoded', new URLSearchParams(fields).toString()],
    ] as const) {
      const init = { method: 'POST', headers: { 'Content-Type': type }, body }
      const older = await answer(service, new Request('https://studio.test/v1.0/removebg', init))
      expect([older.status, (await inspectImage(await older.blob())).width]).toEqual([200, 50])
      const current = await answer(service, new Request('https://studio.test/v1/remove', init))
      expect((await current.json()).code).toBe('missing_image')
    }
  })

  test('an image comes in JSON where that is asked for (D-61)', async (service) => {
    const fields = { image_file: await photo(), width: '60' }
    const image = await send(service, fields)
    const sizes = ['X-Image-Width', 'X-Width', 'X-Height'].map((name) => image.headers.get(name))
    expect(sizes).toEqual(['60', '60', '45'])
    const json = await send(service, fields, { Accept: 'application/json' })
    expect(json.headers.get('Content-Type')).toBe('application/json')
    expect(json.headers.get('X-Image-Width')).toBe('60')
    const bytes = Buffer.from((await json.json()).data.result_b64, 'base64')
    expect(bytes.equals(Buffer.from(await image.arrayBuffer()))).toBe(true)
  })

  test('an error has both forms (D-50, D-61)', async (service) => {
    const refused = await send(service, { image_file: files.text, scale: '50%', position: 'center' })
    expect(refused.status).toBe(400)
    const body = await refused.json()
    expect(Object.keys(body.details)).toEqual(['scale', 'position'])
    expect(body.errors).toEqual([
      {
        title: body.message,
        code: 'validation_error',
        detail: Object.values(body.details).flat().join(' '),
        help: body.doc_url,
      },
    ])
    const current = await answer(service, post('/v1/remove', {}))
    expect(await current.json()).not.toHaveProperty('errors')
  })

  test('format=auto is JPEG where nothing is transparent (D-61)', async (service) => {
    const typeOf = async (fields: Fields) =>
      (await send(service, { ...fields, image_file: await photo(), format: 'auto' })).headers.get(
        'Content-Type',
      )
    expect(await typeOf({ bg_color: 'ff0000' })).toBe('image/jpeg')
    expect(await typeOf({ type: 'person' })).toBe('image/png')
  })

  test('a ZIP has colours and alpha, or is refused (D-61)', async (service) => {
    const fields = { image_file: await photo(), crop: 'true', crop_margin: '10%', width: '120' }
    const { usedCredits } = await service.getAccount()
    const zip = await send(service, { ...fields, format: 'zip', bg_color: 'fff' })
    if (!service.onDevice) return expect(Object.keys((await zip.json()).details)).toEqual(['format'])
    expect(zip.headers.get('Content-Type')).toBe('application/zip')
    expect((await service.getAccount()).usedCredits).toBe(usedCredits + 1)
    if (!hasUnzip) return
    const entries = unzip(new Uint8Array(await zip.arrayBuffer()))
    expect(entries.map(({ name }) => name)).toEqual(['color.jpg', 'alpha.png'])
    const [color, alpha] = entries.map((entry) => sharp(entry.read()))
    const wanted = await sharp(Buffer.from(await (await send(service, fields)).arrayBuffer()))
      .raw()
      .toBuffer()
    const colors = (await color?.raw().toBuffer()) ?? []
    const alphas = (await alpha?.extractChannel(0).raw().toBuffer()) ?? []
    expect([colors.length, alphas.length]).toEqual([wanted.length * 0.75, wanted.length / 4])
    for (let at = 0; at < alphas.length; at++) {
      expect(alphas[at]).toBe(wanted[4 * at + 3])
      // The colours go on around the subject, so nothing else is mixed into its edges.
      const off = [0, 1, 2].map((c) => Math.abs((colors[3 * at + c] ?? 0) - (wanted[4 * at + c] ?? 0)))
      if (alphas[at]) expect(Math.max(...off)).toBeLessThan(25)
    }
  })
}
