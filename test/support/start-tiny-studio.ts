import { writeTinyCatalog } from './tiny-catalog.ts'

/** `npm start` with a tiny network in place of each that is shipped. */
process.env.MODEL_SOURCE = writeTinyCatalog('node_modules/.cache/tiny-network')
await import('#build/start.ts')
