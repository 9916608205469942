import { build } from 'vite'
import { serveStudio, studioBase } from './serve-studio.ts'

/**
 * `npm start`: builds the studio and serves it until interrupted; `npm run preview` (`--built`) serves the existing
 * build. From the environment: PORT (4173), BASE_PATH (the root), OUT_DIR (`dist`), HOST (`localhost`; `0.0.0.0` also
 * serves the network and containers).
 */
const base = studioBase(process.env.BASE_PATH)
const port = Number(process.env.PORT || 4173)
if (!Number.isInteger(port) || port < 0 || port > 65_535)
  throw new Error(`PORT is not a port: ${process.env.PORT}`)

const outDir = process.env.OUT_DIR || 'dist'

if (!process.argv.includes('--built'))
  await build({ base, logLevel: 'warn', build: { outDir, emptyOutDir: true } })
const { url, close } = await serveStudio({
  port,
  base,
  outDir,
  ...(process.env.HOST && { host: process.env.HOST }),
})
console.log(`Studio ready at ${url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void close().finally(() => process.exit(0)))
}
