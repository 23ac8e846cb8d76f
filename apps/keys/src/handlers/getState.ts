import type { MakeHandler } from './Handler.ts'

/** Answers from this partition alone, without the network. */
export const getState: MakeHandler<'getState'> = (parts) => () => parts.readState()
