import { hasCode } from '@latchkey/errors'
import { ShareDamagedError } from '../errors/keysErrors.ts'

/** Whether a method's key was not the one that its half was sealed with. */
export const isOtherKey = (error: unknown): boolean =>
  hasCode(error, ShareDamagedError.code) && error.data?.half === 'client'
