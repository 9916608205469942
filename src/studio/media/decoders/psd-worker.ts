import { readPsdPicture } from '#codecs/image/psd/read-psd.ts'
import { serveDecoder } from './serve-decoder.ts'

serveDecoder(readPsdPicture)
