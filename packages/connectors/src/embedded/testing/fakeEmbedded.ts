import { type CreateConnector, createConnector } from '@latchkey/core/connector'
import { lazy } from '@latchkey/std/lazy'
import { buildEmbedded } from '../../embedded.ts'
import { createFrameSession } from '../FrameSession.ts'
import type { FakeFrame } from './fakeFrame.ts'

export { createFakeFrame, type FakeFrame, FRAME_ADDRESS } from './fakeFrame.ts'

/** The embedded wallet as it is, over a frame that pretends: the real contract and the real bridge, without a document. */
export const fakeEmbedded = (frame: FakeFrame): CreateConnector =>
  createConnector((context) =>
    buildEmbedded(
      context,
      {},
      lazy(async () => createFrameSession(context, frame.open)),
    ),
  )
