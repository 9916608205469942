import { writeFileSync } from 'node:fs'
import { licenceText } from './licence-text.ts'

/** `npm run licences`: writes `public/licences.txt`; needed after any change of the dependencies. */
writeFileSync('public/licences.txt', licenceText('.'))
