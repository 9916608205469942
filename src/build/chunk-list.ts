import { gzipSync } from 'node:zlib'
import { minifySync, type Plugin, type Rolldown } from 'vite'

/** The number of modules listed for a chunk, largest first. */
const namedModules = 8
/** Smaller chunks are only counted. */
const leastBytes = 2_000

/** Lists the scripts of the page after a build: their compressed sizes and largest modules. */
export const chunkList = (): Plugin => {
  let tell = (_text: string) => {}
  return {
    name: 'chunk-list',
    apply: 'build',
    configResolved: ({ logger }) => {
      tell = (text) => logger.info(text)
    },
    generateBundle: (_options, bundle) => {
      const chunks = Object.values(bundle)
        .filter((each): each is Rolldown.OutputChunk => each.type === 'chunk')
        .map((chunk) => ({ chunk, bytes: gzipSync(chunk.code).length }))
        .sort((a, b) => b.bytes - a.bytes)
      const large = chunks.filter(({ bytes }) => bytes >= leastBytes)
      const rest = chunks.slice(large.length).reduce((sum, { bytes }) => sum + bytes, 0)
      tell(
        [
          'Scripts of the page, compressed:',
          ...large.map(
            ({ chunk, bytes }) => `${kilobytes(bytes)}  ${chunk.name}: ${largestOf(chunk, bytes)}`,
          ),
          `${kilobytes(rest)}  ${chunks.length - large.length} smaller ones`,
        ].join('\n'),
      )
    },
  }
}

/** Modules are compressed one by one, and share the chunk's size in that proportion. */
const largestOf = ({ modules }: Rolldown.OutputChunk, bytes: number): string => {
  const sizes = Object.entries(modules)
    .map(([id, { code }]) => ({ id, size: code ? gzipSync(minifySync(id, code).code).length : 0 }))
    .sort((a, b) => b.size - a.size)
  const sum = sizes.reduce((total, { size }) => total + size, 0)
  return sizes
    .slice(0, namedModules)
    .map(({ id, size }) => `${nameOf(id)} ${kilobytes((size * bytes) / sum)}`)
    .join(', ')
}

const nameOf = (id: string): string =>
  id
    .split('/')
    .slice(-1)
    .join()
    .replace(/\0|\?.*$/g, '')

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1)
