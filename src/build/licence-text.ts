import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const rule = `\n${'─'.repeat(80)}\n\n`

/** Tailwind's base styles are part of the page's style sheet, though Tailwind only runs at build time. */
const alsoShipped = ['node_modules/tailwindcss']

/** Declarations for the compiler are not in the page. */
const typesOnly = /node_modules\/(@types\/|undici-types$)/

const flag = v.optional(v.boolean(), false)
const lockFile = v.object({
  packages: v.record(v.string(), v.object({ dev: flag, devOptional: flag, optional: flag })),
})

const packageFile = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(v.string(), 'see below'),
  homepage: v.optional(v.string()),
})

/** All third-party content of the built studio, with the licences in full. */
export const licenceText = (root: string): string => {
  const lock = v.parse(lockFile, JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const shipped = Object.entries(lock.packages)
    .filter(
      ([path, { dev, devOptional, optional }]) =>
        alsoShipped.includes(path) ||
        !(path === '' || dev || devOptional || optional || typesOnly.test(path)),
    )
    .map(([path]) => packageLicence(join(root, path)))
  return [introduction, model, people, ...shipped].join(rule)
}

const people = `MediaPipe Selfie Segmentation, the network that tells where people are

Copyright The MediaPipe Authors, https://github.com/google-ai-edge/mediapipe, under the Apache License 2.0:
https://www.apache.org/licenses/LICENSE-2.0

Its weights are taken from the npm package @mediapipe/selfie_segmentation 0.1.1675465747; no code of that package is
part of the studio. The build changes the file: it writes the graph as ONNX, with the weights in single precision.
`

const introduction = `What Clearcut Studio is made of

Clearcut Studio itself is under the MIT licence. The page also contains the model, the
typeface and the packages below, each under its own licence.
`

const model = `IS-Net, the model (general use; int8 and half-precision weights; tuned by this project)

From "Highly Accurate Dichotomous Image Segmentation", X. Qin, H. Dai, X. Hu, D.-P. Fan,
L. Shao and L. Van Gool, ECCV 2022. Its authors publish it at
https://github.com/xuebinqin/DIS under the Apache License 2.0:
https://www.apache.org/licenses/LICENSE-2.0

Its ONNX files are taken from the npm package @imgly/background-removal-data 1.4.5. The
package's own licence file is the GNU Affero General Public License 3.0; its list of
third-party licences names this model separately, with the address above, as MIT. Only
the model's data is used: no code of that package is part of the studio. The build rewrites the
graph (free input size, side outputs removed) and adds differences to the weights, which this
project has tuned for small inputs. The tuned network is a work derived from IS-Net and under the
same licence, Apache-2.0.

Whoever would rather not rely on this can ship another model: see "The model and the
licences" in the README.
`

/** Name, version and the licence in full. Throws if a package has no licence file and is not listed here. */
const packageLicence = (folder: string): string => {
  const { name, version, license, homepage } = v.parse(
    packageFile,
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  )
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(-mit)?(\.(md|txt))?$/i.test(entry))
  const text = file ? readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim() : without[name]
  if (!text) throw new Error(`${name} brings no licence file: write down what it says elsewhere`)
  const title = [`${name} ${version} (${license})`, ...(homepage ? [homepage] : []), ...(also[name] ?? [])]
  const inner = inside[name]
  const more = inner ? `\n\n${readFileSync(inner(folder), 'utf8').trim()}` : ''
  return `${title.join('\n')}\n\n${text}${more}\n`
}

