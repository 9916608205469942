import { registerTypedArrayEquality } from './typed-array-equality.ts'

// Vitest runs this before each file of tests.
registerTypedArrayEquality()
