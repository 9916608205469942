import { writeFileSync } from 'node:fs'
import { licenceText } from './licence-text.ts'

/** `npm run licences`: writes `public/licences.txt` anew; run it after any change of the dependencies. */
writeFileSync('public/licences.txt', licenceText('.'))
