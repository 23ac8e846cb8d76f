import { ShareDamagedError } from '../errors.ts'
import { hasCode } from '../hasCode.ts'

/** Whether a method's key was not the one that its half was sealed with. */
export const isOtherKey = (error: unknown): boolean =>
  hasCode(error, ShareDamagedError.code) && error.data?.half === 'client'
