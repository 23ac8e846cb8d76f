import type { Handlers } from '@latchkey/bridge'
import type { FrameContract } from '@latchkey/protocol/frame'
import type { Frame } from '../context/Frame.ts'

export type FrameHandlers = Handlers<FrameContract>

/** By method of the contract: what makes its handler for one frame. */
export type Makers = { [Name in keyof FrameHandlers]: (frame: Frame) => FrameHandlers[Name] }
