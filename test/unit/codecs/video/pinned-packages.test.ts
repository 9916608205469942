import { readFile } from 'node:fs/promises'
import { EncodedPacketSink, MATROSKA, MP4, QTFF, VideoSampleSink, WEBM } from 'mediabunny'
import { describe, expect, test } from 'vitest'
import { aacEncoderVersion } from '#codecs/video/audio/audio-encoders.ts'
import { ffmpegCoreVersion } from '#codecs/video/ffmpeg/core-internals.ts'
import { mediabunnyVersion } from '#codecs/video/read/mediabunny-internals.ts'

/** The packages that are used below their interface: the version that the code was written for, and what to check. */
const packages = {
  '@ffmpeg/core': {
    writtenFor: ffmpegCoreVersion,
    checks: [
      'src/codecs/video/ffmpeg/core-internals.ts: find the minified names of stackSave and stackRestore in the new ffmpeg-core.js (search for "stackSave"), and the top of the stack that stackSave returns first',
      'src/codecs/video/untyped-packages.d.ts: FS.filesystems.WORKERFS, FS.makedev, FS.registerDevice, FS.mkdev, exec, ffprobe, reset, setLogger and setProgress still exist',
      'src/codecs/video/ffmpeg/ffmpeg-core.ts: whether ffprobe returns a status now',
      'test/browser/codecs/video/ffmpeg: all tests pass, among them the one that encodes with libvpx',
      'test/browser/codecs/video/write/mov-writer.test.ts and read/odd-clips.test.ts pass',
    ],
  },
  mediabunny: {
    writtenFor: mediabunnyVersion,
    checks: [
      'src/codecs/video/read/mediabunny-internals.ts: _createDemuxer, reader.requestSlice, reader.requestSliceRange, traverseBox, currentTrack.sampleTable, readContiguousElements and traverseElement still exist and mean the same',
      'src/codecs/video/read/gated-sample-sink.ts: VideoSampleSink still takes its packets from _createPacketSink, and its decoder from _createDecoder, whose `merger` joins colours and alpha, whose `decode` takes packets, and which asks the track for getDecoderConfig',
      'src/codecs/video/audio/codec-delay.ts: whether a CodecDelay that is read is respected now',
      'src/codecs/video/write/amend-webm.ts and amend-movie.ts: whether CodecDelay, MaxBlockAdditionID, and the fields of QuickTime are written now',
      'src/codecs/video/read/readable-source.ts: whether compressed tracks are read now',
      'src/codecs/video/audio/decode-audio.ts: whether AudioSampleSink leaves out broken packets by itself',
      'src/codecs/video/timing/edit-list.ts: whether edit lists of several entries are supported',
      'test/unit/codecs/video/read and test/browser/codecs/video pass',
    ],
  },
  '@mediabunny/aac-encoder': {
    writtenFor: aacEncoderVersion,
    checks: [
      'src/codecs/video/audio/audio-encoders.ts: whether the encoder still starts with 1024 samples of priming, and whether it reports them',
      'its version fits the version of mediabunny (peerDependencies)',
      'test/browser/codecs/video/audio pass, in a browser without an AAC encoder of its own too',
    ],
  },
} as const

describe('a package used below its interface', () => {
  test.each(Object.entries(packages))('%s has the version its use was written for', async (name, known) => {
    const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'))
    const { version } = JSON.parse(await readFile(`node_modules/${name}/package.json`, 'utf8'))
    const advice = `${name} changed. Check this, then change the version in the code:\n- ${known.checks.join('\n- ')}\n`
    expect({ pinned: dependencies[name], installed: version }, advice).toEqual({
      pinned: known.writtenFor,
      installed: known.writtenFor,
    })
  })

  test('mediabunny still has the methods that are wrapped', () => {
    expect(VideoSampleSink.prototype).toHaveProperty('_createPacketSink')
    expect(VideoSampleSink.prototype).toHaveProperty('_createDecoder')
    expect(EncodedPacketSink.prototype).toHaveProperty('packets')
    for (const format of [MP4, QTFF, WEBM, MATROSKA]) expect(format).toHaveProperty('_createDemuxer')
  })
})
