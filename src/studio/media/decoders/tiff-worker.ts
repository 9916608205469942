import { readTiff } from '#codecs/image/tiff/read-tiff.ts'
import { serveDecoder } from './serve-decoder.ts'

serveDecoder(readTiff)