/** Third-party content of a package. */
const also: Readonly<Record<string, readonly string[]>> = {
  '@ffmpeg/core': [
    'FFmpeg 5.1.4 with libx264, libx265, libvpx and others, compiled to WASM. The studio runs it unchanged, as a',
    'program of its own in workers of its own, and only for videos that the browser cannot read or write by itself.',
    'Its source: https://github.com/FFmpeg/FFmpeg/tree/n5.1.4. The scripts that build it, and name the source of each',
    'library in it: https://github.com/ffmpegwasm/ffmpeg.wasm',
  ],
  '@mediabunny/aac-encoder': [
    'Compiled into its WASM: the AAC encoder of FFmpeg (libavcodec 62.23.103 and libavutil, LGPL-2.1-or-later), whose',
    'licence is the second below. Its source: https://github.com/FFmpeg/FFmpeg. The bridge to it, and the commands that',
    'build it again, with this or another FFmpeg: https://github.com/Vanilagy/mediabunny/tree/main/packages/aac-encoder',
  ],
  'libheif-js': [
    'libheif and libde265 (both LGPL-3.0-or-later) compiled to WASM, only for HEIC that the browser does not read. The studio',
    'changes it in memory, so that it does not switch off the loop filters of HEVC (src/codecs/image/heif/loop-filters.ts). Their',
    'source: https://github.com/strukturag/libheif/tree/v1.23.2 and https://github.com/strukturag/libde265/tree/v1.0.15. The scripts',
    'that build it again: https://github.com/catdad-experiments/libheif-js. With zlib (Zlib licence, https://zlib.net) in it. The GPL,',
    'which the licence refers to, is the second below.',
  ],
  '@jsquash/avif': [
    'Compiled into its WASM: libavif (BSD-2-Clause, https://github.com/AOMediaCodec/libavif) and libaom (BSD-2-Clause with the patent',
    'licence of the Alliance for Open Media, https://aomedia.googlesource.com/aom), whose licences are the second below, and libsharpyuv',
    '(BSD-3-Clause, Copyright (c) Google Inc., part of https://github.com/webmproject/libwebp).',
  ],
  'jxl-oxide-wasm': [
    'Run unchanged, only for JPEG XL that the browser does not read. Compiled into its WASM, among others: the standard library of Rust,',
    'png, fdeflate, flate2, hashbrown, once_cell and dlmalloc (each MIT or Apache-2.0), miniz_oxide (MIT, Zlib or Apache-2.0), tracing',
    '(MIT), brotli-decompressor and alloc-stdlib (BSD-3-Clause, Copyright (c) 2016 Dropbox, Inc.).',
  ],
  '@jsquash/webp': [
    'Compiled into its WASM: libwebp (BSD-3-Clause), Copyright (c) 2010, Google Inc.; its licence is the second below.',
  ],
  icodec: [
    'Of its encoders only the one of JPEG XL is part of the studio. Compiled into its WASM: libjxl 0.11.0 (BSD-3-Clause,',
    'https://github.com/libjxl/libjxl), whose licence is the second below, with Highway (Apache-2.0,',
    'https://github.com/google/highway), Brotli (MIT, https://github.com/google/brotli) and skcms (BSD-3-Clause,',
    'Copyright (c) 2018 Google Inc., https://skia.googlesource.com/skcms), under the same terms as libjxl.',
  ],
  'onnxruntime-web': [
    'Compiled into its WASM, among others: Eigen (MPL-2.0, https://gitlab.com/libeigen/eigen), Abseil (Apache-2.0,',
    'https://github.com/abseil/abseil-cpp), Protocol Buffers (BSD-3-Clause, https://github.com/protocolbuffers/protobuf),',
    'FlatBuffers (Apache-2.0, https://github.com/google/flatbuffers), ONNX (Apache-2.0, https://github.com/onnx/onnx) and',
    'XNNPACK (BSD-3-Clause, https://github.com/google/XNNPACK). All of them, with their licences in full:',
    'https://github.com/microsoft/onnxruntime/blob/v1.30.0/ThirdPartyNotices.txt',
  ],
}

/** Licence files of code compiled into a package. */
const inside: Readonly<Record<string, (folder: string) => string | URL>> = {
  '@jsquash/webp': (folder) => join(folder, 'codec/LICENSE.codec.md'),
  '@jsquash/avif': () => new URL('./libavif-licence.txt', import.meta.url),
  icodec: () => new URL('./libjxl-licence.txt', import.meta.url),
  '@mediabunny/aac-encoder': () => new URL('./lgpl-2.1.txt', import.meta.url),
  'libheif-js': () => new URL('./gpl-3.0.txt', import.meta.url),
}

const mit = (holder: string): string => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`

/** Packages without a licence file: the text of their repositories. */
const without: Readonly<Record<string, string>> = {
  // Its package.json only names the licence.
  '@ffmpeg/core': readFileSync(new URL('./gpl-2.0.txt', import.meta.url), 'utf8').trim(),
  'onnxruntime-web': mit('Microsoft Corporation'),
  'onnxruntime-common': mit('Microsoft Corporation'),
  lerc: 'Copyright Esri, https://github.com/Esri/lerc, under the Apache License 2.0:\nhttps://www.apache.org/licenses/LICENSE-2.0',
  'guid-typescript': `ISC License

Copyright (c) nicolas

Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY
AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM
LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR
OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
PERFORMANCE OF THIS SOFTWARE.`,
}
