import type { Handler } from './Handler.ts'
import { loadUser } from './loadUser.ts'

/** Who is connected. */
export const getUser: Handler<'getUser'> = (frame) => (params) => loadUser(frame, params)
