import type { Handlers } from '@latchkey/bridge'
import type { FrameContract } from '@latchkey/protocol/frame'
import type { Frame } from '../Frame.ts'

export type FrameHandlers = Handlers<FrameContract>

/** Makes the handler of one method for one frame. */
export type Handler<Name extends keyof FrameHandlers> = (frame: Frame) => FrameHandlers[Name]
