import { readPsdPicture } from './read-psd.ts'
import { serveDecoder } from './serve-decoder.ts'

serveDecoder(readPsdPicture)
