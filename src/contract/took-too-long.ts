import { ServiceError } from './service-error.ts'

/** A video kept its readers busy for longer than any video does, so it was given up (D-3). */
export class TookTooLong extends ServiceError {
  constructor() {
    super('invalid_video', {
      message:
        'The video takes too long to open. It may be damaged, or say of itself what no video can hold. Save it anew with another program and try again.',
    })
  }
}
