import { readTiff } from './read-tiff.ts'
import { serveDecoder } from './serve-decoder.ts'

serveDecoder(readTiff)
