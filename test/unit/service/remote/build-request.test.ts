import { expect, test } from 'vitest'
import { parseImageOptions } from '#contract/image-options.ts'
import { parseVideoOptions } from '#contract/video-options.ts'
import { imageForm, videoForm } from '#service/remote/build-request.ts'
import { files } from '#support/form-requests.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

test("a service never gets the studio's own fields (D-71, D-72)", () => {
  const image = imageForm(files.png, 'png', parseImageOptions({ level: 'fine', size: 'hd' }))
  expect([...image.keys()].sort()).toEqual([
    'channels',
    'crop',
    'fit',
    'format',
    'image_file',
    'padding',
    'size',
  ])
  const options = parseVideoOptions({ level: 'fast', audio: 'mute', bg_color: 'red' })
  for (const [video, field] of [
    [scriptedVideo(), 'file'],
    [{ url: 'https://example.com/a.mp4' }, 'url'],
  ] as const)
    expect([...videoForm(video, options).keys()].sort()).toEqual(
      ['bg_color', 'channels', field, 'format', 'size'].sort(),
    )
})
