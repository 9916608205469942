import { expect } from 'vitest'
import type { BackgroundService } from '#library/background-service.ts'
import { answerRequest } from '#service/http/answer-request.ts'
import { type FieldList, type Fields, files, imageOf, post } from '#support/form-requests.ts'
import { inspectImage, paintPhoto, toBlob } from '#support/painted-photo.ts'
import { caseWith, type NewService } from './with-service.ts'

/** The JSON body of an answer, for the text and the details of its error. */
const bodyOf = async (response: Response) => (await response.json()) as Record<string, unknown>

export const httpCases = (newService: NewService): void => {
  const test = caseWith(newService)
  const send = (service: BackgroundService, path: string, fields: Fields) =>
    answerRequest(post(path, fields), service, { basePath: '/' })
  const photo = () => toBlob(paintPhoto().jpeg())

  test('the answer is 200 with the picture and every header (Spec, Image result)', async (service) => {
    const response = await send(service, '/v1/remove', [
      ['image_file', await photo()],
      ['unknown', 'ignored'],
      ['format', 'webp'],
      ['format', ''],
    ])
    expect(response.status).toBe(200)
    const { width, height, at } = await inspectImage(await response.clone().blob())
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-request-id': expect.stringMatching(/^req_/),
      'x-processing-time-ms': expect.stringMatching(/^\d+$/),
      'x-image-width': String(width),
      'x-image-height': String(height),
      'x-matte-confidence': expect.stringMatching(/^(0(\.\d{1,4})?|1)$/),
      'x-matte-ambiguous-ratio': expect.stringMatching(/^(0(\.\d{1,4})?|1)$/),
    })
    expect(at(0.05, 0.05)[3]).toBe(0)
  })

  test('400 lists every wrong parameter at once (D-6, D-50)', async (service) => {
    const response = await send(service, '/v1/remove', {
      image_file: await photo(),
      format: 'gif',
      crop: 'perhaps',
      width: '6001',
      level: 'best',
    })
    expect(response.status).toBe(400)
    const body = await bodyOf(response)
    expect(body).toMatchObject({ code: 'validation_error', request_id: response.headers.get('x-request-id') })
    expect(Object.keys(body.details as object).sort()).toEqual(['crop', 'format', 'level', 'width'])
  })

  test('the first failing check answers: presence, size, parameters, content (D-6)', async (service) => {
    const wrong = ['format', 'gif'] as const
    const codeOf = async (...fields: FieldList) =>
      (await bodyOf(await send(service, '/v1/remove', fields))).code
    expect(await codeOf(wrong)).toBe('missing_image')
    expect(await codeOf(wrong, ['image_file', imageOf(20_000_001)])).toBe('image_too_large')
    const response = await send(service, '/v1/remove', [wrong, ['image_file', files.text]])
    expect(Object.keys((await bodyOf(response)).details as object)).toEqual(['format'])
    expect(await codeOf(['image_file', files.text])).toBe('validation_error')
  })

  test('the alias maps what others send (D-60)', async (service) => {
    const response = await send(service, '/v1.0/removebg', {
      image_file_b64: Buffer.from(await (await photo()).arrayBuffer()).toString('base64'),
      size: 'auto',
      type: 'person',
      crop: 'true',
      crop_margin: '5% 10%',
      bg_color: '0000ff',
    })
    expect(response.status).toBe(200)
    const { width, height, at } = await inspectImage(await response.blob())
    expect(at(0.01, 0.01)).toEqual([0, 0, 255, 255])
    // 200 x 150 grown by 10 % of its width and 5 % of its height on each side.
    expect(Math.abs(width - 240)).toBeLessThanOrEqual(8)
    expect(Math.abs(height - 165)).toBeLessThanOrEqual(8)
  })

  test('margins in pixels are ignored, below zero too: padding is 10% (D-60)', async (service) => {
    for (const margin of ['30px', '-5px', '-5']) {
      const response = await send(service, '/v1.0/removebg', {
        image_file: await photo(),
        crop: 'true',
        crop_margin: margin,
      })
      expect(response.status).toBe(200)
      // 200 x 150 grown by 10 % on each side.
      const { width, height } = await inspectImage(await response.blob())
      expect(Math.abs(width - 240)).toBeLessThanOrEqual(8)
      expect(Math.abs(height - 180)).toBeLessThanOrEqual(8)
    }
  })

  test('an unreadable margin is reported as crop_margin (D-6, D-60)', async (service) => {
    for (const margin of ['-5%', '101%', '1% 2% 3%', 'wide']) {
      const fields: Fields = { image_file: await photo(), crop_margin: margin }
      const body = await bodyOf(await send(service, '/v1.0/removebg', fields))
      expect(Object.keys(body.details as object)).toEqual(['crop_margin'])
    }
  })

  test('an empty data URL is no image (D-2, D-4, D-60)', async (service) => {
    for (const text of ['data:image/png;base64,', 'data:;base64, \n', 'data:,', ' ']) {
      const response = await send(service, '/v1.0/removebg', { image_file_b64: text, size: 'xl' })
      expect([response.status, (await bodyOf(response)).code]).toEqual([400, 'missing_image'])
    }
    const beside = await send(service, '/v1.0/removebg', {
      image_file: await photo(),
      image_file_b64: 'data:image/png;base64,',
    })
    expect(beside.status).toBe(200)
  })

  test('all faults of several images are reported together (D-6, D-60)', async (service) => {
    const response = await send(service, '/v1.0/removebg', {
      image_file: await photo(),
      image_url: 'https://example.com/a.png',
      format: 'gif',
      width: '0',
    })
    expect(Object.keys((await bodyOf(response)).details as object)).toEqual([
      'image_file',
      'image_url',
      'format',
      'width',
    ])
  })

  test('the account, which costs nothing to ask for (Spec, Account)', async (service) => {
    const me = async () => {
      const request = new Request('https://studio.test/v1/me')
      return bodyOf(await answerRequest(request, service, { basePath: '/' }))
    }
    const before = await me()
    await send(service, '/v1/remove', { image_file: await photo() })
    await send(service, '/v1/remove', { image_file: files.text })
    expect(await me()).toEqual({ ...before, usedCredits: Number(before.usedCredits) + 1 })
  })
}
