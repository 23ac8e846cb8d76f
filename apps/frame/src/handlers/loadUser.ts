import type { ParamsOf, ResultOf } from '@latchkey/protocol'
import type { FrameContract } from '@latchkey/protocol/frame'
import type { Frame } from '../Frame.ts'
import { later } from '../later.ts'

type GetUser = FrameContract['methods']['getUser']

/** Who is connected, told by a part that is loaded while the rest of the wallet starts. See describeUser. */
export const loadUser = async (
  frame: Frame,
  wanted: Pick<ParamsOf<GetUser>, 'chainId' | 'preferredAccountType'>,
): Promise<ResultOf<GetUser>> => (await later(() => import('./describeUser.ts'))).describeUser(frame, wanted)
