import { availableParallelism } from 'node:os'
import { openImageMatter } from '#matting/image-matter.ts'
import { startApiServer } from './api-server.ts'
import { openNodeNetworks } from './node-networks.ts'

/**
 * `npm run api`: the API on this machine, for the studio to be connected with. Images are cut out by the studio's own
 * networks; every video ends with a recorded result, since Node decodes none.
 */
const port = Number(process.env.API_PORT ?? 4401)
const key = 'pk_development'
const networks = openNodeNetworks(Math.min(4, availableParallelism()))
const server = await startApiServer({
  port,
  resultsPort: port + 1,
  matter: openImageMatter(networks),
  stepMs: 500,
  accounts: { [key]: { rate: { burst: 3, perSecond: 1, perDay: 100 } } },
})
console.log(`Base address  ${server.url}`)
console.log(`Key           ${key}`)
console.log(`Results       ${server.resultsOrigin}`)
console.log('The account is of the Free plan: 100 credits, 1 request per second, 100 a day.')
console.log(
  'Every video ends with a recorded result of the format that was asked for, whatever its size, channels and colour.',
)

const stop = () => void server.close().then(() => process.exit(0))
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
